import { type Channel, EMPTY_CHANNEL } from '../../artefact/channel.ts'
import type { Db } from '../../platform/db.ts'

/** What is out of an area, and which of its versions are damaged. */
export interface ChannelRow {
  remote: string
  channel: Channel
  /** Sentences by version. */
  damage: Readonly<Record<string, string>>
}

const parse = (row: { remote: string; channel: string; damage: string }): ChannelRow => ({
  remote: row.remote,
  // Only this store writes these columns; a part that is newer than the row gets its default.
  channel: { ...EMPTY_CHANNEL, ...(JSON.parse(row.channel || '{}') as Partial<Channel>) },
  damage: JSON.parse(row.damage || '{}') as Record<string, string>,
})

/** The channels of the areas. */
export function createRemoteChannelStore(db: Db) {
  return {
    list: async (): Promise<ChannelRow[]> =>
      (await db.selectFrom('remoteChannel').select(['remote', 'channel', 'damage']).execute()).map(parse),

    /** Holds the area's row until the transaction ends, so that two operators do not overwrite each other. */
    lock: async (remote: string): Promise<ChannelRow> => {
      const fresh = { remote, channel: '', updateTime: Date.now() }
      await db
        .insertInto('remoteChannel')
        .values(fresh)
        .onConflict((conflict) => conflict.column('remote').doNothing())
        .execute()
      const touch = db.updateTable('remoteChannel').set({ remote }).where('remote', '=', remote)
      return parse(await touch.returning(['remote', 'channel', 'damage']).executeTakeFirstOrThrow())
    },

    write: async ({ remote, channel, damage }: ChannelRow): Promise<void> => {
      const values = { channel: JSON.stringify(channel), damage: JSON.stringify(damage), updateTime: Date.now() }
      await db.updateTable('remoteChannel').set(values).where('remote', '=', remote).execute()
    },
  }
}
