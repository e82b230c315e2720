const KEY = 'windlass-begun-sign-in'

/** A sign-in that was begun in this tab and comes back from a provider. */
interface BegunSignIn {
  state: string
  /** Where the user wanted to go. */
  redirect: string
}

/** Remembers what is begun, until the browser comes back. */
export function rememberSignIn(begun: BegunSignIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(begun))
}

/** What was begun with this state, once; undefined for an answer that somebody else asked for. */
export function takeSignIn(state: string): BegunSignIn | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (text === null) return undefined
  // Written by this page alone.
  const begun = JSON.parse(text) as BegunSignIn
  return begun.state === state ? begun : undefined
}
