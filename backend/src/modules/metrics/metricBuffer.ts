import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMetricSampleStore, type SampleRecord } from './metricSample.store.ts'
import { SERIES_A_SERVER, type SeriesName } from './metricSeries.store.ts'
import { type AgentSeen, createMetricSourceStore } from './metricSource.store.ts'
import { createSeriesIds, type SeriesIds } from './seriesIds.ts'

/**
 * Values share a transaction, and nobody waits long: whoever sends one hears of it only when it is stored, and older
 * agents send the next one only then. While one transaction is on its way to the disk, the next one fills.
 */
const FLUSH_MS = 25
/** While the database does not answer, those who wait pile up; more than this are turned away at once. */
const MOST_WAITING = 50_000

const TOO_MANY = `a server may have ${SERIES_A_SERVER} items; this one would be more`

/** One value on its way into the database. */
export interface Measured extends SeriesName {
  minute: number
  value: number
}

/** Collects values and writes them together. */
export interface MetricBuffer {
  /** Resolves when all of them are stored. @throws AppError when they were not */
  add(values: readonly Measured[], agent?: AgentSeen): Promise<void>
  stop(): Promise<void>
}

interface Waiting {
  values: readonly Measured[]
  agent: AgentSeen | undefined
  resolve: () => void
  reject: (error: unknown) => void
}

/** The rows to write (a minute that came twice is the later one), and who sent more than a server may have. */
async function rowsOf(ids: SeriesIds, batch: readonly Waiting[], now: number) {
  const all = batch.flatMap(({ values }) => values)
  const idOf = await ids.find(all, now)
  const rows = new Map<number, Map<number, SampleRecord>>()
  const refused = new Set<Measured>()
  for (const measured of all) {
    const seriesId = idOf(measured)
    if (seriesId === undefined) {
      refused.add(measured)
      continue
    }
    const { minute, value } = measured
    const ofMinute = rows.get(minute) ?? new Map<number, SampleRecord>()
    rows.set(minute, ofMinute.set(seriesId, { minute, seriesId, value }))
  }
  const ordered = [...rows.values()].flatMap((ofMinute) => [...ofMinute.values()])
  // In the order of the key, as they are stored.
  ordered.sort((one, other) => one.minute - other.minute || one.seriesId - other.seriesId)
  return { rows: ordered, refused }
}

/** Creates the buffer. */
export function createMetricBuffer({ db, log }: Pick<Platform, 'db' | 'log'>): MetricBuffer & { forgetSeries(): void } {
  const ids = createSeriesIds(db)
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const { rows, refused } = await rowsOf(ids, batch, Date.now())
      const agents = new Map(batch.flatMap(({ agent }) => (agent ? [[agent.serverId, agent] as const] : [])))
      await db.transaction().execute(async (trx) => {
        await createMetricSampleStore(trx).addAll(rows)
        await createMetricSourceStore(trx).agentsSeen([...agents.values()])
      })
      for (const { values, resolve, reject } of batch) {
        if (values.some((value) => refused.has(value))) reject(failed(TOO_MANY))
        else resolve()
      }
    } catch (error) {
      log.error({ err: error, values: batch.length }, 'measurements cannot be stored; their senders are told')
      ids.clear()
      for (const { reject } of batch) reject(failed('the value could not be stored; send the next one'))
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    add: (values, agent) => {
      if (waiting.length >= MOST_WAITING) return Promise.reject(failed('too many values wait to be stored'))
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
      return new Promise((resolve, reject) => waiting.push({ values, agent, resolve, reject }))
    },
    forgetSeries: ids.clear,
    stop: flush,
  }
}
