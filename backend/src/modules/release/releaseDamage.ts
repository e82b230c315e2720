import { type Areas, areasOf, channelOf, findVersion, type KnownVersion, stableOf } from './areas.ts'
import type { ReleaseParts } from './releaseParts.ts'
import { createRemoteChannelStore } from './remoteChannel.store.ts'
import { CONSOLE, createRemoteEventStore } from './remoteEvent.store.ts'

/** Finds out whether the files of a version are still what was signed, and remembers when they are not. */
export interface ReleaseDamage {
  /**
   * Looks at the files of a version that failed somewhere; damage is written into the history and the log, and its
   * files are not served any more. Answers what is wrong in sentences, "" when nothing is.
   */
  inspect(remote: string, version: string): Promise<string>
}

/** What brings the files back without giving the version to more people than have it. */
function remedyFor(areas: Areas, remote: string, { version, published }: KnownVersion): string {
  if (!published) return 'It came with the console: install the console again, or promote a published version.'
  if (stableOf(areas, remote) === version) {
    return `Write its files anew with \`pnpm release promote ${remote} ${version}\`, or roll back.`
  }
  return channelOf(areas, remote).canary?.version === version
    ? 'Start its canary once more, which writes its files anew, or roll back.'
    : 'Its files are written anew when it is promoted or gone back to.'
}

/** Creates the inspector. */
export function createReleaseDamage({
  platform,
  state,
  folder,
  files,
  operators,
}: Omit<ReleaseParts, 'figures'>): ReleaseDamage {
  const { db, log, node } = platform

  /** Keeps what was found; false when that was known already. */
  const remember = (remote: string, version: string, found: string): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const channels = createRemoteChannelStore(trx)
      const row = await channels.lock(remote)
      const { [version]: before = '', ...others } = row.damage
      if (before === found) return false
      await channels.write({ ...row, damage: found === '' ? others : { ...others, [version]: found } })
      const detail = found === '' ? 'Its files are what was signed again.' : `${found} (on ${node})`
      await createRemoteEventStore(trx).add({ remote, version, kind: 'damage', actor: CONSOLE, detail })
      // What lies wrong where is in the history, to which the notice leads.
      const event = found === '' ? 'mended' : 'damaged'
      await operators.tell({ event, remote, version, instead: '', reason: '' }, trx)
      return true
    })

  return {
    inspect: async (remote, version) => {
      const areas = areasOf(await state.current(), folder)
      const known = findVersion(areas, remote, version)
      if (!known) return ''
      const wrong = await files.damageOf(remote, known)
      const found = wrong === '' ? '' : `${wrong} ${remedyFor(areas, remote, known)}`
      const before = areas.state.damage.get(remote)?.[version] ?? ''
      if (before === found || !(await remember(remote, version, found))) return found
      if (found !== '') log.error({ remote, version, reason: found }, 'the files of an area are not what was signed')
      await state.changed()
      return found
    },
  }
}
