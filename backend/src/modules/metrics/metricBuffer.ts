import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMetricSampleStore, HOUR_MS, type SampleRecord } from './metricSample.store.ts'
import { createMetricSeriesStore, SERIES_A_SERVER, type SeriesName } from './metricSeries.store.ts'
import { type AgentSeen, createMetricSourceStore } from './metricSource.store.ts'

/** Many values share one transaction, and nobody waits long: whoever sends one hears of it only when it is stored. */
const FLUSH_MS = 250
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

interface KnownSeries {
  id: number
  seenTime: number
}

const nameOf = ({ type, item }: Pick<SeriesName, 'type' | 'item'>) => `${type} ${item}`

/** The ids of series by their names, each server's read once. */
function createSeriesIds(db: Platform['db']) {
  const series = createMetricSeriesStore(db)
  const known = new Map<number, Map<string, KnownSeries>>()

  const load = async (serverId: number): Promise<Map<string, KnownSeries>> => {
    const rows = await series.ofServer(serverId)
    const found = new Map(rows.map((row) => [nameOf(row), { id: row.id, seenTime: row.seenTime }]))
    known.set(serverId, found)
    return found
  }
  return {
    /** Forgets a server: a chore may have removed what was not measured for long. */
    clear: () => known.clear(),
    /** The series of a server by name; more than a server may have are left out. */
    ofServer: async (
      serverId: number,
      wanted: readonly SeriesName[],
      now: number,
    ): Promise<Map<string, KnownSeries>> => {
      let found = known.get(serverId) ?? (await load(serverId))
      const missing = new Map(wanted.filter((name) => !found.has(nameOf(name))).map((name) => [nameOf(name), name]))
      if (missing.size > 0 && found.size < SERIES_A_SERVER) {
        await series.add([...missing.values()].slice(0, SERIES_A_SERVER - found.size), now)
        found = await load(serverId)
      }
      const stale = [...found.values()].filter(({ seenTime }) => now - seenTime > HOUR_MS)
      if (stale.length > 0) {
        const seen = new Set(wanted.map((name) => found.get(nameOf(name))))
        const touched = stale.filter((one) => seen.has(one))
        for (const one of touched) one.seenTime = now
        if (touched.length > 0)
          await series.touch(
            touched.map(({ id }) => id),
            now,
          )
      }
      return found
    },
  }
}

type SeriesIds = ReturnType<typeof createSeriesIds>

/** The rows to write (a minute that came twice is the later one), and who sent more than a server may have. */
async function rowsOf(ids: SeriesIds, batch: readonly Waiting[], now: number) {
  const byServer = Map.groupBy(
    batch.flatMap(({ values }) => values),
    ({ serverId }) => serverId,
  )
  const rows = new Map<string, SampleRecord>()
  const refused = new Set<Measured>()
  for (const [serverId, values] of byServer) {
    const series = await ids.ofServer(serverId, values, now)
    for (const measured of values) {
      const found = series.get(nameOf(measured))
      if (!found) {
        refused.add(measured)
        continue
      }
      const { minute, value } = measured
      rows.set(`${found.id} ${minute}`, { minute, seriesId: found.id, value })
    }
  }
  // In the order of the key, as they are stored.
  const ordered = [...rows.values()].sort((one, other) => one.minute - other.minute || one.seriesId - other.seriesId)
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
