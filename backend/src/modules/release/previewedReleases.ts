import { areasOf, findVersion } from './areas.ts'
import type { PreviewedReleases } from './preview.service.ts'
import { routesBeside } from './releaseContext.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseSource } from './releaseSource.ts'

/** What previews get to know about releases. */
export function previewedReleases(
  { state, folder }: Pick<ReleaseParts, 'state' | 'folder'>,
  source: Pick<ReleaseSource, 'prepare' | 'prepareElsewhere'>,
): PreviewedReleases {
  const current = async () => areasOf(await state.current(), folder)
  return {
    prepare: async (remote, version) => {
      await source.prepare(await current(), remote, version)
      await source.prepareElsewhere(remote, version)
    },
    releaseOf: async (remote, version) => findVersion(await current(), remote, version)?.release,
    routesBeside: async (remote) => routesBeside(await current(), remote),
  }
}
