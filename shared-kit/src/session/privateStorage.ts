/**
 * What the names of everything start with that one user keeps in this browser and the next one must not find, such as
 * texts somebody typed. It goes when he signs out, and when somebody else signs in.
 */
export const PRIVATE_PREFIX = 'windlass.private.'
const OWNER = 'windlass.private-owner'

/** Forgets everything private; no other page of this browser needs to be told. */
export function forgetPrivate(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(PRIVATE_PREFIX)) localStorage.removeItem(name)
  localStorage.removeItem(OWNER)
}

/** Says who is signed in now: what somebody else left behind, because his session ended by itself, is forgotten. */
export function claimPrivate(userId: number): void {
  const owner = String(userId)
  if (localStorage.getItem(OWNER) !== owner) forgetPrivate()
  localStorage.setItem(OWNER, owner)
}
