import path from 'node:path'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { StageError } from './deployError.ts'

/** Which directory of a server becomes live by a link, and where releases are kept. */
export interface ReleasePlace {
  /** What users of the software see. */
  path: string
  /** Holds one directory per release; "" when there are none. */
  symlinkPath: string
}

const CONTROL_MS = 60_000
const SLOW_MS = 600_000
const IS_REAL = 90
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PARTIAL = '.partial'

export const releaseOf = ({ symlinkPath }: ReleasePlace, token: string): string => `${symlinkPath}/${token}`
export const partialOf = (place: ReleasePlace, token: string): string => `${releaseOf(place, token)}${PARTIAL}`

const realDirectory = (place: ReleasePlace) =>
  new StageError(
    `${place.path} is a real directory, so it cannot become a link to a release; move it away first (nothing was changed)`,
  )

const PREPARE_RELEASE = [
  `[ -L "$1" ] || [ ! -e "$1" ] || exit ${IS_REAL}`,
  'mkdir -p -- "$2" "$(dirname -- "$1")" && rm -rf -- "$3" && mkdir -- "$3" || exit 1',
  'command -v rsync > /dev/null 2>&1 && echo rsync || echo none',
  'if [ -d "$1" ]; then cd -P -- "$1" && pwd -P; fi; exit 0',
].join('; ')
const PREPARE_PLAIN = [
  '[ ! -e "$1" ] || [ -d "$1" ] || { echo "it is a file" >&2; exit 1; }',
  'mkdir -p -- "$1" || exit 1',
  'command -v rsync > /dev/null 2>&1 && echo rsync || echo none',
].join('; ')

/** What was found on a server before the transfer. */
export interface Prepared {
  hasRsync: boolean
  /** Where the link leads now; "" when nothing is live. */
  live: string
}

/** Makes the directory to upload into. @throws StageError when the place cannot be used, before anything changed */
export async function prepareTarget(
  ssh: Ssh,
  target: SshTarget,
  place: ReleasePlace,
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<Prepared> {
  const [program, words] =
    place.symlinkPath === ''
      ? [PREPARE_PLAIN, [place.path]]
      : [PREPARE_RELEASE, [place.path, place.symlinkPath, partialOf(place, token)]]
  const { code, stdout, stderr } = await ssh.sh(target, program, words, { timeoutMs: CONTROL_MS, signal })
  if (code === IS_REAL) throw realDirectory(place)
  const where = place.symlinkPath || place.path
  if (code !== 0)
    throw new StageError(`the directory ${where} cannot be made ready: ${stderr.trim() || `exit ${code}`}`)
  const [rsync = '', live = ''] = stdout.split('\n')
  return { hasRsync: rsync === 'rsync', live }
}

const LOOK = [
  'command -v rsync > /dev/null 2>&1 && echo rsync || echo none',
  'if [ -d "$1" ]; then cd -P -- "$1" && pwd -P; fi; exit 0',
].join('; ')

/** What is on a server, without changing anything; `live` is the directory that people see, also without releases. */
export async function lookAtTarget(
  ssh: Ssh,
  target: SshTarget,
  place: ReleasePlace,
  signal?: AbortSignal,
): Promise<Prepared> {
  const { stdout } = await ssh.sh(target, LOOK, [place.path], { timeoutMs: CONTROL_MS, ...(signal && { signal }) })
  const [rsync = '', live = ''] = stdout.split('\n')
  return { hasRsync: rsync === 'rsync', live }
}

/** Gives a complete upload its final name. */
export async function completeRelease(ssh: Ssh, target: SshTarget, place: ReleasePlace, token: string): Promise<void> {
  // Touched, because rsync set the time of the directory to that of the source.
  // A transfer of one's own may have written to the final name right away; then the upload is empty.
  const isThere = '[ -d "$2" ] && [ -z "$(ls -A -- "$1")" ]'
  const program = `if ${isThere}; then rmdir -- "$1"; else rm -rf -- "$2" && mv -- "$1" "$2"; fi && touch -- "$2"`
  const words = [partialOf(place, token), releaseOf(place, token)]
  const { code, stderr } = await ssh.sh(target, program, words, { timeoutMs: CONTROL_MS })
  if (code !== 0) throw new StageError(`the release cannot be completed: ${stderr.trim()}`)
}

/** Removes an upload that was not completed. */
export async function discardPartial(ssh: Ssh, target: SshTarget, place: ReleasePlace, token: string): Promise<void> {
  await ssh.sh(target, 'rm -rf -- "$1"', [partialOf(place, token)], { timeoutMs: SLOW_MS })
}

/** A relative link where both lie together, so that the tree can be moved or mounted elsewhere. */
function linkValue(place: ReleasePlace, release: string): string {
  const folder = path.posix.dirname(place.path)
  const prefix = folder === '/' ? '/' : `${folder}/`
  return release.startsWith(prefix) ? `./${release.slice(prefix.length)}` : release
}

const SWITCH = [
  `[ -L "$3" ] || [ ! -e "$3" ] || exit ${IS_REAL}`,
  '[ -d "$4" ] || { echo "$4 is not there" >&2; exit 1; }',
  'rm -f -- "$2" && ln -s -- "$1" "$2" || exit 1',
  // GNU and busybox first, BSD second; both replace the link itself in one step.
  'mv -T -f -- "$2" "$3" 2> /dev/null || mv -h -f "$2" "$3" 2> /dev/null || { rm -f -- "$2"; ln -sfn -- "$1" "$3"; }',
  '[ "$(readlink -- "$3" 2> /dev/null || readlink "$3")" = "$1" ] || { echo "the link did not change" >&2; exit 1; }',
].join('; ')

/** Makes a release live by one rename of a link. */
export async function switchLink(ssh: Ssh, target: SshTarget, place: ReleasePlace, release: string): Promise<void> {
  const beside = `${place.path}.windlass-new`
  const words = [linkValue(place, release), beside, place.path, release]
  const { code, stderr } = await ssh.sh(target, SWITCH, words, { timeoutMs: CONTROL_MS })
  if (code === IS_REAL) throw realDirectory(place)
  if (code !== 0) throw new StageError(`the link ${place.path} cannot be switched: ${stderr.trim() || `exit ${code}`}`)
}

/** The releases a server holds and the one that is live. */
export interface KeptReleases {
  tokens: string[]
  partials: string[]
  /** Token of the live release, or "" when the link leads elsewhere or is not there. */
  live: string
}

const LIST = 'if [ -d "$1" ]; then cd -P -- "$2" 2> /dev/null && pwd -P || echo; ls -1 -- "$1"; else echo; fi'

/** Looks which releases are really there. */
export async function listReleases(ssh: Ssh, target: SshTarget, place: ReleasePlace): Promise<KeptReleases> {
  const { code, stdout, stderr } = await ssh.sh(target, LIST, [place.symlinkPath, place.path], {
    timeoutMs: CONTROL_MS,
  })
  if (code !== 0) throw new StageError(`the releases in ${place.symlinkPath} cannot be listed: ${stderr.trim()}`)
  const [live = '', ...names] = stdout.split('\n')
  const name = path.posix.basename(live)
  return {
    tokens: names.filter((entry) => UUID.test(entry)),
    partials: names.filter((entry) => entry.endsWith(PARTIAL) && UUID.test(entry.slice(0, -PARTIAL.length))),
    live: UUID.test(name) ? name : '',
  }
}

const KEPT_WHEN_ZERO = 10

/**
 * Removes releases beyond the number to keep, never the live one. `order` is the recorded order of deploys, the latest
 * first; what is not in it counts as oldest. Answers what was removed.
 */
export async function removeOldReleases(
  ssh: Ssh,
  target: SshTarget,
  place: ReleasePlace,
  { order, keep, current }: { order: readonly string[]; keep: number; current: string },
): Promise<string[]> {
  const { tokens, partials, live } = await listReleases(ssh, target, place)
  // Where the link leads is not known here: nothing is removed on a guess.
  if (live === '') return []
  const rank = (token: string) => (token === current ? -1 : order.includes(token) ? order.indexOf(token) : order.length)
  const sorted = tokens.toSorted((one, other) => rank(one) - rank(other))
  const old = sorted.slice(keep === 0 ? KEPT_WHEN_ZERO : keep).filter((token) => token !== live && token !== current)
  for (const name of [...old, ...partials]) {
    await ssh.sh(target, 'rm -rf -- "$1"', [`${place.symlinkPath}/${name}`], { timeoutMs: SLOW_MS })
  }
  return old
}
