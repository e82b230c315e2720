import { ERROR_CONTENT_LENGTH } from '@windlass/shared-kit/contract/monitor'
import { maskUrlCredentials } from '../../../platform/redact.ts'

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved: the DNS does not answer',
  ETIMEDOUT: 'no answer',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed before the answer was complete',
  ERR_IP_BLOCKED: 'this console may not call the address (OUTBOUND_DENY, OUTBOUND_ALLOW)',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself and nobody trusts it',
  SELF_SIGNED_CERT_IN_CHAIN: 'a certificate of the chain is signed by itself and nobody trusts it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be traced to anybody who is trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The error that says most: fetch and the dialler wrap the one of the socket. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  if (error instanceof Error && error.cause instanceof Error) return innermost(error.cause)
  return error
}

/** Why a connection failed, for people. */
export function causeText(error: unknown): string {
  const inner = innermost(error)
  const known = CAUSES[codeOf(inner)]
  if (known !== undefined) return known
  const message = inner instanceof Error ? inner.message || codeOf(inner) : String(inner)
  return message || 'failed without a reason'
}

/** Half of a pair of characters at the cut would be no text any more. */
const LONE_HALF = /[\uD800-\uDBFF]$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A failure as it is kept and told: without credentials and control characters, and no longer than the column. */
export const failureText = (text: string): string =>
  maskUrlCredentials(text.replace(/\r\n?/g, '\n').replace(CONTROL, ''))
    .trim()
    .slice(0, ERROR_CONTENT_LENGTH)
    .replace(LONE_HALF, '')
