import { isInCanary } from '../../artefact/chooseVersion.ts'
import { areasOf, channelOf, findVersion } from './areas.ts'
import { createAudienceStore } from './audience.store.ts'
import type { ReleaseDamage } from './releaseDamage.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseService } from './releases.service.ts'
import type { ReportedReleases } from './report.service.ts'

type Known = Pick<ReleaseParts, 'platform' | 'state' | 'folder'>

const current = async ({ state, folder }: Known) => areasOf(await state.current(), folder)

/** Finds the canary that a person gets in one of his namespaces, whichever he works in now. */
const canaryFinder =
  (known: Known): ReportedReleases['canaryFor'] =>
  async ({ userId, isSuperManager }, remote) => {
    const { canary, rule } = channelOf(await current(known), remote)
    if (!canary) return undefined
    const { version, audience, startTime } = canary
    const own = isSuperManager
      ? audience.namespaceIds
      : await createAudienceStore(known.platform.db).namespacesOf(userId)
    const isHis = [0, ...own].some((namespaceId) => isInCanary(audience, remote, version, { userId, namespaceId }))
    return isHis ? { version, startTime, rule } : undefined
  }

/** What reports get to know about releases. */
export const reportedReleases = (
  known: Known,
  { takeBack }: Pick<ReleaseService, 'takeBack'>,
  { inspect }: ReleaseDamage,
): ReportedReleases => ({
  isKnown: async (remote, version) => findVersion(await current(known), remote, version) !== undefined,
  canaryFor: canaryFinder(known),
  takeBack,
  inspect,
})
