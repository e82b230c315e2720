/** What a foreign sign-in page put into the address. */
export type SignInCallback =
  | { kind: 'ext'; account: string; time: number; token: string }
  | { kind: 'media'; authCode: string; state: string }
  | { kind: 'openId'; query: string; state: string }

/** What the server puts before the state of a sign-in through OpenID Connect. */
const OPEN_ID = 'oidc-'

/** Reads the query before `#` and the one after it; the later one wins. */
export function callbackParameters(search = location.search, hash = location.hash): SignInCallback | undefined {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  // The provider answers before the `#` alone, and the server wants to see all it said, refusals too.
  if (state?.startsWith(OPEN_ID)) return { kind: 'openId', query: search.replace(/^\?/, ''), state }
  for (const [name, value] of new URLSearchParams(hash.split('?')[1] ?? '')) query.set(name, value)
  return extSignIn(query) ?? mediaSignIn(query)
}

function extSignIn(query: URLSearchParams): SignInCallback | undefined {
  const [account, time, token] = [query.get('account'), Number(query.get('time')), query.get('token')]
  return account && time && token ? { kind: 'ext', account, time, token } : undefined
}

function mediaSignIn(query: URLSearchParams): SignInCallback | undefined {
  const [authCode, state] = [query.get('authCode') ?? query.get('code'), query.get('state')]
  return authCode && state ? { kind: 'media', authCode, state } : undefined
}
