import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../db.ts'
import type { Job, Jobs, WorkOptions } from './jobs.ts'
import { runningWork } from './running.ts'

/** A node that has not been heard of for this long has died, and its jobs go to another one. */
const HEARTBEAT_SECONDS = 30
/** A job may take as long as its handler allows; this only bounds what a hung node can hold. */
const EXPIRE_SECONDS = 24 * 60 * 60 - 1
const POLL_SECONDS = 1
/** How often the nodes look for one that died. */
const SUPERVISE_SECONDS = 10

interface Worker extends WorkOptions {
  handler: (job: Job<object>) => Promise<void>
}

/** Jobs on PostgreSQL through pg-boss, for several nodes. */
export function bossJobs({ pool }: Database, log: Logger): Jobs {
  const boss = new PgBoss({
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    db: { executeSql: async (text: string, values?: unknown[]) => (pool ? pool.query(text, values) : { rows: [] }) },
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine'))
  const workers = new Map<string, Worker>()
  const running = runningWork()

  const logStop = (error: unknown) => log.error({ err: error }, 'cannot take a queue out of work')

  const startWorker = async (queue: string, { concurrency, handler }: Worker) => {
    await boss.createQueue(queue, {
      policy: 'key_strict_fifo',
      // A job is only repeated when its node died; giving up would hold back every later job of its key.
      retryLimit: 1_000,
      retryDelay: 1,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
    })
    const options = {
      localConcurrency: concurrency,
      batchSize: 1,
      pollingIntervalSeconds: POLL_SECONDS,
      includeMetadata: true,
    }
    await boss.work<object>(queue, options, async (jobs) => {
      for (const job of jobs) {
        const attempt = job.retryCount + 1
        const work = handler({ id: job.id, data: job.data, attempt }).catch((error: unknown) => {
          // Thrown on, pg-boss would repeat the job and hold back its key; a handler that throws is not repeated.
          log.error({ err: error, queue, job: job.id }, 'job failed')
        })
        await running.track(work)
      }
    })
  }

  return {
    work: (queue, options, handler) => {
      workers.set(queue, { ...options, handler: handler as Worker['handler'] })
    },
    send: async (queue, key, data, trx) => {
      // Our naming plugin would rename the engine's own columns.
      const inside = trx && { db: fromKysely(trx.withoutPlugins()) }
      const id = await boss.send(queue, data, { singletonKey: key, ...inside })
      if (id === null) throw new Error(`the job engine refused a job of ${queue}`)
      return id
    },
    cancel: async (queue, id) => {
      await boss.cancel(queue, id)
    },
    start: async () => {
      await boss.start()
      for (const [queue, worker] of workers) await startWorker(queue, worker)
    },
    drain: async (ms) => {
      // The engine would wait for as long as the jobs take; tracked like one of them, it gets no more than our patience.
      for (const queue of workers.keys()) running.track(boss.offWork(queue)).catch(logStop)
      return running.settle(ms)
    },
    stop: async () => {
      // The pool is ours and stays open for the rest of the shutdown.
      await boss.stop({ graceful: false, close: false })
    },
  }
}
