/** Why nobody was let in; `wrong` also for an account that does not exist. */
const SIGN_IN_REFUSALS = [
  'wrong',
  'locked',
  'networkLocked',
  'captcha',
  'disabled',
  'noNamespace',
  'directoryAway',
] as const

/** What a refused sign-in says in `data`, so that a page can say it in another language than the message. */
export interface SignInRefusal {
  signIn: (typeof SIGN_IN_REFUSALS)[number]
  /** How long a lock lasts yet; 0 without one. */
  minutes: number
}

/** The `data` of a refused sign-in. */
export const signInRefusal = (signIn: SignInRefusal['signIn'], minutes = 0): SignInRefusal => ({ signIn, minutes })

/** Reads it back; undefined where an answer says nothing of the kind. */
export function signInRefusalOf(data: unknown): SignInRefusal | undefined {
  if (typeof data !== 'object' || data === null || !('signIn' in data)) return undefined
  const signIn = SIGN_IN_REFUSALS.find((reason) => reason === data.signIn)
  const minutes = 'minutes' in data && typeof data.minutes === 'number' ? data.minutes : 0
  return signIn && { signIn, minutes }
}
