import { setTimeout as wait } from 'node:timers/promises'
import { METRIC_KEPT_DAYS, METRIC_MINUTES_KEPT_DAYS } from '@windlass/shared-kit/contract/serverMetrics'
import type { Db } from '../../platform/db.ts'
import {
  createMetricSampleStore,
  HOUR_MS,
  type HourRecord,
  MINUTE_MS,
  type PackRecord,
  type SampleRecord,
} from './metricSample.store.ts'
import { createMetricSeriesStore } from './metricSeries.store.ts'
import { MINUTES_AN_HOUR, packMinutes, unpackMinutes } from './minutePack.ts'

/** Zones are told to a quarter of an hour, so a value may belong to a minute up to half of that ago. */
const LATE_MINUTES = 10
/** With SQLite nothing else runs while a statement does: this many series take some ten milliseconds. */
const SERIES_AT_ONCE = 50
const PAUSE_MS = 5
const DAY_HOURS = 24
/** As far as a column goes. */
const ALL = 2_147_483_647
const DAY_MS = DAY_HOURS * HOUR_MS

/** The whole of an hour, in one row for charts and one with the minutes. */
function wholeHour(seriesId: number, hour: number, minutes: readonly (number | undefined)[]) {
  const values = minutes.filter((value) => value !== undefined)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const row: HourRecord = {
    ...{ seriesId, hour, count: values.length, mean },
    ...{ least: Math.min(...values), most: Math.max(...values) },
  }
  const pack: PackRecord = { seriesId, hour, pack: packMinutes(minutes) }
  return { row, pack }
}

function bySeries(samples: readonly SampleRecord[]): Map<number, (number | undefined)[]> {
  const found = new Map<number, (number | undefined)[]>()
  for (const { seriesId, minute, value } of samples) {
    const minutes = found.get(seriesId) ?? Array.from<undefined>({ length: MINUTES_AN_HOUR })
    minutes[minute % MINUTES_AN_HOUR] = value
    found.set(seriesId, minutes)
  }
  return found
}

/** Packs one hour of a few series. What a second node did at the same moment, or a crash left behind, is taken in. */
async function packHour(db: Db, hour: number, seriesIds: readonly number[]): Promise<void> {
  const [first, last] = [seriesIds[0], seriesIds.at(-1)]
  if (first === undefined || last === undefined) return
  await db.transaction().execute(async (trx) => {
    const store = createMetricSampleStore(trx)
    const from = hour * MINUTES_AN_HOUR
    const found = bySeries(await store.between(seriesIds, from, from + MINUTES_AN_HOUR - 1))
    if (found.size === 0) return
    for (const { seriesId, pack } of await store.packs([...found.keys()], hour, hour)) {
      const before = unpackMinutes(pack)
      const minutes = found.get(seriesId)
      if (minutes)
        found.set(
          seriesId,
          minutes.map((value, index) => value ?? before[index]),
        )
    }
    const whole = [...found].map(([seriesId, minutes]) => wholeHour(seriesId, hour, minutes))
    await store.addHours(
      whole.map(({ row }) => row),
      whole.map(({ pack }) => pack),
    )
    await store.remove(hour, [first, last])
  })
}

/** Does something for all series, a few at a time, with pauses in which others are served. */
async function forAllSeries(db: Db, signal: AbortSignal, run: (ids: number[]) => Promise<void>): Promise<void> {
  const series = createMetricSeriesStore(db)
  for (let after = 0; ; ) {
    const ids = await series.idsAfter(after, SERIES_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined || signal.aborted) return
    await run(ids)
    after = last
    await wait(PAUSE_MS)
  }
}

/** Packs the hours that are over. Every node may do it at once: the same comes of it. */
export async function packHours(db: Db, signal: AbortSignal, now = Date.now()): Promise<void> {
  const store = createMetricSampleStore(db)
  const end = Math.floor((now / MINUTE_MS - LATE_MINUTES) / MINUTES_AN_HOUR)
  for (let before = -1; !signal.aborted; ) {
    const oldest = await store.oldestMinute()
    const hour = oldest === undefined ? end : Math.floor(oldest / MINUTES_AN_HOUR)
    // What an hour leaves behind belongs to series that are gone.
    if (hour >= end) return
    if (hour === before) await store.remove(hour, [0, ALL])
    else await forAllSeries(db, signal, (ids) => packHour(db, hour, ids))
    before = hour
  }
}

/** Removes minutes and hours that are too old, and series of which nothing is left. */
export async function forgetOld(db: Db, signal: AbortSignal, now = Date.now()): Promise<void> {
  const store = createMetricSampleStore(db)
  const series = createMetricSeriesStore(db)
  const today = Math.floor(now / HOUR_MS)
  const before = {
    packs: today - METRIC_MINUTES_KEPT_DAYS * DAY_HOURS,
    hours: today - METRIC_KEPT_DAYS * DAY_HOURS,
  }
  await forAllSeries(db, signal, async (ids) => {
    await store.forget(ids, before)
    const gone = await series.forgotten(ids, now - METRIC_KEPT_DAYS * DAY_MS)
    if (gone.length === 0) return
    await store.forget(gone, { packs: ALL, hours: ALL })
    await series.remove(gone)
  })
}
