import { ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import { ReleaseFailureList, ReleaseLoads } from '@windlass/shared-kit/contract/releaseLoads'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import { createReportService, type ReportedReleases } from './report.service.ts'
import { createReportStore } from './report.store.ts'

/** A browser gathers its reports: more than this is a page in a loop. */
const REPORTS_A_MINUTE = 30
/** Many people behind one address. */
const REPORTS_A_MINUTE_AND_ADDRESS = 600

/** Refuses a flood before anything is looked up; counted on each node for itself. */
function floodGate({ app }: Pick<Platform, 'app'>): (caller: Caller, request: FastifyRequest) => Promise<void> {
  const userIds = new WeakMap<FastifyRequest, number>()
  const timeWindow = '1 minute'
  const ofAddress = app.createRateLimit({ max: REPORTS_A_MINUTE_AND_ADDRESS, timeWindow })
  const ofUser = app.createRateLimit({
    max: REPORTS_A_MINUTE,
    timeWindow,
    keyGenerator: (request) => userIds.get(request) ?? 0,
  })
  return async (caller, request) => {
    userIds.set(request, caller.userId)
    for (const check of [ofUser, ofAddress]) {
      const answer = await check(request)
      if (!answer.isAllowed && answer.isExceeded) {
        throw failed(`too many reports; try again in ${answer.ttlInSeconds} seconds`)
      }
    }
  }
}

/** How areas fare in browsers: takes reports in, plots them, and takes back a canary that fails too often. */
export function reportModule(platform: Platform, releases: ReportedReleases): void {
  const { mount, db } = platform
  const reports = createReportService(platform, releases)
  const requireQuiet = floodGate(platform)

  mount(ReleaseReport, async (input, caller, { request }) => {
    await requireQuiet(caller, request)
    await reports.add(caller, input.reports)
    return null
  })
  mount(ReleaseLoads, ({ remote, hours }) => reports.loads(remote, hours))
  mount(ReleaseFailureList, async ({ remote }) => ({ list: await createReportStore(db).failures(remote) }))

  everyHour(platform, 'forget old reports', reports.forget)
}
