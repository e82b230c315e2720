import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'

const CONNECT_SECONDS = 10
const ALIVE_SECONDS = 10

/** The hosts of repositories that were seen before; their keys are learnt at the first connection. */
export const knownHostsFile = (dataDir: string): string => path.join(dataDir, 'known_hosts')

/** ssh_config reads a value in double quotes as one word, and `%` as the start of a placeholder. */
const configWord = (file: string): string => `"${file.replaceAll('%', '%%')}"`

/**
 * How git and svn call ssh: no questions, a new host is remembered, one with another key than before is refused. What
 * the operator knows already counts too.
 */
export function sshCommand(knownHosts: string): string {
  const files = [knownHosts, path.join(homedir(), '.ssh', 'known_hosts')].map(configWord).join(' ')
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile=${files}`,
    'HashKnownHosts=no',
    'UpdateHostKeys=no',
    `ConnectTimeout=${CONNECT_SECONDS}`,
    `ServerAliveInterval=${ALIVE_SECONDS}`,
  ]
  return ['ssh', ...options.map((option) => quotePosix(`-o${option}`))].join(' ')
}

const fingerprintOf = (publicKey: string): string =>
  `SHA256:${hash('sha256', Buffer.from(publicKey, 'base64'), 'base64').replace(/=+$/, '')}`

async function pinnedAt(file: string, line: number): Promise<string> {
  const text = (await readFile(file, 'utf8')).split('\n')[line - 1] ?? ''
  const key = text.split(/\s+/).find((word) => word.startsWith('AAAA'))
  return key === undefined ? '?' : fingerprintOf(key)
}

/** Says in one sentence that a host has another key than before; undefined when that is not what ssh complains about. */
export async function changedHostKey(said: string): Promise<string | undefined> {
  if (!said.includes('HOST IDENTIFICATION HAS CHANGED')) return undefined
  const presented = /SHA256:[A-Za-z0-9+/]+/.exec(said)?.[0] ?? '?'
  const host = /Host key for (\S+) has changed/.exec(said)?.[1] ?? 'the host of the repository'
  const [, file = '', line = '0'] = /^Offending \S+ key in (.+):(\d+)\s*$/m.exec(said) ?? []
  const pinned = file === '' ? '?' : await pinnedAt(file, Number(line))
  return (
    `${host}: the host key has changed, so nothing was sent. Pinned: ${pinned}. Presented: ${presented}. ` +
    `If the machine was set up again, compare the fingerprint there and remove line ${line} of ${file}; ` +
    'if not, somebody may sit in between'
  )
}
