import { CommandError, unreachable } from '@windlass/backend/commandLine/commandError'

const REFUSED = 'nothing listens there: start it (npm start), or give another one with --target'
const UNTRUSTED =
  'add the authority that signed it with NODE_EXTRA_CA_CERTS=<file>; there is no option to skip the check'

/** What the codes of the network and of TLS mean for somebody who wants to release. */
const MEANING: Readonly<Record<string, string>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: 'the connection was closed: a proxy or firewall may be in the way',
  ENOTFOUND: 'this name is not known: check the spelling of the target and your network',
  EAI_AGAIN: 'names cannot be looked up now: check your network and try again',
  ETIMEDOUT: 'nothing answers: check the address, your network and firewalls',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers: check the address, your network and firewalls',
  EHOSTUNREACH: 'there is no way to this machine: check your network',
  ENETUNREACH: 'there is no way to this network: check yours',
  EPROTO: 'the other side does not speak TLS there: is the target an http:// address?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the other side does not speak TLS there: is the target an http:// address?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the other side does not speak TLS there: is the target an http:// address?',
  CERT_HAS_EXPIRED: 'its certificate has expired: let whoever operates it renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: use the name it was made for',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is signed by itself: ${UNTRUSTED}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is signed by an authority this machine does not know: ${UNTRUSTED}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate cannot be verified: ${UNTRUSTED}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is signed by an authority this machine does not know: ${UNTRUSTED}`,
}

/** The failure of a request that got no answer, as a sentence. */
export function connectionProblem(url: string, error: unknown, limitMs: number): CommandError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return unreachable(
      'timeout',
      `${url} did not answer within ${limitMs / 1000} s: try again, or look at its log`,
      error,
    )
  const code = codeOf(error)
  const meaning = MEANING[code] ?? (code || (error instanceof Error ? error.message : String(error)))
  return unreachable('connection', `${url} cannot be reached: ${meaning}`, error)
}

/** Whether the same request may well succeed in a moment: a console that restarts, or its proxy that waits for it. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof CommandError)) return false
  return error.rule === 'proxy' || ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN'].includes(codeOf(error.cause))
}

/** fetch hides the reason in its cause, and hides several attempts in one more. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner === undefined ? '' : codeOf(inner)
}

/** An answer that did not come from a console. */
export function foreignAnswer(url: string, answer: Pick<Response, 'status' | 'headers'>): CommandError {
  const { status, headers } = answer
  const location = headers.get('location')
  if (location !== null && status >= 300 && status < 400)
    return unreachable(
      'redirect',
      `${url} leads on to ${location}: give that address with --target, so that your API key goes there only`,
    )
  if (status === 413)
    return unreachable(
      'size',
      `${url}: a proxy in front of the console takes no upload of this size (HTTP 413): let it allow 16 MB (nginx: client_max_body_size 16m)`,
    )
  if (status >= 502 && status <= 504)
    return unreachable(
      'proxy',
      `${url}: the proxy in front of the console answers ${status}: the console behind it is down or starting`,
    )
  if (status === 401 || status === 407)
    return unreachable(
      'proxy-sign-in',
      `${url}: a proxy in front of the console asks for a sign-in of its own (HTTP ${status})`,
    )
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content type'
  return unreachable(
    'not-windlass',
    `${url} answers, but not as a Windlass console does (HTTP ${status}, ${type}): check the address`,
  )
}
