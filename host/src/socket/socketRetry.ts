import { SOCKET_RETRY_MS } from '@windlass/shared-kit/contract'

/** A close without a status: it was meant, so nothing is tried again (Specification 4). */
const CLOSE_WITHOUT_STATUS = 1005

/** What to do after the connection dropped. */
export type RetryStep = { kind: 'ask'; inMs: number } | { kind: 'connect'; inMs: number } | { kind: 'stop' }

export interface RetryState {
  /** Drops since the connection was last open. */
  drops: number
  lastAttemptAt: number
}

/**
 * Specification 4: the first drop retries silently after 60 s; a later one asks the user, but never sooner than 60 s
 * after the last attempt, so that a server that is down asks at most once a minute.
 */
export function afterDrop(state: RetryState, closeCode: number, now: number): RetryStep {
  if (closeCode === CLOSE_WITHOUT_STATUS) return { kind: 'stop' }
  if (state.drops <= 1) return { kind: 'connect', inMs: SOCKET_RETRY_MS }
  return { kind: 'ask', inMs: Math.max(0, state.lastAttemptAt + SOCKET_RETRY_MS - now) }
}
