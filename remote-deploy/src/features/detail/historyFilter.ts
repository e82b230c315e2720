import type { InputOf } from '@windlass/shared-kit/contract'
import type { DeployHistory } from '@windlass/shared-kit/contract/deploy'
import { readField, wireTimestamp } from '@windlass/shared-kit/i18n'

/** What the history is narrowed to, as the address holds it; "" is not narrowed. */
export const NO_FILTER = { by: '', result: '', branch: '', commit: '', file: '', committed: '', deployed: '' } as const
export type HistoryFilter = { readonly [Name in keyof typeof NO_FILTER]: string }

/** The days of a range, which the address holds as `2026-11-01,2026-11-20`; either may be open. */
export const daysOf = (range: string): readonly [string, string] => {
  const [from = '', to = ''] = range.split(',')
  return [from, to]
}

/** The other way round; "" when both ends are open. */
export const rangeOf = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from},${to}`)

/** How many filters are set. */
export const filterCount = (filter: HistoryFilter): number =>
  Object.values(filter).filter((value) => value !== '').length

/** The wire cannot leave an end open. */
const FIRST = '1970-01-01 00:00:00'
const LAST = '2999-12-31 23:59:59'
const SECOND_MS = 1_000

/** A day later; reckoned as UTC, in which each day has 24 hours. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, day.length)

/** Whole days of whoever asks, from the first second of one to the last of the other, by the clock of the server. */
function timesOf(range: string): string {
  const [from, to] = daysOf(range)
  const isDay = (day: string) => !Number.isNaN(readField(day))
  const start = isDay(from) ? wireTimestamp(readField(from)) : FIRST
  const end = isDay(to) ? wireTimestamp(readField(dayAfter(to)) - SECOND_MS) : LAST
  return `${start},${end}`
}

/** The filter as the server is asked with it. */
export function historyInput(
  filter: HistoryFilter,
): Omit<InputOf<typeof DeployHistory>, 'page' | 'projectId' | 'rows'> {
  const user = Number(filter.by)
  return {
    ...(Number.isInteger(user) && user > 0 && { userId: user }),
    ...(filter.result === '1' && { state: 1 as const }),
    ...(filter.result === '0' && { state: 0 as const }),
    ...(filter.branch && { branch: filter.branch }),
    ...(filter.commit && { commit: filter.commit }),
    ...(filter.file && { filename: filter.file }),
    ...(filter.committed && { commitDate: timesOf(filter.committed) }),
    ...(filter.deployed && { deployDate: timesOf(filter.deployed) }),
  }
}
