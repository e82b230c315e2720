import type { Logger } from 'pino'
import type { Db } from '../../platform/db.ts'
import { createLeaseStore, type StateColumns } from './lease.store.ts'
import { createSampleStore, type Sample } from './sample.store.ts'

/** What a kill may lose of the history: a second. Notices and incidents never wait. */
const FLUSH_MS = 1_000
/** Without a database, checks go on; of their samples no more than this is kept in memory. */
const KEPT_SAMPLES = 100_000

/** Collects what checks found and writes it in one transaction a second. */
export interface WriteBehind {
  add(sample: Sample): void
  /** The state is read when it is written. */
  touch(monitorId: number): void
  flush(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** @param stateOf how a monitor stands now; undefined when this node does not look after it any more */
export function createWriteBehind(
  { db, node, log }: { db: Db; node: string; log: Logger },
  stateOf: (monitorId: number) => StateColumns | undefined,
): WriteBehind {
  let samples: Sample[] = []
  let touched = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    if (samples.length === 0 && touched.size === 0) return
    const batch = { samples, touched }
    samples = []
    touched = new Set()
    const states = [...batch.touched].flatMap((id) => stateOf(id) ?? [])
    try {
      await db.transaction().execute(async (trx) => {
        if (states.length > 0) await createLeaseStore(trx, node).saveAll(states)
        if (batch.samples.length > 0) await createSampleStore(trx).addAll(batch.samples)
      })
    } catch (error) {
      log.error({ err: error, samples: batch.samples.length }, 'what monitors found cannot be written; trying again')
      samples = [...batch.samples, ...samples].slice(-KEPT_SAMPLES)
      touched = new Set([...batch.touched, ...touched])
    }
  }
  const flush = () => {
    writing = writing.then(write)
    return writing
  }

  return {
    add: (sample) => samples.push(sample),
    touch: (monitorId) => touched.add(monitorId),
    flush,
    start: () => {
      timer = setInterval(() => void flush(), FLUSH_MS)
    },
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
