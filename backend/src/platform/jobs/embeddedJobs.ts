import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../db.ts'
import type { Job, Jobs, WorkOptions } from './jobs.ts'
import { runningWork } from './running.ts'

interface Worker extends WorkOptions {
  handler: (job: Job<object>) => Promise<void>
  active: Set<string>
}

const parse = (data: string): object => JSON.parse(data) as object

/** Jobs as rows of the embedded database, for the one node that has it open. */
export function embeddedJobs(db: Db, log: Logger): Jobs {
  const workers = new Map<string, Worker>()
  const running = runningWork()
  let isAccepting = false
  let chain = Promise.resolve()

  const run = async (queue: string, worker: Worker, job: Job<object>, key: string): Promise<void> => {
    try {
      await worker.handler(job)
    } catch (error) {
      log.error({ err: error, queue, job: job.id }, 'job failed')
    }
    await db.deleteFrom('job').where('id', '=', job.id).execute()
    worker.active.delete(key)
    wake()
  }

  const claimFor = async (queue: string, worker: Worker): Promise<void> => {
    const waiting = await db
      .selectFrom('job')
      .select(['id', 'key', 'data', 'attempt'])
      .where('queue', '=', queue)
      .where('state', '=', 'waiting')
      .orderBy('insertTime')
      .execute()
    for (const row of waiting) {
      if (!isAccepting || worker.active.size >= worker.concurrency) return
      if (worker.active.has(row.key)) continue
      worker.active.add(row.key)
      const attempt = row.attempt + 1
      await db.updateTable('job').set({ state: 'active', attempt }).where('id', '=', row.id).execute()
      void running.track(run(queue, worker, { id: row.id, data: parse(row.data), attempt }, row.key))
    }
  }

  /** Looks for work; one look at a time, so that two can't claim the same row. */
  const wake = () => {
    chain = chain.then(async () => {
      for (const [queue, worker] of workers) if (isAccepting) await claimFor(queue, worker)
    })
    chain.catch((error: unknown) => log.error({ err: error }, 'cannot look for jobs'))
    chain = chain.catch(() => undefined)
  }

  let last = 0
  /** Strictly increasing, so that two jobs of one millisecond keep their order. */
  const ticket = () => {
    last = Math.max(Date.now(), last + 1)
    return last
  }

  return {
    work: (queue, options, handler) => {
      workers.set(queue, { ...options, handler: handler as Worker['handler'], active: new Set() })
    },
    send: async (queue, key, data, trx = db) => {
      const id = randomUUID()
      const values = { id, queue, key, data: JSON.stringify(data), state: 'waiting', attempt: 0, insertTime: ticket() }
      await trx.insertInto('job').values(values).execute()
      // SQLite has one writer: by the time the look-up runs, the caller's transaction has ended one way or the other.
      setImmediate(wake)
      return id
    },
    cancel: async (queue, id) => {
      await db
        .deleteFrom('job')
        .where('id', '=', id)
        .where('queue', '=', queue)
        .where('state', '=', 'waiting')
        .execute()
    },
    start: async () => {
      // What was active when the process died is delivered again.
      await db.updateTable('job').set({ state: 'waiting' }).where('state', '=', 'active').execute()
      isAccepting = true
      wake()
    },
    drain: async (ms) => {
      isAccepting = false
      await chain
      return running.settle(ms)
    },
    stop: async () => {
      isAccepting = false
      await chain
    },
  }
}
