import { hash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import type { ConnectTools } from './connection.ts'
import { isAlive } from './isAlive.ts'
import { SshError } from './sshError.ts'
import { address, hopsOf, type SshHop, type SshTarget } from './sshTarget.ts'

/** What the system's ssh, sftp and rsync need to reach one target. */
export interface OpensshSettings {
  /** The host name to write on command lines: `windlass-target`. */
  host: string
  /** A generated ssh_config; pass it with `-F`. */
  configFile: string
  /** `ssh -F <config>`, ready to be followed by options, the host and a command. */
  command: string[]
  /** The same as one text for `rsync -e`, which splits it at blanks. */
  rsyncShell: string
  /** Environment for the child process; it names the script that answers prompts. */
  env: Record<string, string>
  /** Ends the shared connection and removes every file. */
  dispose(): Promise<void>
}

const TARGET = 'windlass-target'
/** The hosts on the way, counted from 1. */
const jumpName = (position: number) => `jump${position}`
/** As long as ssh2's pooled connections, and not for ever when the console is killed. */
const PERSIST_SECONDS = 60
const EXIT_MS = 5_000

/** Our own folders are recognised by this, so that only they are swept. */
const folderPrefix = (dataDir: string) => `windlass-ssh-${hash('sha256', dataDir).slice(0, 8)}-`

/** Removes what a console that was killed left behind: settings whose process is gone. */
export function sweepOpensshSettings(dataDir: string): void {
  const prefix = folderPrefix(dataDir)
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (!isAlive(pid)) rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** ssh_config reads a value in double quotes as it stands; a quote or line end in one would start something else. */
const quoted = (value: string, hop: SshHop): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/["\\%\u0000-\u001f\u007f]/.test(value)) {
    throw new SshError(
      'protocol',
      `${address(hop)}: ${JSON.stringify(value)} holds characters that OpenSSH would misread`,
    )
  }
  return `"${value}"`
}

interface HopFiles {
  alias: string
  keyFile: string
  canUsePassword: boolean
}

const hopBlock = (hop: SshHop, { alias, keyFile, canUsePassword }: HopFiles, folder: string): string[] => [
  `Host ${alias}`,
  `  HostName ${quoted(hop.host, hop)}`,
  `  HostKeyAlias ${alias}`,
  `  Port ${hop.port}`,
  `  User ${quoted(hop.user, hop)}`,
  ...(keyFile === ''
    ? ['  PubkeyAuthentication no']
    : [`  IdentityFile ${quoted(keyFile, hop)}`, '  IdentitiesOnly yes']),
  ...(canUsePassword
    ? ['  PreferredAuthentications publickey,password,keyboard-interactive']
    : ['  PreferredAuthentications publickey', '  PasswordAuthentication no', '  KbdInteractiveAuthentication no']),
  `  UserKnownHostsFile "${folder}/known_hosts"`,
]

const COMMON_BLOCK: readonly string[] = [
  'Host *',
  '  GlobalKnownHostsFile /dev/null',
  '  StrictHostKeyChecking yes',
  '  UpdateHostKeys no',
  '  CheckHostIP no',
  '  IdentityAgent none',
  '  NumberOfPasswordPrompts 1',
  '  ServerAliveInterval 5',
  '  ServerAliveCountMax 3',
  '  ForwardAgent no',
  '  ForwardX11 no',
  '  Compression no',
  '  LogLevel ERROR',
]

/** The hop is named by the environment, because a prompt does not say reliably who asks. */
const askpassScript = (folder: string): string =>
  ['#!/bin/sh', `exec cat "${folder}/\${WINDLASS_HOP:-target}.secret"`, ''].join('\n')

const writeSecret = (folder: string, name: string, hop: SshHop) =>
  writeFile(path.join(folder, `${name}.secret`), `${hop.password}\n`, { mode: 0o600 })

/** Not ProxyJump: the hop before must know by its environment which secret is asked for. */
const proxyLine = (through: string, folder: string): string =>
  `  ProxyCommand env WINDLASS_HOP=${through} ssh -F "${folder}/config" -W '[%h]:%p' windlass-${through}`

async function writeFiles(folder: string, target: SshTarget, tools: ConnectTools): Promise<void> {
  const hops = hopsOf(target)
  const lines: string[] = []
  const knownHosts: string[] = []
  for (const [index, hop] of hops.entries()) {
    const isTarget = index === hops.length - 1
    const name = isTarget ? 'target' : jumpName(index + 1)
    const alias = isTarget ? TARGET : `windlass-${name}`
    const key = hop.keyPath === '' ? undefined : await tools.keyFiles.open(hop.keyPath, hop.password)
    const canUsePassword = hop.password !== '' && !key?.isEncrypted
    lines.push(...hopBlock(hop, { alias, keyFile: key?.file ?? '', canUsePassword }, folder))
    // It counts until the host itself speaks, so the way there is in it.
    lines.push(`  ConnectTimeout ${tools.connectSeconds * (index + 1)}`)
    if (isTarget) {
      lines.push('  ControlMaster auto', `  ControlPath "${folder}/control"`, `  ControlPersist ${PERSIST_SECONDS}`)
    }
    if (index > 0) lines.push(proxyLine(jumpName(index), folder))
    const pinned = await tools.hostKeys.pinned(hop)
    if (pinned) knownHosts.push(`${alias} ${pinned.algorithm} ${pinned.publicKey}`)
    await writeSecret(folder, name, hop)
  }
  lines.push(...COMMON_BLOCK, `  Ciphers ${tools.ciphers.join(',')}`)
  await writeFile(path.join(folder, 'config'), `${lines.join('\n')}\n`, { mode: 0o600 })
  await writeFile(path.join(folder, 'known_hosts'), `${knownHosts.join('\n')}\n`, { mode: 0o600 })
  await writeFile(path.join(folder, 'askpass'), askpassScript(folder), { mode: 0o700 })
}

/**
 * Writes a private folder with everything OpenSSH needs, so that no secret is on a command line or readable by others.
 * The host keys must be pinned already.
 */
export async function createOpensshSettings(
  target: SshTarget,
  tools: ConnectTools & { dataDir: string },
): Promise<OpensshSettings> {
  // In the temporary folder, not in DATA_DIR: a socket's path may have hardly more than 100 characters.
  const folder = await mkdtemp(path.join(tmpdir(), `${folderPrefix(tools.dataDir)}${process.pid}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await writeFiles(folder, target, tools)
  } catch (error) {
    await remove()
    throw error
  }
  const configFile = path.join(folder, 'config')
  const env = {
    SSH_ASKPASS: path.join(folder, 'askpass'),
    SSH_ASKPASS_REQUIRE: 'force',
    DISPLAY: ':0',
    SSH_AUTH_SOCK: '',
  }
  return {
    host: TARGET,
    configFile,
    command: ['ssh', '-F', configFile],
    rsyncShell: `ssh -F ${configFile}`,
    env,
    dispose: async () => {
      // Fails when no connection is shared (any more), which is as good.
      await execa('ssh', ['-F', configFile, '-O', 'exit', TARGET], { env, reject: false, timeout: EXIT_MS })
      await remove()
    },
  }
}
