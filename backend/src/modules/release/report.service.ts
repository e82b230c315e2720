import type { OutputOf } from '@windlass/shared-kit/contract'
import type { AreaReport } from '@windlass/shared-kit/contract/areaUse'
import type { RollbackRule } from '@windlass/shared-kit/contract/release'
import type { ReleaseLoads } from '@windlass/shared-kit/contract/releaseLoads'
import { rcompare } from 'semver'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { createEvidenceStore } from './evidence.store.ts'
import { failureMessage } from './failureMessage.ts'
import { histogramOf } from './loadFigures.ts'
import { boundOf, FAILED_BOUND_MS, loadsOf, percentileMs } from './loadHistogram.ts'
import { createReportStore, type NewCount, type NewFailure } from './report.store.ts'
import { describeVerdict, type Evidence, isTooBad, weigh } from './rollbackRule.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const KEPT_MS = 30 * DAY_MS
/** Who used what is asked about the last day only, so it is not kept for longer than a moment more. */
const USERS_KEPT_MS = 2 * DAY_MS
/** What one report adds to a number at most: figures are about many people, not about one browser in a loop. */
const COUNTED_A_REPORT = 100
const TEXT_LIMIT = 255
/** Spans of a plot; the shortest that gives no more points than a screen can show. */
const SPANS_MS = [5, 10, 15, 30, 60, 120, 180].map((minutes) => minutes * MINUTE_MS)
const MAX_POINTS = 300

/** A canary as it runs; its start tells one run from the next of the same version. */
export interface RunningCanary {
  version: string
  /** Unix milliseconds. */
  startTime: number
  rule: RollbackRule
}

/** What reports need to know about releases, and the one thing they may do. */
export interface ReportedReleases {
  /** Whether somebody can run this version here. */
  isKnown(remote: string, version: string): Promise<boolean>
  /** The canary of an area, if this person gets it: what anybody else says about it is no evidence. */
  canaryFor(caller: Pick<Caller, 'userId' | 'isSuperManager'>, remote: string): Promise<RunningCanary | undefined>
  /**
   * Takes back a canary, with its line in the history in the same transaction, and tells every page.
   * @returns false when it was over already, here or on another node
   */
  takeBack(remote: string, version: string, why: string): Promise<boolean>
  /** Looks whether the files of a version are still what was signed, and acts on it when they are not. */
  inspect(remote: string, version: string): Promise<string>
}

/** What browsers report about areas, and what follows from it. */
export interface ReportService {
  add(caller: Caller, reports: readonly AreaReport[]): Promise<void>
  loads(remote: string, hours: number): Promise<OutputOf<typeof ReleaseLoads>>
  /** Forgets what is older than it is asked for. */
  forget(): Promise<void>
}

const keyOf = ({ area, version }: AreaReport) => `${area}@${version}`
const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)

/** Adds up what belongs into one row; sorted, so that two reports never wait for each other crosswise. */
function addUp<Row extends { count: number }>(rows: readonly Row[], keyFor: (row: Row) => string): Row[] {
  const sums = Map.groupBy(rows, keyFor)
  return [...sums]
    .map(([key, same]) => ({ key, same }))
    .sort(byKey)
    .flatMap(({ same }) => {
      const last = same.at(-1)
      const count = Math.min(
        COUNTED_A_REPORT,
        same.reduce((sum, row) => sum + row.count, 0),
      )
      return last ? [{ ...last, count }] : []
    })
}

const countsOf = (reports: readonly AreaReport[]): NewCount[] =>
  addUp(
    reports.map(({ area, version, outcome, ms, count }) => {
      return { remote: area, version, boundMs: outcome === 'loaded' ? boundOf(ms) : FAILED_BOUND_MS, count }
    }),
    ({ remote, version, boundMs }) => `${remote}@${version} ${boundMs}`,
  )

const failuresOf = (reports: readonly AreaReport[], { name, userAgent }: Caller): NewFailure[] =>
  addUp(
    reports.flatMap(({ area, version, outcome, message, errorId, count }) => {
      if (outcome === 'loaded') return []
      const last = { lastErrorId: errorId, lastUser: name, lastUserAgent: userAgent.slice(0, TEXT_LIMIT) }
      return [{ remote: area, version, kind: outcome, message: failureMessage(message), count, ...last }]
    }),
    ({ remote, version, kind, message }) => `${remote}@${version} ${kind} ${message}`,
  )

/** Each version that was loaded, once; only a load is a use. */
const usedVersions = (reports: readonly AreaReport[]) => {
  const loaded = reports.filter(({ outcome }) => outcome === 'loaded').map((report) => [keyOf(report), report] as const)
  return [...new Map(loaded).values()].map(({ area, version }) => ({ remote: area, version }))
}

const evidenceOf = (reports: readonly AreaReport[]): Evidence => {
  const sumOf = (some: readonly AreaReport[]) => some.reduce((sum, { count }) => sum + count, 0)
  const loads = sumOf(reports.filter(({ outcome }) => outcome === 'loaded'))
  return { loads, failures: sumOf(reports) - loads }
}

/** What cannot be run here is nobody's row: whoever invents versions fills no table. */
function knownOnly({ log }: Pick<Platform, 'log'>, releases: ReportedReleases) {
  let ignored = 0
  let toldTime = 0
  return async (reports: readonly AreaReport[]): Promise<AreaReport[]> => {
    const first = new Map(reports.map((report) => [keyOf(report), report]))
    const known = new Set<string>()
    for (const [key, { area, version }] of first) if (await releases.isKnown(area, version)) known.add(key)
    const kept = reports.filter((report) => known.has(keyOf(report)))
    ignored += reports.length - kept.length
    if (ignored > 0 && Date.now() - toldTime > MINUTE_MS) {
      log.info(
        { ignored, of: [...first.keys()].filter((key) => !known.has(key)) },
        'ignored reports about unknown versions',
      )
      ignored = 0
      toldTime = Date.now()
    }
    return kept
  }
}

/** Looks at a canary that just failed for somebody, and takes it back when the rule says so. */
function judge({ db, log, trail }: Pick<Platform, 'db' | 'log' | 'trail'>, releases: ReportedReleases) {
  return async (remote: string, { version, startTime, rule }: RunningCanary): Promise<void> => {
    if (!rule.isOn) return
    const requestTime = Date.now()
    const verdict = weigh(await createEvidenceStore(db).list({ remote, version, canaryStart: startTime }))
    if (!isTooBad(rule, verdict)) return
    const why = describeVerdict(rule, verdict)
    if (!(await releases.takeBack(remote, version, why))) return
    log.warn({ remote, version, ...verdict }, 'took a canary back, because it failed too often')
    const request = { remote, version, rule }
    await trail.deed({ userId: 0, namespaceId: 0, api: '/release/autoRollback', requestTime, request, answer: why })
  }
}

function plots({ db }: Pick<Platform, 'db'>): ReportService['loads'] {
  const store = createReportStore(db)
  return async (remote, hours) => {
    const now = Date.now()
    const longest = SPANS_MS.at(-1) ?? HOUR_MS
    const spanMs = SPANS_MS.find((span) => (hours * HOUR_MS) / span < MAX_POINTS) ?? longest
    const last = now - (now % spanMs)
    const from = last - Math.floor((hours * HOUR_MS) / spanMs - 1) * spanMs
    const times = Array.from({ length: (last - from) / spanMs + 1 }, (_, index) => from + index * spanMs)
    const byVersion = Map.groupBy(await store.countsOverTime(remote, from, spanMs), (row) => row.version)
    const versions = [...byVersion].map(([version, rows]) => {
      const bySpan = Map.groupBy(rows, (row) => row.spanStart)
      const histograms = times.map((time) => histogramOf(bySpan.get(time) ?? []))
      return {
        version,
        loads: histograms.map(loadsOf),
        failures: histograms.map((histogram) => histogram.get(FAILED_BOUND_MS) ?? 0),
        medianMs: histograms.map((histogram) => percentileMs(histogram, 0.5) ?? null),
        p95Ms: histograms.map((histogram) => percentileMs(histogram, 0.95) ?? null),
      }
    })
    return { times, spanMs, versions: versions.sort((one, other) => rcompare(one.version, other.version)) }
  }
}

/** Creates what takes reports in; each is stored as a whole or not at all. */
export function createReportService(
  platform: Pick<Platform, 'db' | 'log' | 'trail'>,
  releases: ReportedReleases,
): ReportService {
  const { db } = platform
  const known = knownOnly(platform, releases)
  const judgeCanary = judge(platform, releases)

  const canariesOf = async (caller: Caller, reports: readonly AreaReport[]) => {
    const areas = [...new Set(reports.map(({ area }) => area))].sort()
    const all = await Promise.all(areas.map(async (area) => ({ area, canary: await releases.canaryFor(caller, area) })))
    return all.flatMap(({ area, canary }) => {
      const own = reports.filter((report) => report.area === area && report.version === canary?.version)
      return canary && own.length > 0 ? [{ area, canary, evidence: evidenceOf(own) }] : []
    })
  }

  return {
    add: async (caller, sent) => {
      const reports = await known(sent)
      if (reports.length === 0) return
      const now = Date.now()
      const canaries = await canariesOf(caller, reports)
      await db.transaction().execute(async (trx) => {
        const store = createReportStore(trx)
        await store.addCounts(countsOf(reports), now)
        await store.addUser(caller.userId, usedVersions(reports), now)
        for (const failure of failuresOf(reports, caller)) await store.addFailure(failure, now)
        for (const { area, canary, evidence } of canaries) {
          const run = { remote: area, version: canary.version, canaryStart: canary.startTime }
          await createEvidenceStore(trx).add(run, caller.userId, evidence, now)
        }
      })
      for (const { area, canary, evidence } of canaries) if (evidence.failures > 0) await judgeCanary(area, canary)
      const failed = Map.groupBy(
        reports.filter(({ outcome }) => outcome === 'load'),
        keyOf,
      )
      for (const [first] of failed.values()) if (first) await releases.inspect(first.area, first.version)
    },

    loads: plots(platform),

    forget: async () => {
      const now = Date.now()
      await createReportStore(db).forget({ reports: now - KEPT_MS, users: now - USERS_KEPT_MS })
      await createEvidenceStore(db).forget(now - KEPT_MS)
    },
  }
}
