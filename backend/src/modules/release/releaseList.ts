import type { OutputOf } from '@windlass/shared-kit/contract'
import type { ReleaseList, ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import semver from 'semver'
import { totalBytes } from '../../artefact/weight.ts'
import { remoteOrigins } from '../../env.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import {
  type Areas,
  areaIds,
  areasOf,
  builtInOf,
  channelOf,
  findVersion,
  type KnownVersion,
  stableOf,
  unfitReason,
} from './areas.ts'
import { requireArea } from './channelChange.ts'
import { isElsewhere } from './consoleFolder.ts'
import { type Figures, NO_FIGURES, type VersionFigures } from './loadFigures.ts'
import type { ReleaseDamage } from './releaseDamage.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseSource } from './releaseSource.ts'

const KIT = '@windlass/shared-kit'

/** All versions of an area that could be given to somebody, the newest first. */
function versionsOf(areas: Areas, remote: string): KnownVersion[] {
  const published = [...(areas.state.published.get(remote)?.keys() ?? [])]
  const numbers = new Set([...published, builtInOf(areas, remote)])
  return [...numbers]
    .flatMap((version) => findVersion(areas, remote, version) ?? [])
    .toSorted((a, b) => semver.rcompare(a.version, b.version))
}

function overview(areas: Areas, remote: string, { loads, failures, medianMs, p95Ms, users }: Figures): RemoteOverview {
  const { canary, isPinned, isDisabled, disabledReason, rule } = channelOf(areas, remote)
  const stable = stableOf(areas, remote)
  return {
    remote,
    stable,
    canary: canary && { ...canary, startTime: formatTimestamp(canary.startTime) },
    ...{ isPinned, isDisabled, disabledReason, rule },
    builtIn: builtInOf(areas, remote),
    versions: versionsOf(areas, remote).length,
    unfit: unfitReason(areas, remote, stable),
    ...{ loads, failures, medianMs, p95Ms, users },
  }
}

function placeOf(areas: Areas, remote: string, version: string): ReleaseVersion['channel'] {
  if (stableOf(areas, remote) === version) return 'stable'
  return channelOf(areas, remote).canary?.version === version ? 'canary' : 'none'
}

/** Areas that the policy of the page keeps from loading. */
function strangers(areas: Areas, allowed: readonly string[]): string[] {
  return areaIds(areas).flatMap((remote) => {
    const release = findVersion(areas, remote, stableOf(areas, remote))?.release
    if (!release || !isElsewhere(release)) return []
    const { origin } = new URL(release.base)
    return allowed.includes(origin) ? [] : [`${remote} comes from ${origin}, which REMOTE_ORIGINS does not allow.`]
  })
}

/** What is out, and what there is. */
export interface ReleaseLists {
  overviews(): Promise<OutputOf<typeof ReleaseList>>
  versions(remote: string): Promise<ReleaseVersion[]>
  /** What is wrong with the registry, a sentence each. */
  problems(): Promise<string[]>
}

/** Creates the rows of versions. */
function versionRow(
  { platform }: Pick<ReleaseParts, 'platform'>,
  source: ReleaseSource,
  damage: ReleaseDamage,
): (areas: Areas, remote: string, known: KnownVersion, own: VersionFigures) => Promise<ReleaseVersion> {
  /** What came with the console says more about itself in its folder, unless that is damaged. */
  const describe = (areas: Areas, remote: string, known: KnownVersion) =>
    source.describe(areas, remote, known.version).then(
      ({ contents }) => contents,
      (error: unknown) => {
        platform.log.warn({ err: error, remote, version: known.version }, 'cannot read the contents of a version')
        return undefined
      },
    )

  return async (areas, remote, known, own) => {
    const { published } = known
    const contents = published?.contents ?? (await describe(areas, remote, known))
    const isKnownDamaged = areas.state.damage.get(remote)?.[known.version] !== undefined
    return {
      version: known.version,
      source: published ? 'published' : 'built-in',
      channel: placeOf(areas, remote, known.version),
      team: published?.team ?? '',
      keyId: published?.keyId ?? '',
      publishedBy: published?.publisherName ?? '',
      publishTime: formatTimestamp(published?.insertTime ?? 0),
      commit: contents?.commit ?? '',
      buildTime: formatTimestamp(contents?.buildTime ?? 0),
      bytes: contents ? totalBytes(contents) : 0,
      ...own,
      unfit: unfitReason(areas, remote, known.version),
      // Somebody may have put the files right by hand.
      damage: isKnownDamaged ? await damage.inspect(remote, known.version) : '',
    }
  }
}

/** Creates the lists of the release screen. */
export function createReleaseLists(parts: ReleaseParts, source: ReleaseSource, damage: ReleaseDamage): ReleaseLists {
  const { state, folder, figures, platform } = parts
  const current = async () => areasOf(await state.current(), folder)
  const row = versionRow(parts, source, damage)

  const problems = async () => {
    const areas = await current()
    const unfit = areaIds(areas).flatMap((remote) => {
      const stable = stableOf(areas, remote)
      const reason = unfitReason(areas, remote, stable)
      return reason === '' ? [] : [`${remote} ${stable} is released, but cannot run in this console. ${reason}`]
    })
    const damaged = [...areas.state.damage].flatMap(([remote, byVersion]) =>
      Object.entries(byVersion)
        .filter(([version]) => findVersion(areas, remote, version))
        .map(([version, sentence]) => `${remote} ${version}: ${sentence}`),
    )
    return [...folder.problems(), ...strangers(areas, remoteOrigins(platform.env)), ...unfit, ...damaged]
  }

  return {
    problems,

    overviews: async () => {
      const areas = await current()
      const fared = await figures.ofAreas()
      const list = areaIds(areas).map((remote) => overview(areas, remote, fared.get(remote) ?? NO_FIGURES))
      const { version: hostVersion = '', provides = {}, buildTime = 0 } = areas.host ?? {}
      const host = { version: hostVersion, kit: provides[KIT] ?? '', buildTime: formatTimestamp(buildTime) }
      return { list, host, problems: await problems() }
    },

    versions: async (remote) => {
      const areas = await current()
      requireArea(areas, remote)
      const fared = await figures.ofVersions(remote)
      return Promise.all(
        versionsOf(areas, remote).map((known) => row(areas, remote, known, fared.get(known.version) ?? NO_FIGURES)),
      )
    },
  }
}
