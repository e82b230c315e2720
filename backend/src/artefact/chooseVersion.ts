import { hash } from 'node:crypto'
import type { CanaryAudience } from '@windlass/shared-kit/contract/release'
import type { Channel } from './channel.ts'

/** Who looks at the console; 0 stands for nobody signed in, and for no namespace. */
export interface Viewer {
  userId: number
  namespaceId: number
}

/** Nobody signed in gets no canary. */
export const NOBODY: Viewer = { userId: 0, namespaceId: 0 }

/** Hundredths of a percent: fine enough for the smallest share anybody stages. */
const BUCKETS = 10_000

/**
 * Whether a viewer gets the canary. The share is taken from a hash of area, version and user: the same people for as
 * long as it runs, others for the next one, and raising the percentage only adds some.
 */
export function isInCanary(audience: CanaryAudience, remote: string, version: string, viewer: Viewer): boolean {
  if (viewer.userId <= 0) return false
  if (audience.userIds.includes(viewer.userId) || audience.namespaceIds.includes(viewer.namespaceId)) return true
  const digest = hash('sha256', `${remote}@${version}:${viewer.userId}`, 'buffer')
  return digest.readUInt32BE(0) % BUCKETS < (audience.percent / 100) * BUCKETS
}

interface Question {
  channel: Channel
  remote: string
  viewer: Viewer
  /** The version that came with the console; "" when it brought none. */
  builtIn: string
  /** Whether a version can run in this console and still exists. */
  fits: (version: string) => boolean
}

/** Which version a viewer gets. */
export interface Choice {
  /** "" when nothing is released. */
  version: string
  /** The version that was meant and does not fit, when an earlier one stands in for it. */
  insteadOf?: string
  /** Nothing of the area fits: it stays listed, but must not be loaded. */
  unfit?: boolean
}

/** Resolves canary, stable and built-in for one viewer, and falls back to the newest earlier one that fits. */
export function chooseVersion({ channel, remote, viewer, builtIn, fits }: Question): Choice {
  const { canary } = channel
  const isCanary = canary !== null && isInCanary(canary.audience, remote, canary.version, viewer)
  const nameOrBuiltIn = (version: string) => (version === '' ? builtIn : version)
  const meant = isCanary ? canary.version : nameOrBuiltIn(channel.stable)
  if (meant === '') return { version: '' }
  const earlier = [channel.stable, ...channel.stableHistory, ''].map(nameOrBuiltIn)
  const version = [meant, ...earlier].find((candidate) => candidate !== '' && fits(candidate))
  if (version === undefined) return { version: meant, unfit: true }
  return version === meant ? { version } : { version, insteadOf: meant }
}
