import type { InputOf } from '@windlass/shared-kit/contract'
import type { ReleaseCanary, ReleasePin, ReleaseSetRule, ReleaseSwitch } from '@windlass/shared-kit/contract/release'
import * as transition from '../../artefact/channel.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { areasOf, builtInOf, channelOf } from './areas.ts'
import { createAudienceStore } from './audience.store.ts'
import { type ChangeChannel, createChannelChange, type Told, withNames } from './channelChange.ts'
import { orRefuse } from './refusal.ts'
import { announceTakenBack } from './releaseNotice.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseSource } from './releaseSource.ts'
import { describeAudience, describeRule, insteadOf } from './releaseWords.ts'
import { type Actor, CONSOLE } from './remoteEvent.store.ts'

/** Who gets which version: every change is one transaction, is in the history, and takes effect at once. */
export interface ReleaseService {
  promote(actor: Actor, remote: string, version: string): Promise<void>
  startCanary(actor: Actor, input: InputOf<typeof ReleaseCanary>): Promise<void>
  endCanary(actor: Actor, remote: string): Promise<void>
  /** Answers what everybody gets from now on. */
  rollback(actor: Actor, remote: string, version?: string): Promise<string>
  /**
   * Takes a canary back because it fails too often.
   * @param why a sentence for the operators
   * @returns whether that version was a canary still
   */
  takeBack(remote: string, version: string, why: string): Promise<boolean>
  pin(actor: Actor, input: InputOf<typeof ReleasePin>): Promise<void>
  switch(actor: Actor, input: InputOf<typeof ReleaseSwitch>): Promise<void>
  setRule(actor: Actor, input: InputOf<typeof ReleaseSetRule>): Promise<void>
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

async function requireAudience(db: Db, input: InputOf<typeof ReleaseCanary>): Promise<void> {
  const audience = createAudienceStore(db)
  const namespaces = await audience.unknown('namespace', input.namespaceIds)
  if (namespaces.length > 0) throw failed(`there is no namespace ${namespaces.join(', ')}`)
  const users = await audience.unknown('user', input.userIds)
  if (users.length > 0) throw failed(`there is no user ${users.join(', ')}`)
}

function promotion(change: ChangeChannel): ReleaseService['promote'] {
  return async (actor, remote, version) => {
    await change({
      actor,
      remote,
      given: version,
      step: (channel, { damage }) => {
        // Nothing is promoted then, but the files have been written anew: the way to repair what is out.
        const isRepair = channel.stable === version && damage[version] !== undefined
        const detail = isRepair
          ? 'Its files were written anew from the signed archive.'
          : sentence(`for everybody${insteadOf(channel.stable)}`)
        const promoted = isRepair ? channel : transition.promote(channel, version)
        return { channel: promoted, told: [{ kind: 'promote', version, detail }] }
      },
    })
  }
}

function canaries(db: Db, change: ChangeChannel): Pick<ReleaseService, 'startCanary' | 'endCanary' | 'takeBack'> {
  return {
    startCanary: async (actor, input) => {
      await requireAudience(db, input)
      const { remote, version, ...audience } = input
      const by = { startTime: Date.now(), startedBy: actor.name }
      await change({
        actor,
        remote,
        given: version,
        step: (channel) => {
          const detail = sentence(`for ${describeAudience(audience)}${insteadOf(channel.stable)}`)
          const started = transition.startCanary(channel, version, audience, by)
          return { channel: started, told: [{ kind: 'canary', version, detail }] }
        },
      })
    },

    endCanary: async (actor, remote) => {
      await change({
        actor,
        remote,
        step: (channel) => {
          const ended = transition.endCanary(channel)
          const detail = `Whoever had it gets ${channel.stable || 'nothing'}.`
          return { channel: ended, told: [{ kind: 'endCanary', version: channel.canary?.version ?? '', detail }] }
        },
      })
    },

    takeBack: async (remote, version, why) => {
      const { told } = await change({
        actor: CONSOLE,
        remote,
        step: (channel) => {
          // Somebody was quicker.
          if (channel.canary?.version !== version) return { channel, told: [] }
          const detail = `${why} Whoever had it gets ${channel.stable || 'nothing'}.`
          return { channel: transition.endCanary(channel), told: [{ kind: 'autoRollback', version, detail }] }
        },
      })
      return told.length > 0
    },
  }
}

/** A canary and the stable version may be taken back at once; each is told by itself. */
function tellRollback(before: transition.Channel, after: transition.Channel): Told[] {
  const gone = [
    before.canary && !after.canary ? before.canary.version : '',
    before.stable === after.stable ? '' : before.stable,
  ]
  const detail = `Taken back: everybody gets ${after.stable || 'nothing'}.`
  return gone.filter((version) => version !== '').map((version) => ({ kind: 'rollback', version, detail }))
}

function rollback({ state, folder }: ReleaseParts, change: ChangeChannel): ReleaseService['rollback'] {
  return async (actor, remote, version) => {
    const areas = areasOf(await state.current(), folder)
    const now = withNames(channelOf(areas, remote), builtInOf(areas, remote))
    const planned = await orRefuse(() => transition.rollback(now, version))
    const { channel } = await change({
      actor,
      remote,
      ...(planned.stable !== now.stable && { given: planned.stable }),
      step: (current) => {
        const after = transition.rollback(current, version)
        // What was verified is what is given out.
        if (after.stable !== planned.stable) throw failed('somebody else has just changed this area; look again')
        return { channel: after, told: tellRollback(current, after) }
      },
    })
    return channel.stable
  }
}

function pinning({ state, folder }: ReleaseParts, change: ChangeChannel): ReleaseService['pin'] {
  return async (actor, { remote, isPinned, version }) => {
    const areas = areasOf(await state.current(), folder)
    const now = withNames(channelOf(areas, remote), builtInOf(areas, remote))
    const isMoved = isPinned && version !== undefined && version !== now.stable
    await change({
      actor,
      remote,
      ...(isMoved && { given: version }),
      step: (channel) => {
        if (!isPinned) {
          const detail = 'New versions may be promoted again.'
          return { channel: transition.unpin(channel), told: [{ kind: 'unpin', version: channel.stable, detail }] }
        }
        const pinned = transition.pin(channel, version)
        const moved = `For everybody${insteadOf(channel.stable)}. `
        const detail = `${isMoved ? moved : ''}Nothing else is promoted until the pin is taken away.`
        return { channel: pinned, told: [{ kind: 'pin', version: pinned.stable, detail }] }
      },
    })
  }
}

function switching({ platform }: ReleaseParts, change: ChangeChannel): ReleaseService['switch'] {
  return async (actor, { remote, isDisabled, reason }) => {
    const { channel } = await change({
      actor,
      remote,
      step: (before) => {
        const after = isDisabled ? transition.switchOff(before, reason) : transition.switchOn(before)
        const kind = isDisabled ? 'disable' : 'enable'
        return { channel: after, told: [{ kind, version: before.stable, detail: after.disabledReason }] }
      },
    })
    if (!isDisabled) return
    const message = { remote, version: channel.stable, instead: '', isAutomatic: false, reason: channel.disabledReason }
    await announceTakenBack(platform, message)
  }
}

/** Creates the rules about who gets what. */
export function createReleaseService(parts: ReleaseParts, source: ReleaseSource): ReleaseService {
  const change = createChannelChange(parts, source)
  return {
    promote: promotion(change),
    ...canaries(parts.platform.db, change),
    rollback: rollback(parts, change),
    pin: pinning(parts, change),
    switch: switching(parts, change),
    setRule: async (actor, { remote, ...rule }) => {
      await change({
        actor,
        remote,
        step: (channel) => ({
          channel: transition.setRule(channel, rule),
          told: [{ kind: 'rule', version: '', detail: describeRule(rule) }],
        }),
      })
    },
  }
}
