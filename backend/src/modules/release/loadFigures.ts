import type { Db } from '../../platform/db.ts'
import { FAILED_BOUND_MS, type Histogram, loadsOf, percentileMs } from './loadHistogram.ts'
import { createReportStore } from './report.store.ts'

const DAY_MS = 86_400_000

/** How an area or one of its versions fared in the last 24 hours. */
export interface Figures {
  loads: number
  failures: number
  /** 0 without a load. */
  medianMs: number
  p95Ms: number
  users: number
}

/** The same of one version. */
export interface VersionFigures extends Figures {
  /** Share of the area's users who ran it, 0 to 1. */
  share: number
}

/** What somebody who never loaded anything gets. */
export const NO_FIGURES: VersionFigures = { loads: 0, failures: 0, medianMs: 0, p95Ms: 0, users: 0, share: 0 }

/** What browsers reported, in numbers for the lists of areas and of versions. */
export interface LoadFigures {
  /** The last 24 hours of every area that was used, by its id. */
  ofAreas(): Promise<ReadonlyMap<string, Figures>>
  /** The last 24 hours of every version of an area that was used. */
  ofVersions(remote: string): Promise<ReadonlyMap<string, VersionFigures>>
  /** When each version of any area was last loaded, as `<id>@<version>`, up to five minutes early; for retention. */
  lastUse(): Promise<ReadonlyMap<string, number>>
}

/** Numbers of one histogram. */
const figuresOf = (histogram: Histogram) => ({
  loads: loadsOf(histogram),
  failures: histogram.get(FAILED_BOUND_MS) ?? 0,
  medianMs: percentileMs(histogram, 0.5) ?? 0,
  p95Ms: percentileMs(histogram, 0.95) ?? 0,
})

/** Adds up counts of the same class. */
export function histogramOf(rows: readonly { boundMs: number; count: number }[]): Histogram {
  const histogram = new Map<number, number>()
  for (const { boundMs, count } of rows) histogram.set(boundMs, (histogram.get(boundMs) ?? 0) + count)
  return histogram
}

/** Reads the figures; they need nothing but the tables of reports. */
export function createLoadFigures(db: Db): LoadFigures {
  const store = createReportStore(db)

  return {
    ofAreas: async () => {
      const since = Date.now() - DAY_MS
      const users = await store.usersOfAreas(since)
      const byArea = Map.groupBy(await store.countsOfAreas(since), (row) => row.remote)
      return new Map(
        [...byArea].map(([remote, rows]) => [
          remote,
          { ...figuresOf(histogramOf(rows)), users: users.get(remote) ?? 0 },
        ]),
      )
    },

    ofVersions: async (remote) => {
      const since = Date.now() - DAY_MS
      const everybody = (await store.usersOfAreas(since)).get(remote) ?? 0
      const users = await store.usersOfVersions(remote, since)
      const byVersion = Map.groupBy(await store.countsOfVersions(remote, since), (row) => row.version)
      return new Map(
        [...byVersion].map(([version, rows]) => {
          const own = users.get(version) ?? 0
          const share = everybody === 0 ? 0 : own / everybody
          return [version, { ...figuresOf(histogramOf(rows)), users: own, share }]
        }),
      )
    },

    lastUse: () => store.lastUse(),
  }
}
