import { offsetAt } from '@windlass/shared-kit/i18n'
import { Cron } from 'croner'
import { meaningOf } from '../../parts/zonedTime.ts'
import { FIELDS, type FieldName } from './cronFields.ts'
import type { CronExpression } from './readCron.ts'

/** What the clocks of the zone did to a run. */
export type RunNote = 'first' | 'moved' | 'once' | 'second'

export interface Run {
  instant: number
  note?: RunNote
}

/** The next runs; or why there are none to show. */
export type CronPlan = { kind: 'runs'; runs: readonly Run[] } | { kind: 'never' | 'over' | 'start' | 'unknown' }

const DEFAULTS: Readonly<Record<FieldName, string>> = {
  second: '0',
  minute: '*',
  hour: '*',
  day: '*',
  month: '*',
  weekday: '*',
  year: '*',
}

const textOf = ({ fields }: CronExpression, name: FieldName) =>
  fields.find((field) => field.name === name)?.text ?? DEFAULTS[name]

/** A field that begins with an asterisk limits no day by itself: then both have to match, as crontab(5) has it. */
export function dayRule(expression: CronExpression): 'both' | 'either' | undefined {
  const [day, weekday] = [textOf(expression, 'day'), textOf(expression, 'weekday')]
  const isFree = (text: string) => text === '*' || text === '?'
  if (isFree(day) || isFree(weekday)) return undefined
  return day.startsWith('*') || weekday.startsWith('*') ? 'both' : 'either'
}

/** Jobs at fixed times are made up for when clocks leap over them and do not run twice; jobs at intervals just go on. */
function isFixed(expression: CronExpression): boolean {
  return (['second', 'minute', 'hour'] as const).every((name) => !/[*/]/.test(textOf(expression, name)))
}

function noteOf(run: Date, cron: Cron, isFixedTime: boolean, zone: string): RunNote | undefined {
  const instant = run.getTime()
  if (!cron.match(run)) return 'moved'
  const meaning = meaningOf(instant + offsetAt(instant, zone), zone)
  if (meaning.kind !== 'twice') return undefined
  if (isFixedTime) return 'once'
  return meaning.earlier === instant ? 'first' : 'second'
}

/** The next runs of an expression in a zone, with what daylight saving does to them. */
export function cronRuns(expression: CronExpression, zone: string, from: number, count = 10): CronPlan {
  if (expression.isAtStart) return { kind: 'start' }
  const plans = new Map(expression.fields.map(({ name, plan }) => [name, plan]))
  const parts = FIELDS.map((name) => (plans.has(name) ? plans.get(name) : DEFAULTS[name]))
  if (parts.includes(undefined)) return { kind: 'unknown' }
  const cron = new Cron(parts.join(' '), {
    timezone: zone,
    sloppyRanges: true,
    fixedTimeRule: 'no-wildcard',
    domAndDow: dayRule(expression) !== 'either',
    paused: true,
  })
  const dates = cron.nextRuns(count, new Date(from))
  if (dates.length === 0) return { kind: cron.previousRuns(1, new Date(from)).length > 0 ? 'over' : 'never' }
  const isFixedTime = isFixed(expression)
  const runs = dates.map((date) => {
    const note = noteOf(date, cron, isFixedTime, zone)
    return { instant: date.getTime(), ...(note && { note }) }
  })
  return { kind: 'runs', runs }
}
