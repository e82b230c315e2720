import type { OutputOf } from '@windlass/shared-kit/contract'
import type { ReleaseContext } from '@windlass/shared-kit/contract/release'
import type { CheckContext } from '../../artefact/checkRelease.ts'
import { remoteOrigins } from '../../env.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Areas, areaIds, builtInOf, channelOf, findVersion, stableOf } from './areas.ts'
import { createRemoteKeyStore } from './remoteKey.store.ts'

const NO_HOST =
  'this console does not know what it offers to areas, because its host.json cannot be read; build the console again'

/** Routes that the other areas have now, for everybody or for some. */
export function routesBeside(areas: Areas, remote: string): OutputOf<typeof ReleaseContext>['routes'] {
  const others = areaIds(areas).filter((id) => id !== remote)
  const routes = others.flatMap((id) => {
    const versions = [stableOf(areas, id), channelOf(areas, id).canary?.version ?? '']
    const paths = versions
      .flatMap((version) => findVersion(areas, id, version)?.release.routes ?? [])
      .map(({ path }) => path)
    return [...new Set(paths)].map((path) => ({ remote: id, path }))
  })
  return routes
}

/** Numbers of an area that are used up: whatever was published ever, and what came with the console. */
const usedVersions = (areas: Areas, remote: string): string[] => [
  ...new Set([...(areas.state.usedUp.get(remote) ?? []), builtInOf(areas, remote)].filter((version) => version !== '')),
]

/** What a new version of an area is checked against. */
export function checkContext(areas: Areas, remote: string, env: Platform['env']) {
  if (!areas.host) throw failed(NO_HOST)
  return {
    host: areas.host,
    routes: routesBeside(areas, remote),
    versions: usedVersions(areas, remote),
    allowedOrigins: [...remoteOrigins(env)],
  } satisfies CheckContext
}

/** The same for a publisher, who checks before anything travels. */
export async function publisherContext(
  areas: Areas,
  remote: string,
  { db, env }: Pick<Platform, 'db' | 'env'>,
): Promise<OutputOf<typeof ReleaseContext>> {
  const trusted = await createRemoteKeyStore(db).trusted(remote)
  return {
    ...checkContext(areas, remote, env),
    stable: stableOf(areas, remote),
    keyIds: trusted.map(({ keyId }) => keyId),
  }
}
