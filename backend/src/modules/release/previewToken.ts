import type { Secrets } from '../../platform/secrets.ts'

/** The clocks of two nodes may differ by this much, either way. */
export const CLOCK_LEEWAY_MS = 60_000
const PURPOSE = 'release-preview'

/** What a preview link says about itself; signed, so that one that was made up is refused without a look-up. */
export interface PreviewToken {
  id: number
  /** Unix milliseconds. */
  issueTime: number
  expireTime: number
  /** Random, and kept as a hash only: whoever reads the database can open nothing. */
  secret: string
}

const bodyOf = ({ id, issueTime, expireTime, secret }: PreviewToken) => `${id}.${issueTime}.${expireTime}.${secret}`

/** The text of a token, as it stands in a link and in the cookie. */
export const writeToken = (secrets: Pick<Secrets, 'sign'>, token: PreviewToken): string =>
  `${bodyOf(token)}.${secrets.sign(bodyOf(token), PURPOSE)}`

/** Reads a token back; undefined for whatever this console did not write. */
export function readToken(secrets: Pick<Secrets, 'verify'>, text: string): PreviewToken | undefined {
  const match = /^((\d{1,10})\.(\d{13})\.(\d{13})\.([\w-]{43}))\.([\w-]{43})$/.exec(text)
  const [, body = '', id, issueTime, expireTime, secret = '', signature = ''] = match ?? []
  if (!match || !secrets.verify(body, PURPOSE, signature)) return undefined
  return { id: Number(id), issueTime: Number(issueTime), expireTime: Number(expireTime), secret }
}

/** Whether a token is good at this moment, however the clock of the node that wrote it was set. */
export function timeProblem({ issueTime, expireTime }: PreviewToken, now: number): 'early' | 'expired' | undefined {
  if (now < issueTime - CLOCK_LEEWAY_MS) return 'early'
  return now > expireTime + CLOCK_LEEWAY_MS ? 'expired' : undefined
}
