import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../db.ts'
import type { Job, Jobs, WorkOptions } from './jobs.ts'
import { runningWork } from './running.ts'

interface Worker extends WorkOptions {
  handler: (job: Job<object>) => Promise<void>
  /** Keys of the jobs that run. */
  active: Set<string>
}

interface JobRow {
  id: string
  key: string
  data: string
  attempt: number
}

const parse = (data: string): object => JSON.parse(data) as object

const waitingOf = (db: Db, queue: string): Promise<JobRow[]> =>
  db
    .selectFrom('job')
    .select(['id', 'key', 'data', 'attempt'])
    .where('queue', '=', queue)
    .where('state', '=', 'waiting')
    .orderBy('insertTime')
    .execute()

/** Numbers that only grow, so that two jobs of one millisecond keep their order. */
function ticketMachine(): () => number {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return last
  }
}

/** Gives waiting jobs to workers that have room; one look at a time, so that two can't claim the same row. */
function dispatcher(db: Db, log: Logger, workers: ReadonlyMap<string, Worker>) {
  const running = runningWork()
  let isAccepting = false
  let looking = Promise.resolve()

  const run = async (queue: string, worker: Worker, { id, key, data, attempt }: JobRow): Promise<void> => {
    try {
      await worker.handler({ id, data: parse(data), attempt })
    } catch (error) {
      log.error({ err: error, queue, job: id }, 'job failed')
    }
    await db.deleteFrom('job').where('id', '=', id).execute()
    worker.active.delete(key)
    wake()
  }

  const claim = async (queue: string, worker: Worker): Promise<void> => {
    for (const row of await waitingOf(db, queue)) {
      if (!isAccepting || worker.active.size >= worker.concurrency) return
      if (worker.active.has(row.key)) continue
      worker.active.add(row.key)
      const attempt = row.attempt + 1
      await db.updateTable('job').set({ state: 'active', attempt }).where('id', '=', row.id).execute()
      void running.track(run(queue, worker, { ...row, attempt }))
    }
  }

  const look = async () => {
    for (const [queue, worker] of workers) if (isAccepting) await claim(queue, worker)
  }
  const wake = () => {
    looking = looking.then(look).catch((error: unknown) => log.error({ err: error }, 'cannot look for jobs'))
  }

  return {
    wake,
    open: () => {
      isAccepting = true
      wake()
    },
    close: async () => {
      isAccepting = false
      await looking
    },
    settle: running.settle,
  }
}

/** Jobs as rows of the embedded database, for the one node that has it open. */
export function embeddedJobs(db: Db, log: Logger): Jobs {
  const workers = new Map<string, Worker>()
  const dispatch = dispatcher(db, log, workers)
  const nextTicket = ticketMachine()

  return {
    work: (queue, options, handler) => {
      workers.set(queue, { ...options, handler: handler as Worker['handler'], active: new Set() })
    },
    send: async (queue, key, data, trx = db) => {
      const id = randomUUID()
      const values = {
        id,
        queue,
        key,
        data: JSON.stringify(data),
        state: 'waiting',
        attempt: 0,
        insertTime: nextTicket(),
      }
      await trx.insertInto('job').values(values).execute()
      // SQLite has one writer: by the time the look-up runs, the caller's transaction has ended one way or the other.
      setImmediate(dispatch.wake)
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
      dispatch.open()
    },
    drain: async (ms) => {
      await dispatch.close()
      return dispatch.settle(ms)
    },
    stop: dispatch.close,
  }
}
