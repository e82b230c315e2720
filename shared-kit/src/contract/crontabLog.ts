import { percentAt } from './crontabText.ts'

/*
 * What our options put around a command. The whole of it stands in the line itself, so that cron needs nothing of ours:
 *
 *   flock -n /home/me/cron.log.lock "$SHELL" -c 'command' >>/home/me/cron.log 2>&1 #windlass:log,lock
 *
 * Only a line that this would write again in the same way counts as ours.
 */

/** What is to happen around a command. */
export interface CommandOptions {
  /** Where its output is appended; "" sends it to the mail of cron. */
  log: string
  /** Held while it runs, so that the next run is left out; "" lets runs overlap. */
  lock: string
}

/** A path that needs no quotes in a shell and no care in a crontab. */
export const isPlainLogPath = (path: string): boolean =>
  /^\/[A-Za-z0-9._@+/-]+$/.test(path) && !path.endsWith('/') && !path.split('/').includes('..')

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const unquote = (text: string) => text.replaceAll("'\\''", "'")

const WRAPPED = /^(?:flock -n (\S+) )?"\$SHELL" -c '(.*)'(?: >>(\S+) 2>&1)? #windlass:(log|lock|log,lock)$/s

/** The name of the lock beside a log. */
export const lockBeside = (log: string): string => `${log}.lock`

/** The command with what is to happen around it; the same command when nothing is. */
export function wrapCommand(command: string, { log, lock }: CommandOptions): string {
  if (log === '' && lock === '') return command
  // What follows the first bare % is the input of the command, and the options belong before it.
  const at = percentAt(command)
  const [program, input] = at < 0 ? [command, ''] : [command.slice(0, at), command.slice(at)]
  const marks = [...(log === '' ? [] : ['log']), ...(lock === '' ? [] : ['lock'])].join(',')
  const before = lock === '' ? '' : `flock -n ${lock} `
  const after = log === '' ? '' : ` >>${log} 2>&1`
  return `${before}"$SHELL" -c ${quote(program)}${after} #windlass:${marks}${input}`
}

/** What a command is without our options, and which it has. */
export function unwrapCommand(command: string): CommandOptions & { command: string } {
  const none = { command, log: '', lock: '' }
  const at = percentAt(command)
  const [line, input] = at < 0 ? [command, ''] : [command.slice(0, at), command.slice(at)]
  const [, lock = '', program = '', log = ''] = WRAPPED.exec(line) ?? []
  const found = { command: unquote(program) + input, log, lock }
  const isPlain = [log, lock].every((path) => path === '' || isPlainLogPath(path))
  return isPlain && wrapCommand(found.command, found) === command ? found : none
}
