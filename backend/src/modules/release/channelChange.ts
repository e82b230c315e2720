import type { Channel } from '../../artefact/channel.ts'
import { failed } from '../../platform/errors.ts'
import { type Areas, areaIds, areasOf, builtInOf } from './areas.ts'
import { orRefuse } from './refusal.ts'
import { announceTakenBack } from './releaseNotice.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseSource } from './releaseSource.ts'
import { type ChannelRow, createRemoteChannelStore } from './remoteChannel.store.ts'
import { type Actor, createRemoteEventStore, type ReleaseEventKind } from './remoteEvent.store.ts'

/** What the history says about a change. */
export interface Told {
  kind: ReleaseEventKind
  version: string
  detail: string
}

/** A channel as it is from now on; versions that were taken back are told to every open page. */
export interface Change {
  channel: Channel
  told: readonly Told[]
}

interface Wanted {
  actor: Actor
  remote: string
  /** A version that somebody gets by this; its archive is verified again, and its files are those of it. */
  given?: string
  /** Works on names: "" stands for nothing here. @throws AppError, ArtefactError when the change makes no sense */
  step: (channel: Channel, row: ChannelRow) => Change
}

/** Changes a channel: one transaction, with its rows in the history, which takes effect at once on every node. */
export type ChangeChannel = (wanted: Wanted) => Promise<Change>

const TAKEN_BACK: ReadonlySet<ReleaseEventKind> = new Set(['rollback', 'autoRollback'])

/** The channel with the number that "" stands for today. */
export function withNames(channel: Channel, builtIn: string): Channel {
  const nameOf = (version: string) => (version === '' ? builtIn : version)
  const stableHistory = channel.stableHistory.map(nameOf).filter((version) => version !== '')
  return { ...channel, stable: nameOf(channel.stable), stableHistory }
}

/** The way back: "" follows the console through its upgrades, which its number of today would not. */
function followConsole(channel: Channel, areas: Areas, remote: string): Channel {
  const builtIn = builtInOf(areas, remote)
  if (builtIn === '' || areas.state.published.get(remote)?.has(builtIn)) return channel
  const follow = (version: string) => (version === builtIn ? '' : version)
  return { ...channel, stable: follow(channel.stable), stableHistory: channel.stableHistory.map(follow) }
}

const without = (damage: ChannelRow['damage'], version: string): ChannelRow['damage'] =>
  Object.fromEntries(Object.entries(damage).filter(([damaged]) => damaged !== version))

/** Refuses a name nobody knows, instead of keeping a channel for it. */
export function requireArea(areas: Areas, remote: string): void {
  const ids = areaIds(areas)
  if (ids.includes(remote)) return
  throw failed(`there is no area ${remote}; there are ${ids.join(', ') || 'none yet'}`)
}

/** Creates the one way in which channels change. */
export function createChannelChange(
  { platform, state, folder, operators }: Pick<ReleaseParts, 'platform' | 'state' | 'folder' | 'operators'>,
  source: ReleaseSource,
): ChangeChannel {
  const { db } = platform

  const write = (areas: Areas, { actor, remote, given, step }: Wanted): Promise<Change> =>
    db.transaction().execute(async (trx) => {
      const rows = createRemoteChannelStore(trx)
      const row = await rows.lock(remote)
      const change = await orRefuse(() => step(withNames(row.channel, builtInOf(areas, remote)), row))
      if (given !== undefined) await source.requireVouched(trx, areas, remote, given)
      const isWrittenAnew = given !== undefined && areas.state.published.get(remote)?.has(given) === true
      const damage = isWrittenAnew ? without(row.damage, given) : row.damage
      await rows.write({ remote, channel: followConsole(change.channel, areas, remote), damage })
      for (const told of change.told) {
        await createRemoteEventStore(trx).add({ remote, actor, ...told })
        if (told.kind !== 'autoRollback') continue
        const { version, detail: reason } = told
        await operators.tell({ event: 'takenBack', remote, version, instead: change.channel.stable, reason }, trx)
      }
      return change
    })

  return async (wanted) => {
    const { remote, given } = wanted
    const areas = areasOf(await state.current(), folder)
    requireArea(areas, remote)
    if (given !== undefined) await source.prepare(areas, remote, given)
    const change = await write(areas, wanted)
    await state.changed()
    if (given !== undefined) await source.prepareElsewhere(remote, given)
    for (const { kind, version, detail } of change.told.filter((told) => TAKEN_BACK.has(told.kind))) {
      const instead = change.channel.stable
      const isAutomatic = kind === 'autoRollback'
      await announceTakenBack(platform, { remote, version, instead, isAutomatic, reason: detail })
    }
    return change
  }
}
