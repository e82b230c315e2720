import { type CronProblem, readCron } from '@windlass/shared-kit/contract/cronExpression'
import { failed } from '../../platform/errors.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]/

/** What is wrong with an expression, in a sentence. */
function problemText({ problem, field, part, min, max, total }: CronProblem): string {
  switch (problem) {
    case 'fields':
      return `has ${total} fields and needs six: second, minute, hour, day of month, month, day of week; such as 0 */5 * * * *`
    case 'zone':
      return `must not name a time zone (${part}): agents run tasks in UTC`
    case 'nickname':
      return `must have six fields; agents do not know ${part}`
    case 'range':
      return field === 'weekday'
        ? `has the weekday ${part}; weekdays go from 0, Sunday, to 6, Saturday`
        : `has the ${field} ${part}; choose one from ${min} to ${max}`
    case 'order':
      return `has the ${field} ${part}, a range that ends before it begins`
    case 'step':
      return `has the ${field} ${part}; a step goes from 1 to ${max}`
    case 'never':
      return 'never comes up: no month has such a day'
    default:
      return `has the ${field} ${JSON.stringify(part)}, which cannot be read; use numbers, names, * , - / and ?`
  }
}

/** Answers an expression as it is stored. @throws AppError that says what is wrong with it */
export function requireExpression(typed: string): string {
  const read = readCron(typed)
  if (read.problem !== undefined) throw failed(`expression ${problemText(read)}`)
  return read.text
}

/** Answers a command as it is stored. @throws AppError */
export function requireCommand(typed: string): string {
  const command = typed.trim()
  if (command === '') throw failed('command is a required field')
  if (CONTROL.test(command)) throw failed('command must be one line of characters that can be seen')
  return command
}

/** The words of a command as an agent takes them: no quotes, no variables, nothing but white space between. */
export const wordsOf = (command: string): string[] => command.split(/\s+/).filter((word) => word !== '')
