import { failed } from '../../platform/errors.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import { runProgram } from '../../platform/runProgram.ts'
import { changedHostKey, sshCommand } from './knownHosts.ts'
import { type GitAddress, gitAddress } from './repositoryAddress.ts'
import type { RepositoryWatch } from './repositoryType.ts'

/** A repository elsewhere, and the file that knows the keys of hosts. */
export interface GitRemote {
  url: string
  knownHosts: string
}

const ASK_MS = 50_000
/** A transfer slower than this for so long has stopped. */
const SLOW_SECONDS = 60

/**
 * No prompt, no protocol but the address's own, no hooks. The password reaches git as configuration in the
 * environment: it is in no process list and in no file of the working copy.
 */
function gitEnv(address: GitAddress | undefined, knownHosts: string): Record<string, string> {
  const settings: [string, string][] = [
    ['core.hooksPath', '/dev/null'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', String(SLOW_SECONDS)],
    ['advice.detachedHead', 'false'],
    ['core.quotePath', 'false'],
    ['gc.auto', '0'],
  ]
  if (address && address.plain !== address.full) settings.push([`url.${address.full}.insteadOf`, address.plain])
  const env: Record<string, string> = {
    ...programEnv(),
    LC_ALL: 'C.UTF-8',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    SSH_ASKPASS: 'true',
    GIT_ALLOW_PROTOCOL: address?.protocols ?? '',
    GIT_SSH_COMMAND: sshCommand(knownHosts),
    GIT_CONFIG_COUNT: String(settings.length),
  }
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return env
}

const hide = (text: string, address: GitAddress | undefined): string => {
  let hidden = maskUrlCredentials(text)
  for (const secret of address?.secrets ?? []) hidden = hidden.replaceAll(secret, '******')
  return hidden
}

/** What git writes on its way says nothing about why it failed. */
const PROGRESS =
  /^(Cloning into |remote: (Enumerating|Counting|Compressing) |Please make sure you have the correct access rights)/

/** The lines that say why, without those that always come with them. */
const reasonIn = (text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.filter((line) => !PROGRESS.test(line) && line !== 'and the repository exists.')
  return (telling.length > 0 ? telling : lines).join('\n')
}

/** Runs git in a folder and answers what it wrote. @throws AppError with git's own words, secrets masked */
export async function git(
  args: readonly string[],
  { cwd, remote, onOutput, ...watch }: RepositoryWatch & { cwd?: string; remote?: GitRemote },
): Promise<string> {
  const address = remote && gitAddress(remote.url)
  const result = await runProgram('git', args, {
    timeoutMs: ASK_MS,
    ...watch,
    ...(cwd !== undefined && { cwd }),
    // What git answers on its other stream is for us, not for people.
    ...(onOutput && { onOutput: (chunk, stream) => stream === 'err' && onOutput(chunk) }),
    env: gitEnv(address, remote?.knownHosts ?? '/dev/null'),
  })
  if (result.startError !== '') throw failed(result.startError)
  if (result.isTimedOut) throw failed(`git ${args[0]} took too long and was ended: the repository does not answer`)
  if (result.code === 0) return result.stdout
  const changed = await changedHostKey(result.stderr)
  if (changed !== undefined) throw failed(changed)
  const said = hide(reasonIn(result.stderr) || reasonIn(result.stdout), address)
  throw failed(`git ${args[0]} failed (${result.signal || `exit status ${result.code}`}): ${said}`)
}
