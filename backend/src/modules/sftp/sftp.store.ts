import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { Tables } from '../../platform/schema.ts'

/** A row without what the database fills in. */
type New<Table extends 'sftpUpload' | 'sftpBundle'> = Omit<
  Insertable<Tables[Table]>,
  'id' | 'insertTime' | 'updateTime'
>

export type UploadRow = Selectable<Tables['sftpUpload']>
type BundleRow = Selectable<Tables['sftpBundle']>

const now = () => {
  const time = Date.now()
  return { insertTime: time, updateTime: time }
}

/** Unfinished uploads and prepared downloads. Each belongs to who began it, in the namespace he began it in. */
export function createSftpStore(db: Db) {
  const own = (who: { userId: number; namespaceId: number }) =>
    db.selectFrom('sftpUpload').selectAll().where('userId', '=', who.userId).where('namespaceId', '=', who.namespaceId)
  return {
    addUpload: async (row: New<'sftpUpload'>): Promise<void> => {
      await db
        .insertInto('sftpUpload')
        .values({ ...row, ...now() })
        .execute()
    },
    findUpload: (who: { userId: number; namespaceId: number }, token: string): Promise<UploadRow | undefined> =>
      own(who).where('token', '=', token).executeTakeFirst(),
    uploads: (who: { userId: number; namespaceId: number }, serverId: number | undefined): Promise<UploadRow[]> => {
      const query = serverId === undefined ? own(who) : own(who).where('serverId', '=', serverId)
      return query.orderBy('id', 'desc').limit(1000).execute()
    },
    setReceived: async (token: string, received: number): Promise<void> => {
      await db.updateTable('sftpUpload').set({ received, updateTime: Date.now() }).where('token', '=', token).execute()
    },
    removeUpload: async (token: string): Promise<void> => {
      await db.deleteFrom('sftpUpload').where('token', '=', token).execute()
    },
    /** Those that nobody has gone on with since. */
    abandoned: (before: number): Promise<UploadRow[]> =>
      db.selectFrom('sftpUpload').selectAll().where('updateTime', '<', before).limit(500).execute(),

    addBundle: async (row: New<'sftpBundle'>): Promise<void> => {
      await db
        .insertInto('sftpBundle')
        .values({ ...row, ...now() })
        .execute()
    },
    /** Takes it: the next who comes with the same token gets nothing. */
    takeBundle: (
      who: { userId: number; namespaceId: number },
      token: string,
      since: number,
    ): Promise<BundleRow | undefined> =>
      db
        .deleteFrom('sftpBundle')
        .where('token', '=', token)
        .where('userId', '=', who.userId)
        .where('namespaceId', '=', who.namespaceId)
        .where('insertTime', '>=', since)
        .returningAll()
        .executeTakeFirst(),
    removeBundles: async (before: number): Promise<void> => {
      await db.deleteFrom('sftpBundle').where('insertTime', '<', before).execute()
    },
  }
}

export type SftpStore = ReturnType<typeof createSftpStore>
