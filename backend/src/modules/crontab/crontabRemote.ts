import { hash } from 'node:crypto'
import { CRONTAB_BYTES, type CronHost, type CrontabFile } from '@windlass/shared-kit/contract/crontab'
import { bytesOfPath, textOfPath } from '@windlass/shared-kit/contract/sftpPath'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { HOST, INSTALL, READ, SYSTEM } from './crontabPrograms.ts'
import { answerFields, fieldBytes, fieldText, readCronHost } from './readCronHost.ts'

const REMOTE_MS = 45_000
const KEPT_BYTES = 64 * 1024 * 1024
const NOT_INSTALLED = 64
const CHANGED = 66
const CUT = 67
/** Files whose names hold anything else are passed over by the cron of Debian. */
const RUN_PARTS_NAME = /^[A-Za-z0-9_-]+$/

/** A crontab as it is on a server. */
export interface FoundCrontab {
  /** Whose it is. */
  user: string
  raw: string
  hash: string
  /** Of what the server tells first (`T`), which is not always the same. */
  listedHash: string
  size: number
  exists: boolean
}

/** What came of installing one. `changed`: something else was there, and nothing was done. */
export type Installed =
  | { kind: 'changed' }
  | { kind: 'refused'; output: string; lines: number[] }
  | { kind: 'done'; found: FoundCrontab }

/** The crontabs of one server. */
export interface CrontabRemote {
  host(): Promise<CronHost>
  /** @param user "" is the account of the connection */
  read(user: string): Promise<FoundCrontab>
  /** @param listedHash of what has to be there */
  install(user: string, raw: string, listedHash: string): Promise<Installed>
  system(): Promise<CrontabFile[]>
}

/** The words of `crontab` for those that say what to do. */
function explained(words: string, user: string): string {
  const said = words === '' ? '' : ` (crontab says: ${words})`
  if (/pam configuration|Authentication (failure|service)|PAM/i.test(words))
    return `PAM does not let ${user} use crontab; look at /etc/security/access.conf and at the account's expiry on the server${said}`
  if (/not allowed to use this program|not allowed to access|no permission to run/i.test(words))
    return `${user} may not use crontab on this server: add the name to /etc/cron.allow, or take it out of /etc/cron.deny where there is no cron.allow${said}`
  if (/must be privileged/i.test(words))
    return `only root may see and change the crontabs of others; choose the own account, or let the console sign in as root${said}`
  if (/unknown|no such user|not known/i.test(words)) return `there is no account ${user} on this server${said}`
  if (/permission denied|operation not permitted/i.test(words))
    return `the server refuses ${user} access to its crontabs; crontab has to be installed set-group-id, as its package does it${said}`
  return `crontab could not be read: ${words || 'it said nothing'}`
}

/** What the cron of Debian makes of a text in its list. */
const asListed = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r', '\\r').replaceAll('\b', '\\b'), 'latin1')

const isNone = (words: string): boolean => /no crontab for|can't open .*no such file/i.test(words)

function readAnswer(stdout: string, asked: string): FoundCrontab {
  const fields = answerFields(stdout)
  const user = asked || fieldText(fields.get('A')?.[0]?.[0])
  const [code = '', words] = fields.get('E')?.[0] ?? []
  const text = fields.get('T')?.[0]?.[0]
  if (text === undefined && !isNone(fieldText(words))) {
    if (code === '') throw failed('the server did not answer as a POSIX shell; look at what its login shell prints')
    throw failed(explained(fieldText(words), user))
  }
  const listed = fieldBytes(text)
  const exact = fieldBytes(fields.get('X')?.[0]?.[0])
  const bytes = asListed(exact).equals(listed) ? exact : listed
  const rest = { listedHash: hash('sha256', listed), size: bytes.length, exists: text !== undefined }
  return { user, raw: textOfPath(bytes), hash: hash('sha256', bytes), ...rest }
}

/** The lines that `crontab` names: `"-":3: bad minute`, and `errors in … line 3` of others. */
const linesIn = (output: string): number[] => {
  const found = output.matchAll(/^"?[^":\n]*"?:(\d+):|\bline (\d+)/gm)
  return [...new Set([...found].map(([, one, other]) => Number(one ?? other)))]
}

/** Opens the crontabs of a server. @throws AppError when it is a Windows server */
export function crontabRemote({ ssh }: Pick<Platform, 'ssh'>, target: SshTarget): CrontabRemote {
  if (target.os === 'windows') throw failed(`${target.name} is a Windows server; it has no crontab`)
  const run = async (program: string, words: readonly string[], stdin: string | Buffer = '') => {
    const command = quoteProgram(program, words)
    const end = await ssh.exec(target, command, { stdin, timeoutMs: REMOTE_MS, pipeMs: 1000, keepBytes: KEPT_BYTES })
    if (end.isCut) throw failed(`${target.name}: the answer is too large to be shown`)
    if (end.code === NOT_INSTALLED)
      throw failed(`cron is not installed on ${target.name}: there is no program crontab. Install it and try again`)
    return end
  }
  return {
    host: async () => readCronHost((await run(HOST, [])).stdout, Date.now()),
    read: async (user) => {
      const found = readAnswer((await run(READ, [user])).stdout, user)
      if (found.size > CRONTAB_BYTES) throw failed('this crontab is larger than 1 MiB; edit it on the server')
      return found
    },
    install: async (user, raw, listedHash) => {
      const bytes = Buffer.from(bytesOfPath(raw))
      if (bytes.length > CRONTAB_BYTES) throw failed('a crontab may have 1 MiB at most')
      const end = await run(INSTALL, [user, listedHash, hash('sha256', bytes)], bytes)
      if (end.code === CHANGED) return { kind: 'changed' }
      if (end.code === CUT) throw failed('the text did not arrive as a whole, so nothing was changed; save it again')
      const [code, words] = answerFields(end.stdout).get('R')?.[0] ?? []
      if (code === undefined) throw failed(`nothing is known about the outcome: ${end.stderr.trim() || end.code}`)
      const output = fieldText(words)
      if (code !== '0') return { kind: 'refused', output: output || `exit code ${code}`, lines: linesIn(output) }
      return { kind: 'done', found: readAnswer(end.stdout, user) }
    },
    system: async () => {
      const files = answerFields((await run(SYSTEM, [])).stdout).get('F') ?? []
      return files.map(([path, content]) => systemFile(fieldText(path), content ?? '!'))
    },
  }
}

function systemFile(path: string, content: string): CrontabFile {
  const isIgnored = path.startsWith('/etc/cron.d/') && !RUN_PARTS_NAME.test(path.slice('/etc/cron.d/'.length))
  const problem =
    content === '-' ? 'it is larger than 256 KiB' : content === '!' ? 'the account of the server may not read it' : ''
  return { path, raw: problem === '' ? textOfPath(fieldBytes(content)) : '', problem, isIgnored }
}

/** What `crontab` refused, as a sentence with its words. */
export const refusedText = (output: string, user: string): string => {
  const told = explained(output, user)
  return told.startsWith('crontab could not be read') ? `crontab refuses, so nothing was changed: ${output}` : told
}
