import { METRIC_MINUTES_KEPT_DAYS, METRIC_POINTS } from '@windlass/shared-kit/contract/serverMetrics'
import type { Db } from '../../platform/db.ts'
import { createMetricSampleStore, HOUR_MS, MINUTE_MS, type SampleRecord } from './metricSample.store.ts'
import { MINUTES_AN_HOUR, unpackMinutes } from './minutePack.ts'

/** A minute, or a step of several: `mean` of `count` values between `least` and `most`, from `time` on. */
export interface Bucket {
  time: number
  count: number
  mean: number
  least: number
  most: number
}

/** Steps between two points, in minutes. From an hour on they are made of whole hours. */
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440] as const
const DAY_MS = 24 * HOUR_MS

/** The shortest step that shows a range in few enough points, and for which it is still known. */
export function stepFor(from: number, to: number, now: number): number {
  // Both ends may begin in the middle of a step, which makes one more.
  const least = (to - from) / MINUTE_MS / (METRIC_POINTS - 1)
  const step = STEPS.find((minutes) => minutes >= least) ?? STEPS[STEPS.length - 1] ?? 1
  const hasMinutes = from >= now - METRIC_MINUTES_KEPT_DAYS * DAY_MS
  return Math.max(step, hasMinutes ? 1 : MINUTES_AN_HOUR) * MINUTE_MS
}

/** Puts what lies in one step together; what goes in must be in order. */
export function inSteps(buckets: readonly Bucket[], step: number): Bucket[] {
  const found: Bucket[] = []
  for (const bucket of buckets) {
    const time = Math.floor(bucket.time / step) * step
    const last = found.at(-1)
    if (last?.time !== time) {
      found.push({ ...bucket, time })
      continue
    }
    const count = last.count + bucket.count
    last.mean = (last.mean * last.count + bucket.mean * bucket.count) / count
    last.count = count
    last.least = Math.min(last.least, bucket.least)
    last.most = Math.max(last.most, bucket.most)
  }
  return found
}

const oneMinute = ({ minute, value }: SampleRecord): Bucket => ({
  time: minute * MINUTE_MS,
  ...{ count: 1, mean: value, least: value, most: value },
})

type BySeries = Map<number, Bucket[]>

const emptyFor = (seriesIds: readonly number[]): BySeries => new Map(seriesIds.map((id) => [id, []]))

/** Adds minutes that are not packed yet, which are in order. Those that came after their hour was packed belong between others. */
function withRecent(found: BySeries, samples: readonly SampleRecord[]): BySeries {
  const late = new Set<number>()
  for (const sample of samples) {
    const buckets = found.get(sample.seriesId)
    const bucket = oneMinute(sample)
    if ((buckets?.at(-1)?.time ?? 0) >= bucket.time) late.add(sample.seriesId)
    buckets?.push(bucket)
  }
  for (const seriesId of late) {
    // Of two for the same minute the later one counts, which stands behind.
    const byTime = new Map(found.get(seriesId)?.map((bucket) => [bucket.time, bucket]))
    const inOrder = [...byTime.values()].sort((one, other) => one.time - other.time)
    found.set(seriesId, inOrder)
  }
  return found
}

/** Reads series back, whether their values are packed already or not. Times are Unix milliseconds, both ends included. */
export interface MetricReader {
  /** Each minute in order, by series. */
  minutes(seriesIds: readonly number[], from: number, to: number): Promise<BySeries>
  /** Steps of `step` in order, by series. */
  steps(seriesIds: readonly number[], range: { from: number; to: number; step: number }): Promise<BySeries>
}

/** Creates the reader. */
export function createMetricReader(db: Db): MetricReader {
  const store = createMetricSampleStore(db)

  const recent = async (seriesIds: readonly number[], from: number, to: number) => {
    const oldest = await store.oldestMinute()
    if (oldest === undefined) return []
    return store.between(seriesIds, Math.max(oldest, Math.ceil(from / MINUTE_MS)), Math.floor(to / MINUTE_MS))
  }

  const minutes: MetricReader['minutes'] = async (seriesIds, from, to) => {
    const found = emptyFor(seriesIds)
    // First: what is packed in between is then found twice, and not nowhere.
    const newest = await recent(seriesIds, from, to)
    const packs = await store.packs(seriesIds, Math.floor(from / HOUR_MS), Math.floor(to / HOUR_MS))
    for (const { seriesId, hour, pack } of packs) {
      const buckets = found.get(seriesId)
      for (const [index, value] of unpackMinutes(pack).entries()) {
        const minute = hour * MINUTES_AN_HOUR + index
        const time = minute * MINUTE_MS
        if (value !== undefined && time >= from && time <= to) buckets?.push(oneMinute({ minute, seriesId, value }))
      }
    }
    return withRecent(found, newest)
  }

  const hours = async (
    seriesIds: readonly number[],
    { from, to, step }: { from: number; to: number; step: number },
  ) => {
    const found = emptyFor(seriesIds)
    const span = { from: Math.floor(from / HOUR_MS), to: Math.floor(to / HOUR_MS), length: step / HOUR_MS }
    for (const { seriesId, hour, count, mean, least, most } of await store.hours(seriesIds, span)) {
      found.get(seriesId)?.push({ time: hour * HOUR_MS, count, mean, least, most })
    }
    for (const sample of await recent(seriesIds, from, to)) found.get(sample.seriesId)?.push(oneMinute(sample))
    return found
  }

  return {
    minutes,
    steps: async (seriesIds, { from, to, step }) => {
      const found = step < HOUR_MS ? await minutes(seriesIds, from, to) : await hours(seriesIds, { from, to, step })
      return step === MINUTE_MS ? found : new Map([...found].map(([id, buckets]) => [id, inSteps(buckets, step)]))
    },
  }
}
