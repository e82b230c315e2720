import type { CanaryAudience, RollbackRule } from '@windlass/shared-kit/contract/release'
import { ArtefactError } from './artefactError.ts'

/** A version that only some people get. */
export interface Canary {
  version: string
  audience: CanaryAudience
  /** Unix milliseconds. */
  startTime: number
  startedBy: string
}

/** What is out of one area. */
export interface Channel {
  /** "" means the version that came with the console. */
  stable: string
  canary: Canary | null
  /** Nothing is promoted until the pin is taken away. */
  isPinned: boolean
  isDisabled: boolean
  /** Shown to people while the area is off. */
  disabledReason: string
  rule: RollbackRule
  /** What was stable before, newest first, without the current one; "" is the version that came with the console. */
  stableHistory: readonly string[]
}

/** Further back nobody goes; retention has dropped those files by then. */
export const MAX_STABLE_HISTORY = 50

/** An area of which nothing was released yet. */
export const EMPTY_CHANNEL: Channel = {
  stable: '',
  canary: null,
  isPinned: false,
  isDisabled: false,
  disabledReason: '',
  rule: { isOn: false, failurePercent: 5, minLoads: 50 },
  stableHistory: [],
}

/** "1.2.0", or what "" stands for. */
export const nameOf = (version: string): string => (version === '' ? 'the version that came with the console' : version)

const refuse = (message: string): never => {
  throw new ArtefactError('channel', message)
}

/** A version is in the history once, where it was last, so that going back never goes in circles. */
function makeStable(channel: Channel, version: string, history: readonly string[]): Channel {
  const canary = channel.canary?.version === version ? null : channel.canary
  const stableHistory = [...new Set(history)].filter((past) => past !== version).slice(0, MAX_STABLE_HISTORY)
  return { ...channel, stable: version, canary, stableHistory }
}

/** Everybody gets `version` at their next load; a canary of that version ends with it. */
export function promote(channel: Channel, version: string): Channel {
  if (version === '') return refuse('Say which version to promote')
  if (channel.isPinned) return refuse(`${nameOf(channel.stable)} is pinned: unpin it before you promote ${version}`)
  if (channel.stable === version) return refuse(`${version} is stable already: there is nothing to promote`)
  return makeStable(channel, version, [channel.stable, ...channel.stableHistory])
}

/**
 * Only the audience gets `version`; replaces a canary that runs, also to change its audience. A pin does not stand in its
 * way: what everybody gets stays what it is.
 */
export function startCanary(
  channel: Channel,
  version: string,
  audience: CanaryAudience,
  by: Pick<Canary, 'startTime' | 'startedBy'>,
): Channel {
  if (version === '') return refuse('Say which version the canary gets')
  if (channel.stable === version) return refuse(`${version} is stable already: everybody has it`)
  if (audience.percent === 0 && audience.namespaceIds.length === 0 && audience.userIds.length === 0)
    return refuse('Nobody would get this canary: name namespaces or users, or a percentage above 0')
  return { ...channel, canary: { version, audience, ...by } }
}

/** Whoever had the canary gets the stable version at the next load. */
export function endCanary(channel: Channel): Channel {
  return channel.canary === null
    ? refuse('No canary is running: there is nothing to end')
    : { ...channel, canary: null }
}

/**
 * Takes back what went out last: a running canary, or else the stable version. With a version, that one becomes stable
 * again and a canary ends too. Allowed while pinned, and stays pinned: the pin keeps new versions out, and whoever has to
 * take back the pinned one at night must not open the door for them first.
 */
export function rollback(channel: Channel, version?: string): Channel {
  if (version === undefined && channel.canary !== null) return endCanary(channel)
  if (version !== undefined && version === channel.stable)
    return channel.canary === null
      ? refuse(`${nameOf(version)} is stable now: name an earlier one`)
      : endCanary(channel)
  const target = version ?? channel.stableHistory[0]
  if (target === undefined) return refuse(`Nothing was stable before ${nameOf(channel.stable)}: there is no way back`)
  const position = channel.stableHistory.indexOf(target)
  if (position < 0) return refuse(`${nameOf(target)} was never stable: promote it, or go back to ${known(channel)}`)
  // What was skipped is gone from the history as well: a second rollback goes further back, never forth again.
  return { ...makeStable(channel, target, channel.stableHistory.slice(position + 1)), canary: null }
}

const known = (channel: Channel): string =>
  channel.stableHistory.length === 0
    ? 'nothing, as there was none before'
    : channel.stableHistory.map(nameOf).join(', ')

/** Keeps what is stable, or first makes `version` stable, until the pin is taken away. */
export function pin(channel: Channel, version = channel.stable): Channel {
  if (channel.stable === version)
    return channel.isPinned ? refuse(`${nameOf(version)} is pinned already`) : { ...channel, isPinned: true }
  // An explicit version moves an existing pin: whoever names it has said what they want to keep.
  return { ...promote({ ...channel, isPinned: false }, version), isPinned: true }
}

/** New versions may be promoted again. */
export function unpin(channel: Channel): Channel {
  return channel.isPinned ? { ...channel, isPinned: false } : refuse('Nothing is pinned: there is no pin to take away')
}

/** Turns the area off for everybody; doing it again only changes the reason. */
export function switchOff(channel: Channel, reason: string): Channel {
  const disabledReason = reason.trim()
  if (disabledReason === '') return refuse('Say why the area is off: people read it in its place')
  return { ...channel, isDisabled: true, disabledReason }
}

/** Brings the area back; doing it again changes nothing. */
export function switchOn(channel: Channel): Channel {
  return { ...channel, isDisabled: false, disabledReason: '' }
}

/** Sets when a canary is taken back by itself. */
export function setRule(channel: Channel, rule: RollbackRule): Channel {
  return { ...channel, rule: { ...rule } }
}
