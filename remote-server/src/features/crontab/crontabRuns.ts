import { CRONTAB_WORDS, expressionProblem, plainExpression } from '@windlass/shared-kit/contract/crontabText'
import { Cron } from 'croner'

/** When a line runs next; or why no clock can tell. */
export type NextRuns = { kind: 'times'; times: readonly Date[] } | { kind: 'start' | 'never' | 'random' | 'wrong' }

/**
 * The next times of an expression as the cron of Debian and cronie reckon them: a day field that begins with a star limits
 * together with the other one, and a run at a fixed time is made up for when clocks leap over it and does not run twice.
 */
export function nextRuns(expression: string, zone: string, from: Date, count = 3): NextRuns {
  const plain = plainExpression(expression)
  if (expressionProblem(plain)) return { kind: 'wrong' }
  const fields = plain.startsWith('@') ? (CRONTAB_WORDS[plain.toLowerCase()] ?? '') : plain
  if (fields === '') return { kind: 'start' }
  if (fields.includes('~')) return { kind: 'random' }
  const [, , day = '', , weekday = ''] = fields.split(' ')
  const isBoth = day.startsWith('*') || weekday.startsWith('*')
  try {
    const cron = new Cron(fields, {
      ...{ timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard', sloppyRanges: true, paused: true },
      domAndDow: isBoth,
    })
    const times = cron.nextRuns(count, from)
    return times.length === 0 ? { kind: 'never' } : { kind: 'times', times }
  } catch {
    // It knows less than some crons do, and those have the last word.
    return { kind: 'random' }
  }
}

/** A zone for the clock of a server that names none: its difference from UTC. */
export function zoneOr(zone: string, offset: number): string {
  if (zone !== '') return zone
  const minutes = Math.abs(offset)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Whether a day is enough that fits one of the two fields, because both are limited and neither begins with a star. */
export function isEitherDay(expression: string): boolean {
  const [, , day = '*', , weekday = '*'] = plainExpression(expression).split(' ')
  return !day.startsWith('*') && !weekday.startsWith('*')
}

/** Further away, a day of the year may be meant of another year. */
const FAR_MS = 330 * 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** A time as a clock of a zone shows it, with its year where that is not clear. */
export function zonedTime(time: Date, zone: string, language: string, now: number): string {
  const isFar = Math.abs(time.getTime() - now) > FAR_MS
  const key = `${language} ${zone} ${isFar}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, {
      ...{ timeZone: zone, weekday: 'short', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      ...{ hourCycle: 'h23', ...(isFar && { year: 'numeric' }) },
    })
  formats.set(key, format)
  return format.format(time)
}
