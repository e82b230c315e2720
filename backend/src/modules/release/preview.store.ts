import type { ReleasePreview } from '@windlass/shared-kit/contract/releasePreview'
import type { Db } from '../../platform/db.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

const LISTED = 200

/** A preview that is new. */
export interface NewPreview {
  remote: string
  version: string
  origin: string
  release: string
  userId: number
  createdBy: string
  secretHash: string
  insertTime: number
  expireTime: number
}

/** A preview as it stands. */
export interface PreviewRow extends NewPreview {
  id: number
  /** "" until it was opened. */
  sessionId: string
  /** 0 until it was left or revoked. */
  endTime: number
}

/** Links to candidates. Releases belong to no namespace: the console is one. */
export function createPreviewStore(db: Db) {
  return {
    add: async (preview: NewPreview): Promise<number> =>
      (await db.insertInto('remotePreview').values(preview).returning('id').executeTakeFirstOrThrow()).id,

    find: (id: number): Promise<PreviewRow | undefined> =>
      db
        .selectFrom('remotePreview')
        .select(['id', 'remote', 'version', 'origin', 'release', 'userId', 'createdBy', 'secretHash'])
        .select(['sessionId', 'insertTime', 'expireTime', 'endTime'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Binds a link to the session that opens it first; of two at once one wins. */
    bind: async (id: number, sessionId: string): Promise<void> => {
      const bind = db.updateTable('remotePreview').set({ sessionId, openTime: Date.now() })
      await bind.where('id', '=', id).where('sessionId', '=', '').execute()
    },

    /** Ends a preview for good; false when it had ended already. */
    end: async (id: number): Promise<boolean> => {
      const end = db.updateTable('remotePreview').set({ endTime: Date.now() })
      return (await end.where('id', '=', id).where('endTime', '=', 0).executeTakeFirst()).numUpdatedRows > 0
    },

    /** Published versions that somebody may look at still, as `<remote>@<version>`. */
    shown: async (now: number): Promise<ReadonlySet<string>> => {
      const open = db.selectFrom('remotePreview').select(['remote', 'version']).where('origin', '=', '')
      const rows = await open.where('endTime', '=', 0).where('expireTime', '>', now).execute()
      return new Set(rows.map(({ remote, version }) => `${remote}@${version}`))
    },

    forget: async (before: number): Promise<void> => {
      await db.deleteFrom('remotePreview').where('expireTime', '<', before).execute()
    },

    /** The name of a user who can sign in; undefined when there is none. */
    userName: async (id: number): Promise<string | undefined> => {
      const user = db.selectFrom('user').select('name').where('id', '=', id).where('state', '=', 1)
      return (await user.executeTakeFirst())?.name
    },

    list: async (remote: string | undefined): Promise<ReleasePreview[]> => {
      let query = db.selectFrom('remotePreview').leftJoin('user', 'user.id', 'remotePreview.userId')
      if (remote !== undefined) query = query.where('remote', '=', remote)
      const rows = await query
        .select(['remotePreview.id', 'remote', 'version', 'origin', 'userId', 'user.name as userName', 'createdBy'])
        .select(['expireTime', 'openTime', 'endTime'])
        .orderBy('remotePreview.id', 'desc')
        .limit(LISTED)
        .execute()
      return rows.map(({ endTime, ...row }) => ({
        ...row,
        userName: row.userName ?? '',
        expireTime: formatTimestamp(row.expireTime),
        openTime: formatTimestamp(row.openTime),
        // One that was left is as dead as one that was revoked.
        isRevoked: endTime > 0,
      }))
    },
  }
}
