import { unwrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { readCrontab, shellCommand, variablesAt } from '@windlass/shared-kit/contract/crontabText'
import { bytesOfPath } from '@windlass/shared-kit/contract/sftpPath'
import { failed } from '../../platform/errors.ts'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import { RUN } from './crontabPrograms.ts'

/** These are cron's own; it does not take them from a crontab. */
const FIXED = new Set(['LOGNAME', 'USER'])
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A line of a crontab as a script, and how people read it. */
export interface LineRun {
  script: string
  told: string
}

const base64 = (text: string): string => Buffer.from(bytesOfPath(text)).toString('base64')

/**
 * Makes a script that runs a line as cron would: the variables above it, `%` as cron reads it, and the lock of its option;
 * what its log would get is said instead.
 * @param user whose crontab it is, "" for the account of the connection
 * @throws AppError when the line runs nothing
 */
export function lineRun(raw: string, line: number, user: string): LineRun {
  const lines = readCrontab(raw)
  const entry = lines[line - 1]
  if (entry?.kind !== 'entry') throw failed(`line ${line} runs nothing; choose a line with a time and a command`)
  const wrapped = unwrapCommand(entry.command)
  const { command, input } = shellCommand(wrapped.command)
  const variables = variablesAt(lines, line - 1)
  const home = variables.get('HOME') ?? ''
  const shell = variables.get('SHELL') ?? '/bin/sh'
  const passed = [...variables].filter(([name]) => NAME.test(name) && !FIXED.has(name))
  const words = [
    ...[user, home, shell, wrapped.lock, base64(command), input === undefined ? '' : base64(input)],
    ...passed.map(([name, value]) => `${name}=${value}`),
  ]
  return { script: quoteProgram(RUN, words), told: wrapped.command }
}
