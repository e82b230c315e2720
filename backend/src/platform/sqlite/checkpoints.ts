import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What the thread is told. */
export type CheckpointOrder = 'checkpoint' | 'close'

/** Long enough that pages which change again and again are moved once. */
const AFTER_MS = 5_000

/** It holds next to nothing, and would be given room for much. */
const SMALL = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }

/** Keeps the log of a database short. */
export interface Checkpoints {
  /** To be called after a write. */
  wrote(): void
  stop(): Promise<void>
}

/** Makes checkpoints in a thread that starts with the first one that is due; short runs need none. */
export function createCheckpoints(file: string, afterMs = AFTER_MS): Checkpoints {
  let timer: NodeJS.Timeout | undefined
  let worker: Worker | undefined

  const running = () => {
    if (worker) return worker
    const started = new Worker(new URL('./checkpointWorker.ts', import.meta.url), {
      workerData: file,
      resourceLimits: SMALL,
    })
    started.unref()
    started.once('error', (error: unknown) => {
      process.emitWarning(`the database is checkpointed by the main thread, its own one broke: ${String(error)}`)
    })
    worker = started
    return started
  }
  const post = (order: CheckpointOrder) => running().postMessage(order, [])

  return {
    wrote: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        post('checkpoint')
      }, afterMs).unref()
    },
    stop: async () => {
      clearTimeout(timer)
      if (!worker || worker.threadId < 0) return
      const exited = once(worker, 'exit')
      post('close')
      await exited
    },
  }
}
