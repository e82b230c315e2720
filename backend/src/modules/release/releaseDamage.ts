import { areasOf, findVersion } from './areas.ts'
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

/** Creates the inspector. */
export function createReleaseDamage({ platform, state, folder, files }: Omit<ReleaseParts, 'figures'>): ReleaseDamage {
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
      return true
    })

  return {
    inspect: async (remote, version) => {
      const areas = areasOf(await state.current(), folder)
      const known = findVersion(areas, remote, version)
      if (!known) return ''
      const wrong = await files.damageOf(remote, known)
      const action = known.published
        ? `Write its files anew with \`pnpm release promote ${remote} ${version}\`, or roll back.`
        : 'It came with the console: install the console again, or promote a published version.'
      const found = wrong === '' ? '' : `${wrong} ${action}`
      const before = areas.state.damage.get(remote)?.[version] ?? ''
      if (before === found || !(await remember(remote, version, found))) return found
      if (found !== '') log.error({ remote, version, reason: found }, 'the files of an area are not what was signed')
      await state.changed()
      return found
    },
  }
}
