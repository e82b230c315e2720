import { ApiError } from '@windlass/shared-kit/http'

/** A host that showed another key than the one known for it. */
export interface ChangedHostKey {
  host: string
  port: number
  /** Fingerprint of the pinned key. */
  known: string
  /** Fingerprint of the key it showed now. */
  presented: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Finds in a failure that a host key has changed; undefined for every other failure. */
export function changedHostKeyOf(error: unknown): ChangedHostKey | undefined {
  if (!(error instanceof ApiError) || !isRecord(error.data) || !isRecord(error.data.hostKey)) return undefined
  const { host, port, known, presented } = error.data.hostKey
  if (typeof host !== 'string' || typeof port !== 'number') return undefined
  if (typeof known !== 'string' || typeof presented !== 'string') return undefined
  return { host, port, known, presented }
}
