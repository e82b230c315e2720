import type { Channel } from './channel.ts'

/** What retention needs to know. */
export interface RetentionQuestion {
  channel: Channel
  versions: readonly { version: string; publishTime: number }[]
  /** When somebody last ran a version, Unix milliseconds; absent means nobody is known to. */
  lastUse: Readonly<Record<string, number>>
  now: number
  /** That many of the newest stay whatever their age. */
  keepNewest?: number
  /** Others stay until they are older than this. */
  maxAgeMs?: number
}

/** Versions that may be dropped, oldest first. */
export function droppableVersions(_question: RetentionQuestion): string[] {
  throw new Error('not yet')
}
