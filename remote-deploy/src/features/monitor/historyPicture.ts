import type { MonitorBucket } from '@windlass/shared-kit/contract/monitor'
import { formatNumber } from '@windlass/shared-kit/i18n'
import type { PlotPicture } from '@windlass/shared-kit/plot'
import type { Palette } from '@windlass/shared-kit/theme'

/** What is drawn: every bucket of a range, with a hole where nothing was checked. */
export interface HistoryData {
  from: number
  to: number
  bucketMs: number
  buckets: readonly MonitorBucket[]
}

/** One number for each bucket of the range, so that holes are seen as holes. */
function columns({ from, to, bucketMs, buckets }: HistoryData) {
  const byTime = new Map(buckets.map((bucket) => [bucket.time, bucket]))
  const times = Array.from({ length: Math.round((to - from) / bucketMs) }, (_each, index) => from + index * bucketMs)
  const column = (of: (bucket: MonitorBucket) => number | null) =>
    times.map((time) => {
      const bucket = byTime.get(time)
      return bucket ? of(bucket) : null
    })
  return { times, column }
}

/** How many checks passed, as a share of each bar. */
export function uptimePicture(data: HistoryData, { success, failed }: Palette): PlotPicture {
  const { times, column } = columns(data)
  const share = ({ count, failures }: MonitorBucket) => ((count - failures) / count) * 100
  return {
    ...{ times, from: data.from, to: data.to },
    bars: [
      { color: success, values: column(share) },
      { color: failed, values: column((bucket) => 100 - share(bucket)) },
    ],
    top: { exact: 100 },
    format: (value) => `${formatNumber(value)} %`,
  }
}

/** How long those took that passed: the mean, between the fastest and the slowest. */
export function latencyPicture(data: HistoryData, { accent }: Palette): PlotPicture {
  const { times, column } = columns(data)
  const passed = (value: (bucket: MonitorBucket) => number) =>
    column((bucket) => (bucket.count > bucket.failures ? value(bucket) : null))
  return {
    ...{ times, from: data.from, to: data.to },
    bands: [{ color: accent, low: passed(({ min }) => min), high: passed(({ max }) => max) }],
    lines: [{ color: accent, values: passed(({ mean }) => mean) }],
    format: (value) => `${formatNumber(value)} ms`,
  }
}
