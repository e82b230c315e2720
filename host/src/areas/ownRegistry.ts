import { hasLoginMarker } from '@windlass/shared-kit/session'
import { isInUse } from './loadArea.ts'
import { adoptRegistry, fetchRegistry } from './registry.ts'

/** Whether the registry was made for whoever is signed in: the page was, if somebody was signed in when it was loaded. */
let isOwn = hasLoginMarker()

/** The next one to sign in may be somebody else, who gets other versions. */
export function expectOtherUser(): void {
  isOwn = false
}

/** After a sign-in without a page load: the versions of this user, before any area is loaded. */
export async function takeOwnRegistry(): Promise<void> {
  if (isOwn) return
  isOwn = true
  try {
    adoptRegistry(await fetchRegistry(), isInUse)
  } catch (error) {
    // What the page holds is what everybody gets: good enough, and a canary can wait for the next load.
    console.debug('the registry of this user could not be read', error)
  }
}
