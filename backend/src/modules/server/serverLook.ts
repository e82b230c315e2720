import { execSsh } from '../../platform/ssh/execSsh.ts'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'
import { SshError } from '../../platform/ssh/sshError.ts'
import { address, type SshTarget } from '../../platform/ssh/sshTarget.ts'
import { checkedOsInfo, OS_INFO_PROGRAM } from './osInfo.ts'

const LOOKING_MS = 20_000
const SHOWN_CHARACTERS = 200

/** What one command tells about a server. */
export interface ServerLook {
  /** Commands run as they should, or only with some noise around them. */
  isUsable: boolean
  /** What is wrong with the login shell. */
  shell?: { failure: string; message: string }
  /** Name of the system; "" when it did not tell. */
  system: string
  osInfo: string
  /** Version of rsync; "" when it is not there. */
  rsync: string
}

const MARK = 'windlass-look'
/** Each answer on a line of its own between marks, so that what else a shell prints is seen as such. */
const PROGRAM = [
  `echo ${MARK}`,
  `{ ${OS_INFO_PROGRAM}; }`,
  'echo',
  'rsync --version 2> /dev/null | sed -n 1p',
  `echo ${MARK}`,
].join('; ')

const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

async function lookAtWindows(...[client, target, options]: Parameters<typeof run>): Promise<ServerLook> {
  const { code } = await execSsh(client, target, `echo ${MARK}`, options)
  const shell = { failure: 'no-shell', message: `${address(target)}: the server does not run commands` }
  return { isUsable: code === 0, ...(code !== 0 && { shell }), system: '', osInfo: '', rsync: '' }
}

const run = (
  client: Parameters<typeof execSsh>[0],
  target: SshTarget,
  options: { timeoutMs: number; signal: AbortSignal },
) => execSsh(client, target, `sh -c ${quotePosix(PROGRAM)}`, options)

/** Reads the answer; what the shell prints around it breaks SFTP and rsync, whose protocol begins with the first byte. */
function read(target: SshTarget, stdout: string, stderr: string): ServerLook {
  const [before = '', answer, after = ''] = stdout.split(`${MARK}\n`)
  if (answer === undefined) {
    const said = cut(`${stdout} ${stderr}`.trim())
    const message = `${address(target)}: the shell of ${target.user} does not run commands${said === '' ? '' : `; it said: ${said}`}`
    return { isUsable: false, shell: { failure: 'no-shell', message }, system: '', osInfo: '', rsync: '' }
  }
  const [system = '', rsync = ''] = answer.split('\n')
  const osInfo = checkedOsInfo(system.trim())
  const noise = cut(`${before}${after}`.trim())
  const message = `${address(target)}: the shell of ${target.user} prints text when it should be silent (${noise}); SFTP and rsync break on it: print only in interactive shells`
  return {
    isUsable: true,
    ...(noise !== '' && { shell: { failure: 'noisy-shell', message } }),
    system: osInfo.split('|')[0] ?? '',
    osInfo,
    rsync: /version\s+(\S+)/.exec(rsync)?.[1] ?? rsync.trim(),
  }
}

/** Finds out by one command what the login shell does, what runs there, and whether rsync is there. */
export async function lookAtServer(
  client: Parameters<typeof execSsh>[0],
  target: SshTarget,
  signal: AbortSignal,
): Promise<ServerLook> {
  const options = { timeoutMs: LOOKING_MS, signal }
  if (target.os === 'windows') return lookAtWindows(client, target, options)
  const { stdout, stderr } = await run(client, target, options).catch((error: unknown) => {
    if (error instanceof SshError && error.failure === 'remote') {
      throw new SshError(
        'remote',
        `${error.message}; something in the start files of ${target.user} may wait for input`,
      )
    }
    throw error
  })
  return read(target, stdout, stderr)
}
