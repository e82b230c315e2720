import type { AreaRegistry, AreaRelease, HostFacts, ReleaseContents } from '@windlass/shared-kit/contract/area'
import { type Channel, EMPTY_CHANNEL } from '../../artefact/channel.ts'
import { misfitsOf } from '../../artefact/checkRelease.ts'
import { type Choice, chooseVersion, type Viewer } from '../../artefact/chooseVersion.ts'
import type { ConsoleFolder } from './consoleFolder.ts'
import type { PublishedVersion, ReleaseState } from './releaseState.ts'

/** Everything that decides who gets what, at one moment. */
export interface Areas {
  state: ReleaseState
  host: HostFacts | undefined
  builtIn: AreaRegistry['remotes']
}

/** A version with where it came from. */
export interface KnownVersion {
  version: string
  release: AreaRelease
  /** Undefined for what came with the console. */
  published?: PublishedVersion
}

/** What was found wrong between versions and this console; both never change, so each pair is looked at once. */
const misfits = new WeakMap<HostFacts, WeakMap<ReleaseContents, string>>()

/** Why these contents cannot run in this console, in sentences; "" when they can. */
function misfitOf(contents: ReleaseContents, host: HostFacts): string {
  const ofHost = misfits.get(host) ?? new WeakMap<ReleaseContents, string>()
  misfits.set(host, ofHost)
  const known = ofHost.get(contents)
  if (known !== undefined) return known
  const reasons = misfitsOf(contents, host)
  const found = reasons.length === 0 ? '' : `It ${reasons.join('; it ')}.`
  ofHost.set(contents, found)
  return found
}

/** Reads everything that decides who gets what. */
export const areasOf = (state: ReleaseState, folder: ConsoleFolder): Areas => ({
  state,
  host: folder.host(),
  builtIn: folder.builtIn(),
})

/** Ids of the areas there are: those of the console, and those that something was published of. */
export const areaIds = ({ state, builtIn }: Areas): string[] =>
  [...new Set([...Object.keys(builtIn), ...state.published.keys()])].toSorted()

/** The version of an area that came with the console; "" when it brought none. */
export const builtInOf = ({ builtIn }: Areas, remote: string): string => builtIn[remote]?.version ?? ''

export const channelOf = ({ state }: Areas, remote: string): Channel => state.channels.get(remote) ?? EMPTY_CHANNEL

/** What "" or a number stands for. */
export const stableOf = (areas: Areas, remote: string): string =>
  channelOf(areas, remote).stable || builtInOf(areas, remote)

/** A version that could be given to somebody; what was published goes before what came with the console. */
export function findVersion(areas: Areas, remote: string, version: string): KnownVersion | undefined {
  const published = areas.state.published.get(remote)?.get(version)
  if (published) return { version, release: published.release, published }
  const release = areas.builtIn[remote]
  return release?.version === version ? { version, release } : undefined
}

/** Why a version cannot run in this console, in sentences; "" when it can. */
export function unfitReason(areas: Areas, remote: string, version: string): string {
  const found = findVersion(areas, remote, version)
  if (!found) return version === '' ? '' : `${remote} ${version} is not there any more.`
  // What came with the console was built with it; without facts about the console nothing can be said.
  return found.published && areas.host ? misfitOf(found.published.contents, areas.host) : ''
}

/** Which version of an area somebody gets. */
export const chooseFor = (areas: Areas, remote: string, viewer: Viewer): Choice =>
  chooseVersion({
    channel: channelOf(areas, remote),
    remote,
    viewer,
    builtIn: builtInOf(areas, remote),
    fits: (version) => findVersion(areas, remote, version) !== undefined && unfitReason(areas, remote, version) === '',
  })

/** Whether anybody could get something else than everybody does. */
export const hasCanary = ({ state }: Areas): boolean =>
  [...state.channels.values()].some(({ canary }) => canary !== null)
