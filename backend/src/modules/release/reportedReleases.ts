import { areasOf, channelOf, findVersion } from './areas.ts'
import type { ReleaseDamage } from './releaseDamage.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseService } from './releases.service.ts'
import type { ReportedReleases } from './report.service.ts'

type Known = Pick<ReleaseParts, 'state' | 'folder'>

const current = async ({ state, folder }: Known) => areasOf(await state.current(), folder)

/** What reports get to know about releases. */
export const reportedReleases = (
  known: Known,
  { takeBack }: Pick<ReleaseService, 'takeBack'>,
  { inspect }: ReleaseDamage,
): ReportedReleases => ({
  isKnown: async (remote, version) => findVersion(await current(known), remote, version) !== undefined,
  canaryOf: async (remote) => {
    const { canary, rule } = channelOf(await current(known), remote)
    return canary ? { version: canary.version, startTime: canary.startTime, rule } : undefined
  },
  takeBack,
  inspect,
})
