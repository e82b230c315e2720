import type { OutputOf } from '@windlass/shared-kit/contract'
import type {
  ReleaseDiff,
  ReleaseEvent,
  ReleaseList,
  ReleaseVersion,
  RemoteOverview,
} from '@windlass/shared-kit/contract/release'
import semver from 'semver'
import { readArtefact, versionsInFolder } from './artefactFolder.ts'
import { diffReleases } from './diffReleases.ts'
import {
  areaDirOf,
  areaIdsIn,
  builtInOf,
  channelIn,
  type FolderVersion,
  registryOfFolder,
  surveyArea,
  surveyVersion,
} from './folderRegistry.ts'
import { type FolderState, isPublished, readHost, readKeys, readState } from './folderState.ts'
import { timeOf } from './timeOf.ts'
import { totalBytes } from './weight.ts'

const KIT = '@windlass/shared-kit'
/** A folder has nobody who would report how its areas fare. */
const NO_FIGURES = { users: 0, loads: 0, failures: 0, medianMs: 0, p95Ms: 0 }

/** Every area of a folder with what is out, and what is wrong with its files. */
export async function listIn(dir: string): Promise<OutputOf<typeof ReleaseList>> {
  const [host, state] = await Promise.all([readHost(dir), readState(dir)])
  const { registry, problems } = await registryOfFolder(dir, state, host, Date.now())
  const list = await Promise.all(
    areaIdsIn(state).map(async (remote): Promise<RemoteOverview> => {
      const { stableHistory: _history, stable, ...channel } = channelIn(state, remote)
      const builtIn = builtInOf(state, remote)
      const out = stable || builtIn
      return {
        ...channel,
        remote,
        stable: out,
        // Nobody can start one here.
        canary: null,
        builtIn,
        versions: (await versionsInFolder(areaDirOf(dir, remote))).length,
        unfit: out === '' ? '' : (await surveyVersion(dir, remote, out, host)).unfit,
        ...NO_FIGURES,
      }
    }),
  )
  const kit = host.provides[KIT] ?? ''
  const missing = list
    .filter(({ remote, stable }) => stable !== '' && !Object.hasOwn(registry.remotes, remote))
    .map(({ remote }) => `${remote} is not served: nothing of it can be used`)
  return {
    list,
    host: { version: host.version, kit, buildTime: timeOf(host.buildTime) },
    problems: [...problems, ...missing],
  }
}

/** Versions of an area in a folder, newest first. */
export async function versionsIn(dir: string, remote: string): Promise<ReleaseVersion[]> {
  const [host, state, keys] = await Promise.all([readHost(dir), readState(dir), readKeys(dir)])
  const stable = channelIn(state, remote).stable || builtInOf(state, remote)
  const versions = [...(await surveyArea(dir, remote, host)).values()]
  return versions
    .toSorted((a, b) => semver.rcompare(a.version, b.version))
    .map((found) => {
      const keyId = found.artefact?.signature?.keyId ?? ''
      const team = keys.find((key) => key.keyId === keyId)?.team ?? ''
      return { ...describe(state, remote, found), channel: found.version === stable ? 'stable' : 'none', team, keyId }
    })
}

function describe(state: FolderState, remote: string, { version, artefact, damage, unfit }: FolderVersion) {
  const published = state.published[`${remote}@${version}`]
  return {
    version,
    source: isPublished(state, remote, version) ? ('published' as const) : ('built-in' as const),
    publishedBy: published?.by ?? '',
    publishTime: timeOf(published?.time ?? 0),
    commit: artefact?.contents.commit ?? '',
    buildTime: timeOf(artefact?.contents.buildTime ?? 0),
    bytes: artefact ? totalBytes(artefact.contents) : 0,
    share: 0,
    ...NO_FIGURES,
    unfit,
    damage,
  }
}

/** What was done in a folder, newest first. */
export async function historyIn(dir: string, remote?: string): Promise<ReleaseEvent[]> {
  const { history } = await readState(dir)
  return history
    .map(({ time, ...event }, at) => ({ ...event, id: history.length - at, insertTime: timeOf(time) }))
    .filter((event) => remote === undefined || event.remote === remote)
}

/** What a version changes against another one in the same folder. */
export async function compareIn(dir: string, remote: string, from: string, to: string): Promise<ReleaseDiff> {
  const areaDir = areaDirOf(dir, remote)
  return diffReleases(await readArtefact(areaDir, from), await readArtefact(areaDir, to))
}
