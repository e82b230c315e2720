import { failed } from '../../platform/errors.ts'

/** How many pieces of work one person may have under way; further ones wait for a while. */
export interface Turns {
  take<Result>(who: number, run: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

interface Queue {
  running: number
  waiting: (() => void)[]
}

/** @param sentence what somebody is told who has waited in vain */
export function createTurns(limit: number, waitMs: number, sentence: string): Turns {
  const queues = new Map<number, Queue>()
  const turn = (queue: Queue, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = (error: unknown) => {
        queue.waiting = queue.waiting.filter((other) => other !== go)
        clearTimeout(timer)
        reject(error)
      }
      const timer = setTimeout(() => leave(failed(sentence)), waitMs)
      const abort = () => leave(signal?.reason)
      const go = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.waiting.push(go)
    })
  return {
    take: async (who, run, signal) => {
      const queue = queues.get(who) ?? { running: 0, waiting: [] }
      queues.set(who, queue)
      if (queue.running >= limit) await turn(queue, signal)
      else queue.running++
      try {
        return await run()
      } finally {
        const next = queue.waiting.shift()
        if (next) next()
        else queue.running--
        if (queue.running === 0) queues.delete(who)
      }
    },
  }
}
