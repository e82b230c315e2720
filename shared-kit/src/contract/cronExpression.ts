/** When a scheduled task runs, as the agent reads it: six fields, the second first, always in UTC. */

/** The fields of an expression in their order. */
export const CRON_FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronFieldName = (typeof CRON_FIELDS)[number]

interface Bounds {
  min: number
  max: number
  /** What may stand for the numbers from `min` on. */
  names: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const BOUNDS: Readonly<Record<CronFieldName, Bounds>> = {
  second: { min: 0, max: 59, names: [] },
  minute: { min: 0, max: 59, names: [] },
  hour: { min: 0, max: 23, names: [] },
  day: { min: 1, max: 31, names: [] },
  month: { min: 1, max: 12, names: MONTHS },
  weekday: { min: 0, max: 6, names: WEEKDAYS },
}

/** Why a text is no expression. */
export interface CronProblem {
  /**
   * `fields`: another number of them; `zone`: names one; `nickname`: as @daily; `form`: a part that cannot be read;
   * `range`: a number too low or too high; `order`: a range that ends before it begins; `step`: one that is none;
   * `never`: no day there is.
   */
  problem: 'fields' | 'form' | 'never' | 'nickname' | 'order' | 'range' | 'step' | 'zone'
  field?: CronFieldName
  /** As it was written. */
  part?: string
  min?: number
  max?: number
  /** How many fields there are. */
  total?: number
}

interface Field {
  values: readonly number[]
  /** Limits no day by itself. */
  isFree: boolean
}

/** What an expression means. */
export interface CronExpression {
  problem?: undefined
  /** With single spaces. */
  text: string
  fields: Readonly<Record<CronFieldName, Field>>
  /** Day and weekday are both limited: a day that fits one of them is enough. */
  isEitherDay: boolean
}

function readNumber(field: CronFieldName, text: string): number | CronProblem {
  const { min, max, names } = BOUNDS[field]
  const place = names.indexOf(text.toLowerCase())
  if (place >= 0) return place + min
  if (!/^\d{1,9}$/.test(text)) return { problem: 'form', field, part: text }
  const number = Number(text)
  return number < min || number > max ? { problem: 'range', field, part: text, min, max } : number
}

/** Both ends of a part, without its step. */
function readEnds(field: CronFieldName, range: string, hasStep: boolean): [number, number] | CronProblem {
  const { min, max } = BOUNDS[field]
  if (range === '*' || range === '?') return [min, max]
  const [first = '', last, ...more] = range.split('-')
  if (more.length > 0) return { problem: 'form', field, part: range }
  const from = readNumber(field, first)
  if (typeof from === 'object') return from
  // As the agent has it: 5/20 is from 5 to the end, each 20.
  if (last === undefined) return [from, hasStep ? max : from]
  const to = readNumber(field, last)
  if (typeof to === 'object') return to
  return from > to ? { problem: 'order', field, part: range } : [from, to]
}

function readPart(field: CronFieldName, part: string): Field | CronProblem {
  const { min, max } = BOUNDS[field]
  const [range = '', stepText, ...more] = part.split('/')
  if (more.length > 0) return { problem: 'form', field, part }
  const ends = readEnds(field, range, stepText !== undefined)
  if (!Array.isArray(ends)) return ends
  const step = stepText === undefined ? 1 : /^\d{1,9}$/.test(stepText) ? Number(stepText) : 0
  if (step < 1 || step > max - min + 1) return { problem: 'step', field, part, max: max - min + 1 }
  const [from, to] = ends
  const values = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
  return { values, isFree: step === 1 && /^[*?]/.test(range) }
}

function readField(field: CronFieldName, text: string): Field | CronProblem {
  const values = new Set<number>()
  let isFree = false
  for (const part of text.split(',')) {
    const read = readPart(field, part)
    if ('problem' in read) return read
    for (const value of read.values) values.add(value)
    isFree ||= read.isFree
  }
  return { values: [...values].sort((one, other) => one - other), isFree }
}

/** Reads an expression, or says why it is none. */
export function readCron(typed: string): CronExpression | CronProblem {
  const parts = typed.trim().split(/\s+/)
  const [first = ''] = parts
  if (/^(cron_)?tz=/i.test(first)) return { problem: 'zone', part: first }
  if (first.startsWith('@')) return { problem: 'nickname', part: first }
  if (parts.length !== CRON_FIELDS.length) return { problem: 'fields', total: first === '' ? 0 : parts.length }
  const fields: Partial<Record<CronFieldName, Field>> = {}
  for (const [index, name] of CRON_FIELDS.entries()) {
    const read = readField(name, parts[index] ?? '')
    if ('problem' in read) return read
    fields[name] = read
  }
  // Each of them was read above.
  const whole = fields as Record<CronFieldName, Field>
  const isEitherDay = !whole.day.isFree && !whole.weekday.isFree
  const expression = { text: parts.join(' '), fields: whole, isEitherDay }
  return cronRuns(expression, Date.UTC(2000, 0)).length === 0 ? { problem: 'never' } : expression
}

const SECOND_MS = 1000
const HOUR_SECONDS = 3600
const MINUTE_SECONDS = 60
const DAY_MS = 86_400_000
/** As far as the agent looks from one run to the next: there is a 29 February in it. */
const DAYS_AHEAD = 5 * 366

function isOn({ fields, isEitherDay }: Pick<CronExpression, 'fields' | 'isEitherDay'>, day: number): boolean {
  const date = new Date(day)
  if (!fields.month.values.includes(date.getUTCMonth() + 1)) return false
  const isDay = fields.day.values.includes(date.getUTCDate())
  const isWeekday = fields.weekday.values.includes(date.getUTCDay())
  return isEitherDay ? isDay || isWeekday : isDay && isWeekday
}

/** The next times an expression comes up after a moment, soonest first; all in Unix milliseconds. */
export function cronRuns(
  expression: Pick<CronExpression, 'fields' | 'isEitherDay'>,
  after: number,
  count = 1,
): number[] {
  const { second, minute, hour } = expression.fields
  const runs: number[] = []
  const earliest = Math.floor(after / SECOND_MS) * SECOND_MS + SECOND_MS
  const today = Math.floor(earliest / DAY_MS) * DAY_MS
  for (let day = today; day < today + count * DAYS_AHEAD * DAY_MS; day += DAY_MS) {
    if (!isOn(expression, day)) continue
    const from = (earliest - day) / SECOND_MS
    for (const hours of hour.values) {
      if ((hours + 1) * HOUR_SECONDS <= from) continue
      for (const minutes of minute.values) {
        const start = hours * HOUR_SECONDS + minutes * MINUTE_SECONDS
        if (start + MINUTE_SECONDS <= from) continue
        for (const seconds of second.values) {
          if (start + seconds < from) continue
          runs.push(day + (start + seconds) * SECOND_MS)
          if (runs.length === count) return runs
        }
      }
    }
  }
  return runs
}
