import { failed } from '../../platform/errors.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import { runProgram } from '../../platform/runProgram.ts'
import { changedHostKey, sshCommand } from './knownHosts.ts'
import type { SvnAddress } from './repositoryAddress.ts'
import type { RepositoryWatch } from './repositoryType.ts'

/** How svn is called: where, with which sign-in, and which revision of the program's own words it gets. */
interface SvnCall extends RepositoryWatch {
  cwd?: string
  /** Absent for what needs no repository elsewhere. */
  address?: SvnAddress
  knownHosts: string
}

const ASK_MS = 50_000
/** A server that says nothing for so long has stopped. */
const SILENT_SECONDS = 60

/** No question, nothing remembered on the disk, and the password by standard input: it is in no process list. */
function signIn(address: SvnAddress | undefined): string[] {
  const options = ['--non-interactive', '--no-auth-cache']
  if (!address) return options
  options.push(`--config-option=servers:global:http-timeout=${SILENT_SECONDS}`)
  if (address.username !== '') options.push(`--username=${address.username}`)
  if (address.password !== '') options.push('--password-from-stdin')
  return options
}

const hide = (text: string, address: SvnAddress | undefined): string => {
  const masked = maskUrlCredentials(text)
  return address && address.password !== '' ? masked.replaceAll(address.password, '******') : masked
}

/** Without its own number and without what repeats the line before. */
const reasonIn = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.replace(/^svn: (?:E\d+: )?/, '').trim())
    .filter((line, index, all) => line !== '' && all.indexOf(line) === index)
    .join('; ')

/** An operand svn takes literally: what stands after the last `@` would be read as a revision. */
export const literally = (operand: string): string => (operand.includes('@') ? `${operand}@` : operand)

/** Runs svn and answers what it wrote. @throws AppError with svn's own words, secrets masked */
export async function svn(
  command: string,
  args: readonly string[],
  { cwd, address, knownHosts, onOutput, ...watch }: SvnCall,
): Promise<string> {
  const result = await runProgram('svn', [command, ...signIn(address), ...args], {
    timeoutMs: ASK_MS,
    ...watch,
    ...(cwd !== undefined && { cwd }),
    ...(onOutput && { onOutput: (chunk) => onOutput(chunk) }),
    ...(address && address.password !== '' && { input: address.password }),
    env: { ...programEnv(), LC_ALL: 'C.UTF-8', SVN_SSH: sshCommand(knownHosts) },
  })
  if (result.startError !== '') throw failed(`${result.startError}; install it (package subversion)`)
  if (result.isTimedOut) throw failed(`svn ${command} took too long and was ended: the repository does not answer`)
  if (result.code === 0) return result.stdout
  const changed = await changedHostKey(result.stderr)
  if (changed !== undefined) throw failed(changed)
  const said = hide(reasonIn(result.stderr), address)
  throw failed(`svn ${command} failed (${result.signal || `exit status ${result.code}`}): ${said}`)
}
