import { Cron } from 'croner'
import { failed } from '../../platform/errors.ts'

const NICKNAMES = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly', '@annually', '@midnight']
const FIELDS = 5

const open = (expression: string, zone: string): Cron =>
  // As crontab does it: a run at a fixed time is made up for when clocks leap over it, and does not run twice.
  new Cron(expression, { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })

/** Answers an expression as it is stored. @throws AppError that says what is wrong with it */
export function requireRepetition(text: string, zone: string): string {
  const expression = text.trim().replaceAll(/\s+/g, ' ')
  const isNickname = NICKNAMES.includes(expression.toLowerCase())
  if (!isNickname && expression.split(' ').length !== FIELDS) {
    throw failed('cron must have five fields: minute, hour, day of month, month, day of week; such as 30 2 * * 1-5')
  }
  let cron: Cron
  try {
    cron = open(expression, zone)
  } catch (error) {
    throw failed(`cron cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (cron.nextRun() === null) throw failed(`the expression ${JSON.stringify(expression)} never comes up`)
  return expression
}

/** The next times an expression comes up after a moment, soonest first. */
export const nextTimes = (expression: string, zone: string, after: number, count = 1): number[] =>
  open(expression, zone)
    .nextRuns(count, new Date(after))
    .map((date) => date.getTime())
