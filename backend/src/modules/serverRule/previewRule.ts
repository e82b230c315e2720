import type { RulePreview } from '@windlass/shared-kit/contract/serverRule'
import type { Bucket } from '../metrics/metricReader.ts'
import { inSteps } from '../metrics/metricReader.ts'
import { isDue, isHit, judgeRule, type RuleMemory, type RuleTerms, windowStart, windowValue } from './judgeRule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Fine enough to see a peak, few enough to draw. */
const POINT_MS = 5 * MINUTE_MS
const DECIMALS = 10_000

const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS

/** The values in (from, to]; `buckets` are in order. */
function valuesBetween(buckets: readonly Bucket[], from: number, to: number): number[] {
  let [low, high] = [0, buckets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((buckets[middle]?.time ?? 0) > from) high = middle
    else low = middle + 1
  }
  const found: number[] = []
  for (let index = low; index < buckets.length; index++) {
    const bucket = buckets[index]
    if (!bucket || bucket.time > to) break
    found.push(bucket.mean)
  }
  return found
}

/** What has to be known for a preview of the last day: a window more than it. */
export const previewRange = (terms: RuleTerms, now: number) => ({
  from: windowStart(terms, now - DAY_MS),
  to: now,
})

/** Lets a rule live through the last day again. `lines` are the minutes of its item, by series. */
export function previewRule(terms: RuleTerms, lines: readonly (readonly Bucket[])[], now: number): RulePreview {
  const from = now - DAY_MS
  const valueAt = (time: number) =>
    windowValue(
      terms.formula,
      lines.flatMap((buckets) => valuesBetween(buckets, windowStart(terms, time), time)),
    )
  const evaluations: RulePreview['evaluations'] = []
  const firings: RulePreview['firings'] = []
  let memory: RuleMemory = { last: 0, silentUntil: 0 }
  let isFiring = false
  for (let minute = Math.ceil(from / MINUTE_MS); minute * MINUTE_MS <= now; minute++) {
    if (!isDue(terms, minute)) continue
    const time = minute * MINUTE_MS
    const value = valueAt(time)
    if (value === undefined) continue
    const verdict = judgeRule(terms, memory, value, time)
    memory = verdict.memory
    evaluations.push({ time, value: rounded(value), isHit: verdict.isHit })
    if (verdict.tells || (verdict.warns && !isFiring)) {
      firings.push({ time, value: rounded(value), isTold: verdict.tells })
    }
    isFiring = verdict.isHit && (isFiring || verdict.warns)
  }
  const newest = valueAt(now)
  const line = (lines[0] ?? []).filter(({ time }) => time >= from)
  return {
    ...{ from, to: now, step: POINT_MS, evaluations, firings },
    points: inSteps(line, POINT_MS).map(({ time, mean, least, most }) => ({
      time,
      ...{ value: rounded(mean), min: rounded(least), max: rounded(most) },
    })),
    now: newest === undefined ? null : { value: rounded(newest), isHit: isHit(terms, newest) },
  }
}
