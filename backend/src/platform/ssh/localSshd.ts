import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { userInfo } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import ssh2 from 'ssh2'
import { isAlive } from './isAlive.ts'

/** An OpenSSH server of our own on a loopback port; the current user may sign in to it with a key. */
export interface LocalSshd {
  host: string
  port: number
  user: string
  /** The file to add public keys to; it is read at every sign-in. */
  authorizedKeysFile: string
  pid: number
  /** Ends the server and the connections it serves. */
  stop(): Promise<void>
}

export interface LocalSshdOptions {
  /** Where its keys and settings are kept; a host key that is already there is used again. */
  folder: string
  /** Lines of authorized_keys. */
  authorizedKeys: readonly string[]
  /** A free one is picked when absent. */
  port?: number
  /** A command to start it through; it must replace itself by what follows, so that the pid stays the same. */
  launcher?: readonly string[]
}

/** sshd starts itself again for each connection and therefore wants to be called by its full path. */
const SSHD_FILES = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd', '/opt/homebrew/sbin/sshd', '/sbin/sshd']
const STARTING_MS = 30_000
const PORT_TRIES = 5
const ENDING_TRIES = 50
const ENDING_PAUSE_MS = 100
const HOST = '127.0.0.1'
/** Linux builds refuse to run as root without this folder, which their service normally makes. */
const SEPARATION_DIR = '/run/sshd'

const isThere = (file: string, mode: number) =>
  access(file, mode).then(
    () => true,
    () => false,
  )

/** The path of OpenSSH's server on this machine; undefined when it is not installed. */
export async function findSshd(): Promise<string | undefined> {
  for (const file of SSHD_FILES) if (await isThere(file, constants.X_OK)) return file
  return undefined
}

/** A fresh pair. One of 256 that the library writes is malformed, by its own reading as well, so each is read again. */
export function makeKeyPair(comment: string): { private: string; public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', { comment })
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair
  }
}

/** Writes a fresh key pair of type ed25519 and answers the line for authorized_keys. */
export async function writeKeyPair(file: string, comment: string): Promise<string> {
  const pair = makeKeyPair(comment)
  await writeFile(file, pair.private, { mode: 0o600 })
  await writeFile(`${file}.pub`, `${pair.public}\n`, { mode: 0o644 })
  return pair.public
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, HOST)
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  await once(server, 'close')
  if (bound === null || typeof bound === 'string') throw new Error('no free port')
  return bound.port
}

const isRoot = () => process.getuid?.() === 0

async function configOf({ folder }: LocalSshdOptions, port: number): Promise<string> {
  // Only PAM lets a root whose password is locked in by key, as some distributions lock it.
  const hasPam = isRoot() && (await isThere('/etc/pam.d/sshd', constants.R_OK))
  return [
    `ListenAddress ${HOST}`,
    `Port ${port}`,
    `HostKey "${folder}/host_key"`,
    `AuthorizedKeysFile "${folder}/authorized_keys"`,
    'PidFile none',
    // The folder is ours; the modes of what is above it are not sshd's business here.
    'StrictModes no',
    ...(hasPam ? ['UsePAM yes'] : []),
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'X11Forwarding no',
    'PrintMotd no',
    'UseDNS no',
    'MaxStartups 100:30:200',
    'LogLevel INFO',
    'Subsystem sftp internal-sftp',
    '',
  ].join('\n')
}

/** Waits for the line that says it listens; whatever it said before is the reason if it does not. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new Error(`sshd ${why}: ${said.join(' / ') || 'it said nothing'}`))
    }
    const timer = setTimeout(() => fail('did not start in time'), STARTING_MS)
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => fail('did not start'))
    if (!child.stderr) return fail('has no output')
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      if (said.length > 20) said.shift()
      if (!line.startsWith('Server listening')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The pids of the processes that a process started; each connection of sshd is served by one. */
async function childPids(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=', '-o', 'ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

/** Ends a process that may have ended already. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function stopSshd(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const connections = await childPids(child.pid)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  for (const pid of connections) end(pid)
}

/** Ends the sshd that a process which is gone has started in a folder; another program with that number is left alone. */
export async function endLocalSshd(pid: number, folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=', '-o', 'args='])
  const isOurs = stdout
    .split('\n')
    .some((line) => Number.parseInt(line, 10) === pid && line.includes(path.join(folder, 'sshd_config')))
  if (!isOurs) return
  const connections = await childPids(pid)
  for (const each of [pid, ...connections]) end(each)
  for (let tries = 0; tries < ENDING_TRIES && isAlive(pid); tries++) await wait(ENDING_PAUSE_MS)
}

/**
 * Starts a real sshd as the current user.
 * @throws Error when OpenSSH's server is not installed or does not start
 */
export async function startLocalSshd(options: LocalSshdOptions): Promise<LocalSshd> {
  const { folder, authorizedKeys } = options
  const program = await findSshd()
  if (program === undefined) throw new Error('OpenSSH server is not installed (package openssh-server)')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (isRoot() && process.platform === 'linux') await mkdir(SEPARATION_DIR, { recursive: true, mode: 0o755 })
  if (!(await isThere(`${folder}/host_key`, constants.R_OK))) await writeKeyPair(`${folder}/host_key`, 'host key')
  const authorizedKeysFile = path.join(folder, 'authorized_keys')
  await writeFile(authorizedKeysFile, `${authorizedKeys.join('\n')}\n`, { mode: 0o600 })

  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const configFile = path.join(folder, 'sshd_config')
    await writeFile(configFile, await configOf(options, port), { mode: 0o600 })
    const [command = program, ...args] = [...(options.launcher ?? []), program, '-D', '-e', '-f', configFile]
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      await listening(child)
    } catch (error) {
      child.kill('SIGKILL')
      // Somebody else was faster on the port that was free a moment ago.
      if (options.port === undefined && attempt < PORT_TRIES && /in use/i.test(String(error))) continue
      throw error
    }
    return {
      host: HOST,
      port,
      user: userInfo().username,
      authorizedKeysFile,
      pid: child.pid ?? 0,
      stop: () => stopSshd(child),
    }
  }
}
