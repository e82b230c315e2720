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
import { withdrawnOf } from './withdrawn.ts'

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

/** The version of an area that came with the console; "" when there is none. */
export const builtInOf = ({ builtIn }: Pick<FolderState, 'builtIn'>, remote: string): string =>
  Object.hasOwn(builtIn, remote) ? (builtIn[remote] ?? '') : ''

/** A version as it lies in a folder: whole, or why it cannot be used. */
export interface FolderVersion {
  version: string
  /** Without its files: many versions may be looked at. */
  artefact?: Omit<Artefact, 'files'>
  damage: string
  unfit: string
}

/** Looks at every version of an area, and at each file of it. */
export async function surveyArea(dir: string, remote: string, host: HostFacts): Promise<Map<string, FolderVersion>> {
  const found = new Map<string, FolderVersion>()
  for (const version of await versionsInFolder(areaDirOf(dir, remote)))
    found.set(version, await surveyVersion(dir, remote, version, host))
  return found
}

/** Looks at one version of an area, and at each file of it. */
export async function surveyVersion(
  dir: string,
  remote: string,
  version: string,
  host: HostFacts,
): Promise<FolderVersion> {
  try {
    const { files: _files, ...artefact } = await readArtefact(areaDirOf(dir, remote), version)
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
    const look = (version: string) => surveyVersion(dir, remote, version, host)
    const { chosen, fallback, problem } = await decide(state, remote, look)
    if (problem) problems.push(problem)
    if (!chosen?.artefact) continue
    remotes[remote] = chosen.artefact.release
    if (fallback?.artefact) previous[remote] = fallback.artefact.release
    const { isDisabled, disabledReason } = channelIn(state, remote)
    if (isDisabled) off[remote] = { reason: 'operator', message: disabledReason }
    else if (chosen.unfit !== '') off[remote] = { reason: 'unfit', message: chosen.unfit }
  }
  return { registry: { remotes, off, previous, withdrawn: withdrawnIn(state, remotes, now) }, problems }
}

const isUsable = (version: FolderVersion | undefined): boolean =>
  version?.artefact !== undefined && version.unfit === ''

interface Decision {
  chosen?: FolderVersion
  /** What may stand in for it in a browser. */
  fallback?: FolderVersion
  problem?: string
}

/** Looks at no more versions than it takes: reading all files of all of them takes long in an old folder. */
async function decide(
  state: FolderState,
  remote: string,
  look: (version: string) => Promise<FolderVersion>,
): Promise<Decision> {
  const channel = channelIn(state, remote)
  const builtIn = builtInOf(state, remote)
  const named = [channel.stable, ...channel.stableHistory, ''].map((version) => (version === '' ? builtIn : version))
  const candidates = [...new Set(named)].filter((version) => version !== '')
  const seen = new Map<string, FolderVersion>()
  for (const version of candidates) {
    seen.set(version, await look(version))
    if (isUsable(seen.get(version))) break
  }
  const fits = (version: string) => isUsable(seen.get(version))
  const choice = chooseVersion({ channel, remote, viewer: NOBODY, builtIn, fits })
  const chosen = seen.get(choice.version)
  const fallback = await fallbackOf(choice.version, candidates, look)
  return { chosen, fallback, problem: problemOf(remote, choice, seen) }
}

/** Only what was stable once may stand in; a version nobody released stays unseen. */
async function fallbackOf(
  version: string,
  candidates: readonly string[],
  look: (version: string) => Promise<FolderVersion>,
): Promise<FolderVersion | undefined> {
  const left = new Set(candidates)
  for (;;) {
    const previous = version === '' ? undefined : previousVersion(version, [...left])
    if (previous === undefined) return undefined
    const found = await look(previous)
    if (isUsable(found)) return found
    left.delete(previous)
  }
}

function problemOf(remote: string, choice: Choice, seen: ReadonlyMap<string, FolderVersion>): string | undefined {
  if (choice.insteadOf === undefined && !choice.unfit) return undefined
  const meant = choice.insteadOf ?? choice.version
  const found = seen.get(meant)
  const instead = choice.insteadOf === undefined ? 'The area is not loaded' : `${choice.version} stands in for it`
  return `${remote} ${meant} is out but cannot be used. ${found?.damage || found?.unfit || ''} ${instead}.`
}

/** What was taken back lately and did not come back since: whoever has it may want to reload. */
function withdrawnIn({ history }: FolderState, remotes: AreaRegistry['remotes'], now: number): string[] {
  const lately = history.filter(({ time }) => now - time < WITHDRAWN_MS)
  const isOut = new Set(Object.values(remotes).map(({ id, version }) => `${id}@${version}`))
  return withdrawnOf(lately.toReversed()).filter((name) => !isOut.has(name))
}
