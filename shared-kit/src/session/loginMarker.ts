const KEY = 'LOGIN'
const VALUE = 'ok'

/** Whether this browser believes to be signed in; the server decides (Specification 3). */
export function hasLoginMarker(): boolean {
  return sessionStorage.getItem(KEY) === VALUE || localStorage.getItem(KEY) === VALUE
}

/** Remembers in both storages that a sign-in succeeded (Specification 3). */
export function setLoginMarker(): void {
  sessionStorage.setItem(KEY, VALUE)
  localStorage.setItem(KEY, VALUE)
}

/** Forgets the sign-in in this tab and in those opened later. */
export function clearLoginMarker(): void {
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}
