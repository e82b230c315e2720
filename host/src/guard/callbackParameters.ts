/** What a foreign sign-in page put into the address. */
export type SignInCallback =
  | { kind: 'ext'; account: string; time: number; token: string }
  | { kind: 'media'; authCode: string; state: string }

/** Reads the query before `#` and the one after it; the later one wins. */
export function callbackParameters(search = location.search, hash = location.hash): SignInCallback | undefined {
  const query = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(hash.split('?')[1] ?? '')) query.set(name, value)
  const [account, time, token] = [query.get('account'), Number(query.get('time')), query.get('token')]
  if (account && time && token) return { kind: 'ext', account, time, token }
  const [authCode, state] = [query.get('authCode') ?? query.get('code'), query.get('state')]
  return authCode && state ? { kind: 'media', authCode, state } : undefined
}
