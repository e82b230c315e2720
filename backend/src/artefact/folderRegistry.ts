import path from 'node:path'
import type { AreaOff, AreaRegistry, AreaRelease, HostFacts } from '@windlass/shared-kit/contract/area'
import type { Artefact } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { readArtefact, versionsInFolder } from './artefactFolder.ts'
import { type Channel, EMPTY_CHANNEL } from './channel.ts'
import { misfitsOf } from './checkRelease.ts'
import { type Choice, chooseVersion, NOBODY } from './chooseVersion.ts'
import type { FolderState } from './folderState.ts'
import { previousVersion } from './previousOf.ts'

/** So long a page that was opened before may still run what was taken back since. */
const WITHDRAWN_MS = 7 * 86_400_000

/** Folder of an area's files in a console's folder. */
export const areaDirOf = (dir: string, remote: string): string => path.join(dir, 'remotes', remote)

/** The channel of an area; the one of a new area when nothing was done to it. */
export const channelIn = (state: { channels: Readonly<Record<string, Channel>> }, remote: string): Channel =>
  Object.hasOwn(state.channels, remote) ? (state.channels[remote] ?? EMPTY_CHANNEL) : EMPTY_CHANNEL

/** Areas of which a version came with the console or was published. */
export function areaIdsIn({ builtIn, published }: FolderState): string[] {
  const released = Object.keys(published).map((name) => name.split('@')[0] ?? '')
  return [...new Set([...Object.keys(builtIn), ...released])].toSorted()
}

/** A version as it lies in a folder: whole, or why it cannot be used. */
export interface FolderVersion {
  version: string
  artefact?: Artefact
  damage: string
  unfit: string
}

/** Looks at every version of an area that could be given to somebody, and at each file of it. */
export async function surveyArea(dir: string, remote: string, host: HostFacts): Promise<Map<string, FolderVersion>> {
  const areaDir = areaDirOf(dir, remote)
  const found = new Map<string, FolderVersion>()
  for (const version of await versionsInFolder(areaDir)) found.set(version, await survey(areaDir, version, host))
  return found
}

async function survey(areaDir: string, version: string, host: HostFacts): Promise<FolderVersion> {
  try {
    const artefact = await readArtefact(areaDir, version)
    const misfits = misfitsOf(artefact.contents, host)
    return { version, artefact, damage: '', unfit: misfits.length === 0 ? '' : `It ${misfits.join('; it ')}.` }
  } catch (error) {
    if (error instanceof ArtefactError) return { version, damage: error.message, unfit: '' }
    throw error
  }
}

interface Outcome {
  registry: AreaRegistry
  /** What is wrong, a sentence each. */
  problems: string[]
}

/** What everybody gets from a folder; a version whose files are damaged is passed over like one that does not fit. */
export async function registryOfFolder(
  dir: string,
  state: FolderState,
  host: HostFacts,
  now: number,
): Promise<Outcome> {
  const remotes: Record<string, AreaRelease> = {}
  const previous: Record<string, AreaRelease> = {}
  const off: Record<string, AreaOff> = {}
  const problems: string[] = []
  for (const remote of areaIdsIn(state)) {
    const versions = await surveyArea(dir, remote, host)
    const channel = channelIn(state, remote)
    const choice = choose(state, remote, versions)
    const chosen = versions.get(choice.version)
    problems.push(...problemsOf(remote, choice, versions))
    if (!chosen?.artefact) continue
    remotes[remote] = chosen.artefact.release
    const fallback = fallbackOf(state, remote, choice.version, versions)
    if (fallback) previous[remote] = fallback
    if (channel.isDisabled) off[remote] = { reason: 'operator', message: channel.disabledReason }
    else if (choice.unfit) off[remote] = { reason: 'unfit', message: chosen.unfit }
  }
  const withdrawn = withdrawnIn(state, remotes, now)
  return { registry: { remotes, off, previous, withdrawn }, problems }
}

const isUsable = (version: FolderVersion | undefined): boolean =>
  version?.artefact !== undefined && version.unfit === ''

function choose(state: FolderState, remote: string, versions: ReadonlyMap<string, FolderVersion>): Choice {
  return chooseVersion({
    channel: channelIn(state, remote),
    remote,
    viewer: NOBODY,
    builtIn: state.builtIn[remote] ?? '',
    fits: (version) => isUsable(versions.get(version)),
  })
}

function problemsOf(remote: string, choice: Choice, versions: ReadonlyMap<string, FolderVersion>): string[] {
  const meant = choice.insteadOf ?? choice.version
  if (meant === '' || (choice.insteadOf === undefined && !choice.unfit)) return []
  const found = versions.get(meant)
  const reason = found ? found.damage || found.unfit : 'Its files are gone: publish it again, or take it back'
  const instead = choice.insteadOf === undefined ? 'The area is not loaded' : `${choice.version} stands in for it`
  return [`${remote} ${meant} is out but cannot be used. ${reason} ${instead}.`]
}

/** Only what was stable once may stand in; a version nobody released stays unseen. */
function fallbackOf(
  state: FolderState,
  remote: string,
  version: string,
  versions: ReadonlyMap<string, FolderVersion>,
): AreaRelease | undefined {
  const { stable, stableHistory } = channelIn(state, remote)
  const known = [stable, ...stableHistory, state.builtIn[remote] ?? ''].filter((name) => isUsable(versions.get(name)))
  const previous = previousVersion(version, known)
  return previous === undefined ? undefined : versions.get(previous)?.artefact?.release
}

function withdrawnIn({ history }: FolderState, remotes: AreaRegistry['remotes'], now: number): string[] {
  const names = history
    .filter(({ kind, version, time }) => kind === 'rollback' && version !== '' && now - time < WITHDRAWN_MS)
    // Whoever has what is out again has nothing to reload for.
    .filter(({ remote, version }) => remotes[remote]?.version !== version)
    .map(({ remote, version }) => `${remote}@${version}`)
  return [...new Set(names)]
}
