import { Code } from '@windlass/shared-kit/contract'
import { AppError } from '../errors.ts'
import { address, type SshHop } from './sshTarget.ts'

/**
 * What went wrong on the way to a server. `refused`, `unreachable`, `timeout`, `lost` and `busy` may pass by
 * themselves; the others stay until somebody changes something.
 */
export type SshFailure =
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'lost'
  | 'busy'
  | 'name'
  | 'key-file'
  | 'passphrase'
  | 'key-refused'
  | 'password-refused'
  | 'host-key'
  | 'protocol'
  | 'remote'

const PASSING: readonly SshFailure[] = ['refused', 'unreachable', 'timeout', 'lost', 'busy']

/** A failed connection or remote command, told to the person who has to do something about it. */
export class SshError extends AppError {
  override name = 'SshError'
  readonly failure: SshFailure

  constructor(failure: SshFailure, message: string, data: unknown = null) {
    super(Code.Failed, message, data)
    this.failure = failure
  }

  /** Whether trying again in a moment makes sense. */
  get mayPass(): boolean {
    return PASSING.includes(this.failure)
  }
}

const BY_ERRNO: Record<string, [SshFailure, string]> = {
  ECONNREFUSED: ['refused', 'connection refused: no SSH server listens there; start it or correct the port'],
  EHOSTUNREACH: ['unreachable', 'no route to the host: check the address and the network between'],
  ENETUNREACH: ['unreachable', 'no route to the network: check the address and the network between'],
  EADDRNOTAVAIL: ['unreachable', 'no route to the host: this machine has no address of that kind'],
  ETIMEDOUT: ['timeout', 'no answer: the host is down or a firewall drops the packets'],
  ENOTFOUND: ['name', 'the host name cannot be resolved: check its spelling and the DNS'],
  EAI_AGAIN: ['name', 'the host name cannot be resolved: the DNS does not answer'],
  ERR_IP_BLOCKED: ['unreachable', 'this console may not call the address (OUTBOUND_DENY, OUTBOUND_ALLOW)'],
  ECONNRESET: ['lost', 'the host closed the connection'],
  EPIPE: ['lost', 'the host closed the connection'],
}

const NO_CIPHER =
  'it knows only ciphers that are weak: update its SSH server, or let this console use them (SSH_LEGACY_CIPHERS)'

const errnoOf = (error: unknown): string => {
  // A name with several addresses fails with one error for each; the first tells as much as all.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error && 'code' in first ? String(first.code) : ''
}

/** Names what happened while connecting to a hop; `hop` is who did not answer as it should. */
export function connectError(hop: SshHop, error: unknown, seconds: number): SshError {
  if (error instanceof SshError) return error
  const known = BY_ERRNO[errnoOf(error)]
  if (known) return new SshError(known[0], `${address(hop)}: ${known[1]}`)
  const message = error instanceof Error ? error.message : String(error)
  if (/timed out/i.test(message)) return timeoutError(hop, seconds)
  if (/no matching .*cipher/i.test(message)) return new SshError('protocol', `${address(hop)}: ${NO_CIPHER}`)
  return new SshError('protocol', `${address(hop)}: the SSH connection failed: ${message}`)
}

/** Nothing came back in time. */
export const timeoutError = (hop: SshHop, seconds: number): SshError =>
  new SshError(
    'timeout',
    `${address(hop)}: no answer within ${seconds} s: the host is down or a firewall drops the packets`,
  )

/** The connection was there and is gone. */
export const lostError = (hop: SshHop, reason = ''): SshError =>
  new SshError('lost', `${address(hop)}: the connection was lost${reason === '' ? '' : ` (${reason})`}`)
