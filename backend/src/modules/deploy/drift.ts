import { hash } from 'node:crypto'
import type { DriftedFile } from '@windlass/shared-kit/contract/rollout'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { StageError } from './deployError.ts'

/*
 * What a deploy has left on a server is remembered there, because only there it is cheap: one line per file with its
 * size, its time and its path. Comparing 50,000 files takes one walk of the folder and no traffic but what differs.
 * $HOME/.windlass/files/<key> is the list; <key>.names holds the paths alone while a script may still change the files,
 * <key>.given the paths that a deploy brings to a project without releases, and their digest in the last line: most
 * deploys bring the same ones, which then need not be sent again.
 */

/** Where files lie on a server and under which name they are remembered there. */
export interface FilePlace {
  /** Names the list; letters, digits and `-`. */
  key: string
  folder: string
}

/** What differs from what was remembered. */
export interface Drift {
  /** The first of them. */
  files: DriftedFile[]
  count: number
  /** Files nobody has deployed; most are the program's own. The first of them. */
  strangers: string[]
}

const LIMIT_MS = 60_000
const SHOWN = 1000
const STRANGERS = 5000
const NOT_KNOWN = 3

const HEAD = [
  'd="$HOME/.windlass/files"',
  'm="$d/$1"',
  // A name with a line break cannot stand in a list of lines; such files are not watched.
  `b=$(printf '\\nx')`,
  'b=${b%x}',
  'names() { find . -xdev -type f ! -path "*$b*" "$@"; }',
  `stats() { names -exec stat -c '%s %Y %n' {} + ; }`,
].join('; ')
const ENTER = `${HEAD}; mkdir -p -- "$d" && cd -- "$2" || exit 1`

/** Looks at all files of a folder that holds nothing but what was transferred. */
const ALL = `${ENTER}; stats > "$m.new" && mv -f -- "$m.new" "$m"`

/** Keeps the names alone, before a script may add files of its own. */
const NAMES = `${ENTER}; names > "$m.names"`

/** Looks at the files whose names it reads. */
const LOOK = `tr '\\n' '\\0' | xargs -0 stat -c '%s %Y %n' 2> /dev/null > "$m.new"`

/** Looks at the files whose names were kept. */
const KEPT = `${ENTER}; cat "$m.names" | ${LOOK}; mv -f -- "$m.new" "$m" && rm -f -- "$m.names"`

const LOOK_AT_GIVEN = `sed '$d' "$m.given" | ${LOOK}; mv -f -- "$m.new" "$m"`

/** Looks at the files whose names were given by an earlier deploy, if these are the same. */
const GIVEN = `${ENTER}; [ "$(tail -n 1 "$m.given" 2> /dev/null)" = "$3" ] || exit ${NOT_KNOWN}; ${LOOK_AT_GIVEN}`

/** Looks at the files whose names are sent. The digest comes last: a list that was cut off has none. */
const SENT = `${ENTER}; cat > "$m.given" || exit 1; ${LOOK_AT_GIVEN}`

const COMPARE = [
  '{ p = $0; sub(/^[0-9]+ -?[0-9]+ /, "", p); s = substr($0, 1, length($0) - length(p)); p = substr(p, 3) }',
  'which == 1 { was[p] = s; next }',
  `!(p in was) { if (strangers++ < ${STRANGERS}) print "?" p; next }`,
  `{ if (was[p] != s) { if (changed++ < ${SHOWN}) print "*" p } delete was[p] }`,
  `END { for (p in was) if (removed++ < ${SHOWN}) print "-" p; print "=" changed + removed }`,
].join(' ')

const CHECK = [
  HEAD,
  `[ -f "$m" ] && cd -- "$2" 2> /dev/null || exit ${NOT_KNOWN}`,
  'stats | LC_ALL=C awk "$3" which=1 "$m" which=2 - || exit 1',
  '[ "$4" = keep ] || rm -f -- "$m" "$m.names"',
].join('; ')

const CHANGES = { '*': 'changed', '-': 'removed' } as const

/**
 * Compares a folder with what was remembered of it; undefined when nothing was.
 * @param after `forget` when the same files change now: should that fail half-way, nobody edited them by hand
 */
export async function lookForDrift(
  ssh: Ssh,
  target: SshTarget,
  { key, folder }: FilePlace,
  after: 'forget' | 'keep',
): Promise<Drift | undefined> {
  const { code, stdout, stderr } = await ssh.sh(target, CHECK, [key, folder, COMPARE, after], {
    timeoutMs: LIMIT_MS,
  })
  if (code === NOT_KNOWN) return undefined
  if (code !== 0) throw new StageError(`the files cannot be compared: ${stderr.trim() || `exit ${code}`}`)
  const lines = stdout.split('\n').filter((line) => line !== '')
  const files = lines.flatMap((line): DriftedFile[] => {
    const mark = line.charAt(0)
    return mark === '*' || mark === '-' ? [{ path: line.slice(1), change: CHANGES[mark] }] : []
  })
  const strangers = lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1))
  const total = lines.find((line) => line.startsWith('='))
  return { files, count: Number(total?.slice(1) ?? files.length), strangers }
}

function check({ code, stderr }: { code: number; stderr: string }): void {
  if (code !== 0) throw new StageError(`the files cannot be remembered: ${stderr.trim() || `exit ${code}`}`)
}

const remember = async (ssh: Ssh, target: SshTarget, program: string, { key, folder }: FilePlace) =>
  check(await ssh.sh(target, program, [key, folder], { timeoutMs: LIMIT_MS }))

/** Remembers all files of a folder. */
export const rememberAll = (ssh: Ssh, target: SshTarget, place: FilePlace): Promise<void> =>
  remember(ssh, target, ALL, place)

/** Remembers which files there are now; how they are follows with `rememberKept`. */
export const rememberNames = (ssh: Ssh, target: SshTarget, place: FilePlace): Promise<void> =>
  remember(ssh, target, NAMES, place)

/** Remembers the files that `rememberNames` found. */
export const rememberKept = (ssh: Ssh, target: SshTarget, place: FilePlace): Promise<void> =>
  remember(ssh, target, KEPT, place)

/** Remembers the files with these names. */
export async function rememberNamed(
  ssh: Ssh,
  target: SshTarget,
  { key, folder }: FilePlace,
  names: readonly string[],
): Promise<void> {
  const list = names.map((name) => `./${name}\n`).join('')
  const digest = hash('sha256', list)
  const known = await ssh.sh(target, GIVEN, [key, folder, digest], { timeoutMs: LIMIT_MS })
  if (known.code !== NOT_KNOWN) return check(known)
  const command = quoteProgram(SENT, [key, folder])
  check(await ssh.exec(target, command, { timeoutMs: LIMIT_MS, stdin: `${list}${digest}\n` }))
}

const SENTENCE_FILES = 10

/** The drift of a server in a sentence. */
export function driftSentence(name: string, { files, count }: Drift): string {
  const shown = files.slice(0, SENTENCE_FILES).map(({ path, change }) => `${path} (${change})`)
  const more = count > shown.length ? ` and ${count - shown.length} more` : ''
  return `edited by hand on ${name}: ${shown.join(', ')}${more}`
}
