import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type ssh2 from 'ssh2'
import { failed } from '../errors.ts'
import { openError } from '../ssh/execSsh.ts'
import type { OpensshSettings } from '../ssh/opensshSettings.ts'
import { quotePosix } from '../ssh/quotePosix.ts'
import { SshError } from '../ssh/sshError.ts'
import { address, type SshTarget } from '../ssh/sshTarget.ts'
import { openInlet } from './openInlet.ts'
import type { SftpChannel } from './sftpLine.ts'

/** Where systems keep OpenSSH's program: Debian, Red Hat, Alpine and SUSE, BSD, older ones. */
const PROGRAMS = [
  ...['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/lib/ssh/sftp-server'],
  ...['/usr/libexec/sftp-server', '/usr/lib/sftp-server', '/usr/local/libexec/sftp-server'],
]

/** Finds the program and becomes it as root; `-n` because nobody could type a password. */
const AS_ROOT_SCRIPT = [
  `for program in ${PROGRAMS.join(' ')}; do`,
  'if [ -x "$program" ]; then',
  'if [ "$(id -u)" = 0 ]; then exec "$program"; fi;',
  'exec sudo -n "$program";',
  'fi; done;',
  'echo "no sftp-server found" >&2; exit 127',
].join(' ')

const AS_ROOT = `exec sh -c ${quotePosix(AS_ROOT_SCRIPT)}`
const KEPT_WORDS = 2000

/** Why the program of root did not start, in words that say what to do. */
function rootError(target: SshTarget, said: string): Error | undefined {
  const who = `${target.user} on ${address(target)}`
  if (/password is required|a terminal is required|no tty|askpass/i.test(said)) {
    const line = `${target.user} ALL=(root) NOPASSWD: ${PROGRAMS.slice(0, 3).join(', ')}`
    return failed(`sudo asks ${who} for a password, which nobody could type here; allow it in sudoers: ${line}`)
  }
  if (/not in the sudoers|not allowed to (execute|run)|may not run sudo/i.test(said)) {
    return failed(`sudo does not let ${who} run sftp-server as root`)
  }
  if (/sudo.*not found|not found.*sudo|sudo: No such file/i.test(said)) {
    return failed(`${address(target)} has no sudo; sign in as root instead`)
  }
  if (/no sftp-server found/.test(said)) return failed(`${address(target)} has no sftp-server that could run as root`)
  return said.trim() === '' ? undefined : failed(`${address(target)}: ${said.trim().slice(0, 300)}`)
}

/** Starts the server's SFTP program over a connection that is there. */
export function startOverSsh2(client: ssh2.Client, target: SshTarget, isRoot: boolean): Promise<SftpChannel> {
  return new Promise((resolve, reject) => {
    const take = (error: Error | undefined, channel: ssh2.ClientChannel) => {
      if (error) return reject(openError(target, error, 'does not offer SFTP'))
      let said = ''
      channel.stderr.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(0, KEPT_WORDS)
      })
      const explain = () => (isRoot ? rootError(target, said) : undefined)
      resolve({
        ...{ input: channel, output: channel, explain },
        onBytes: (take) => void channel.on('data', take),
        destroy: () => channel.destroy(),
      })
    }
    if (isRoot) client.exec(AS_ROOT, take)
    else client.subsys('sftp', take)
  })
}

/** Starts it over the system's ssh, which moves large amounts at twice the speed. */
export async function startOverOpenssh(
  settings: OpensshSettings,
  target: SshTarget,
  isRoot: boolean,
): Promise<SftpChannel> {
  const [program = 'ssh', ...args] = settings.command
  const what = isRoot ? ['-T', '--', settings.host, AS_ROOT] : ['-s', '--', settings.host, 'sftp']
  const { ours, theirs, onBytes } = await openInlet(path.dirname(settings.configFile))
  const child: ChildProcess = spawn(program, [...args, ...what], {
    env: { ...process.env, ...settings.env },
    stdio: ['pipe', theirs, 'pipe'],
  })
  theirs.destroy()
  const { stdin, stderr } = child
  if (!stdin || !stderr) throw new SshError('remote', 'ssh cannot be started')
  let said = ''
  stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, KEPT_WORDS)
  })
  child.once('error', (error) => {
    said = `ssh cannot be started: ${error.message}`
    ours.destroy()
  })
  const explain = () => {
    if (isRoot) return rootError(target, said)
    return said.trim() === '' ? undefined : new SshError('lost', `${address(target)}: ${said.trim().slice(0, 300)}`)
  }
  return {
    ...{ input: stdin, output: ours, onBytes, explain },
    destroy: () => {
      stdin.destroy()
      ours.destroy()
      child.kill('SIGTERM')
    },
  }
}
