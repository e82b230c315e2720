import type { SocketReleaseMessage } from '@windlass/shared-kit/contract/socket'
import { atom, store } from '@windlass/shared-kit/session'
import { expectOtherRelease, runningAtom } from './loadArea.ts'
import { fetchRegistry } from './registry.ts'

/** Asking again and again whether something was taken back would load the server for nothing. */
const CHECK_PAUSE_MS = 300_000

/** `<id>@<version>` of what was taken back and is in this page. */
export const withdrawnAtom = atom<readonly string[]>([])
let checkedAt = Number.NEGATIVE_INFINITY

function mark(versions: readonly string[]): void {
  const running = store.get(runningAtom)
  const known = store.get(withdrawnAtom)
  const added = versions.filter((version) => running.has(version) && !known.includes(version))
  if (added.length > 0) store.set(withdrawnAtom, [...known, ...added])
  // What is not loaded yet needs no notice: whoever opens it gets what there is by then.
  for (const version of versions) if (!running.has(version)) expectOtherRelease(areaOf(version))
}

/** The area in `<id>@<version>`. */
export const areaOf = (version: string): string => version.split('@')[0] ?? ''

/** The server says that a version was taken back. */
export function noteWithdrawal({ remote, version }: SocketReleaseMessage): void {
  mark([`${remote}@${version}`])
}

/** After the live connection was gone: something may have been taken back unheard. */
export async function checkWithdrawals(): Promise<void> {
  if (performance.now() - checkedAt < CHECK_PAUSE_MS) return
  checkedAt = performance.now()
  try {
    mark((await fetchRegistry()).withdrawn ?? [])
  } catch (error) {
    // The next time the connection comes back it is asked again; nothing the user does depends on it.
    console.debug('withdrawn versions could not be read', error)
  }
}
