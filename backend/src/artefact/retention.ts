import semver from 'semver'
import type { Channel } from './channel.ts'
import { previousVersion } from './previousOf.ts'

const DAY_MS = 86_400_000
const KEEP_NEWEST = 10
const MAX_AGE_MS = 30 * DAY_MS
/** Somebody with a tab open since yesterday still asks for its files. */
const IN_USE_MS = DAY_MS

/** What retention needs to know of one area. */
export interface RetentionQuestion {
  channel: Channel
  /** All that are kept so far, with the one that came with the console. */
  versions: readonly { version: string; publishTime: number }[]
  /** When somebody last ran a version, Unix milliseconds; absent means nobody is known to have. */
  lastUse: Readonly<Record<string, number>>
  now: number
  /** That many of the newest stay whatever their age. */
  keepNewest?: number
  /** The others stay until they are older than this. */
  maxAgeMs?: number
}

/**
 * Versions that may go, oldest first: neither among the newest nor young, not what anybody gets now or would get after a
 * rollback or a failure, and not run by anybody within a day.
 */
export function droppableVersions(question: RetentionQuestion): string[] {
  const { versions, lastUse, now, keepNewest = KEEP_NEWEST, maxAgeMs = MAX_AGE_MS } = question
  const needed = neededVersions(question)
  return versions
    .toSorted((a, b) => b.publishTime - a.publishTime || semver.rcompare(a.version, b.version))
    .slice(keepNewest)
    .filter(({ version, publishTime }) => {
      const isInUse = Object.hasOwn(lastUse, version) && now - (lastUse[version] ?? 0) < IN_USE_MS
      return now - publishTime > maxAgeMs && !isInUse && !needed.has(version)
    })
    .map(({ version }) => version)
    .toReversed()
}

/** What somebody gets now, and where each of these leads when it is taken back or fails. */
function neededVersions({ channel, versions }: RetentionQuestion): Set<string> {
  const given = [channel.stable, channel.canary?.version ?? ''].filter((version) => version !== '')
  const names = versions.map(({ version }) => version)
  // Where a failed page falls back to is asked among what was stable once; among all, it may be another one.
  const onceStable = names.filter((name) => channel.stableHistory.includes(name) || name === channel.stable)
  const fallbacks = given.flatMap((version) => [previousVersion(version, names), previousVersion(version, onceStable)])
  return new Set(
    [...given, ...channel.stableHistory.slice(0, 1), ...fallbacks].filter((version) => version !== undefined),
  )
}
