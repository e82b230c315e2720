import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { AREA_ID, type HostFacts } from '@windlass/shared-kit/contract/area'
import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import { ArtefactError } from './artefactError.ts'
import { EMPTY_CHANNEL } from './channel.ts'
import { requireTrusted } from './folderKeys.ts'
import { builtInOf, type FolderVersion, registryOfFolder, surveyArea } from './folderRegistry.ts'
import {
  type FolderState,
  NEW_STATE,
  readChannels,
  readHost,
  readKeys,
  readRegistryHint,
  readState,
  writeState,
} from './folderState.ts'
import { ifThere } from './ifThere.ts'
import type { ReleaseFolder } from './releaseFolder.ts'
import { withLock } from './withLock.ts'

const AREA = new RegExp(AREA_ID)

/**
 * Writes channels, registry and page anew from the artefacts in the folder; the only way out of an edited file. What the
 * channels say is kept if they are whole. Otherwise only the version that the registry names is taken from it, and only
 * if its artefact is whole and signed by a trusted key: everything else that a hand may have written is forgotten.
 */
export async function rebuildFolder(dir: string, author: { name: string }): Promise<ReleaseFolder> {
  const host = await readHost(dir)
  return withLock(path.join(dir, '.release.lock'), async () => {
    const keys = await readKeys(dir)
    const state = await recover(dir, host, keys, author.name)
    const { registry } = await registryOfFolder(dir, state, host, Date.now())
    await writeState(dir, state, registry)
    return { dir, host, registry, channels: state.channels, builtIn: state.builtIn, keys }
  })
}

async function recover(
  dir: string,
  host: HostFacts,
  keys: readonly ReleaseKey[],
  author: string,
): Promise<FolderState> {
  const hint = await readRegistryHint(dir)
  const kept = (await orRefused(readState(dir))) ?? (await orRefused(readChannels(dir)))
  const state = structuredClone(kept ?? NEW_STATE)
  for (const remote of await areasIn(dir)) {
    const versions = await surveyArea(dir, remote, host)
    const signed = [...versions.values()].filter((version) => isTrusted(version, keys))
    const time = Date.now()
    for (const { version } of signed) state.published[`${remote}@${version}`] ??= { by: author, time }
    const unsigned = [...versions.values()].filter((version) => !signed.includes(version))
    const builtIn = lastBuildOf(unsigned, hint[remote])
    // One that is known and still there is better than a guess.
    if (builtIn !== undefined && !versions.has(builtInOf(state, remote))) state.builtIn[remote] = builtIn
    // Without channels and a registry that names it, a version may never have been promoted: then nobody gets it.
    const stable = kept ? undefined : signed.find(({ version }) => version === hint[remote])
    if (stable) state.channels[remote] = { ...EMPTY_CHANNEL, stable: stable.version }
  }
  return state
}

/** Nothing where a file is refused: this is what rebuilding is for. */
async function orRefused(reading: Promise<FolderState>): Promise<FolderState | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ArtefactError) return undefined
    throw error
  }
}

async function areasIn(dir: string): Promise<string[]> {
  const entries = (await ifThere(readdir(path.join(dir, 'remotes'), { withFileTypes: true }))) ?? []
  return entries.filter((entry) => entry.isDirectory() && AREA.test(entry.name)).map((entry) => entry.name)
}

function isTrusted({ artefact }: FolderVersion, keys: readonly ReleaseKey[]): boolean {
  if (!artefact?.signature) return false
  try {
    requireTrusted(artefact, keys, 'also-revoked')
    return true
  } catch (error) {
    if (error instanceof ArtefactError) return false
    throw error
  }
}

/** What a build put there is not signed; of several builds the registry's, or else the last one counts. */
function lastBuildOf(unsigned: readonly FolderVersion[], hint: string | undefined): string | undefined {
  const whole = unsigned.filter(({ artefact }) => artefact && !artefact.signature)
  const byTime = whole.toSorted((a, b) => (b.artefact?.contents.buildTime ?? 0) - (a.artefact?.contents.buildTime ?? 0))
  return (whole.find(({ version }) => version === hint) ?? byTime[0])?.version
}
