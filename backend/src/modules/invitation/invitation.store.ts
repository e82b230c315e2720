import type { InvitationGrant, InvitationGrantNames } from '@windlass/shared-kit/contract/invitation'
import type { Selectable } from 'kysely'
import type { InvitationTable } from '../../platform/accountSchema.ts'
import type { Db } from '../../platform/db.ts'

/** An invitation as it is stored. */
export type InvitationRow = Selectable<InvitationTable>

/** What is kept of a new one. */
export interface InvitationValues {
  hash: string
  userId: number
  namespaceId: number
  account: string
  note: string
  expireTime: number
}

/** Invitations that may still be used. */
const open = (db: Db) =>
  db
    .selectFrom('invitation')
    .where('acceptTime', '=', 0)
    .where('revokeTime', '=', 0)
    .where('expireTime', '>', Date.now())

function reading(db: Db) {
  return {
    /** @param reader whose own ones, and which namespace's; undefined is everybody's */
    list: (reader: { userId: number; namespaceId: number } | undefined) => {
      const query = open(db).selectAll('invitation').orderBy('invitation.id', 'desc')
      if (reader === undefined) return query.execute()
      const there = db
        .selectFrom('invitationGrant')
        .select('invitationId')
        .where('namespaceId', '=', reader.namespaceId)
      return query.where((where) => where.or([where('userId', '=', reader.userId), where('id', 'in', there)])).execute()
    },

    countOf: async (userId: number): Promise<number> => {
      const query = open(db).select((expression) => expression.fn.countAll<number>().as('count'))
      return Number((await query.where('userId', '=', userId).executeTakeFirstOrThrow()).count)
    },

    findByHash: (hash: string): Promise<InvitationRow | undefined> =>
      db.selectFrom('invitation').selectAll().where('hash', '=', hash).executeTakeFirst(),

    /** The names of what it gives; what was removed meanwhile is called "". */
    grants: async (ids: readonly number[]): Promise<(InvitationGrantNames & { invitationId: number })[]> => {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('invitationGrant')
        .leftJoin('namespace', 'namespace.id', 'invitationGrant.namespaceId')
        .leftJoin('role', 'role.id', 'invitationGrant.roleId')
        .select(['invitationId', 'invitationGrant.namespaceId', 'invitationGrant.roleId'])
        .select(['namespace.name as namespaceName', 'role.name as roleName'])
        .where('invitationId', 'in', ids)
        .orderBy('invitationGrant.namespaceId')
        .execute()
      return rows.map((row) => ({ ...row, namespaceName: row.namespaceName ?? '', roleName: row.roleName ?? '' }))
    },

    namesOf: async (userIds: readonly number[]): Promise<Map<number, string>> => {
      if (userIds.length === 0) return new Map()
      const rows = await db.selectFrom('user').select(['id', 'name']).where('id', 'in', userIds).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    roles: () => db.selectFrom('role').select(['id', 'name']).orderBy('id').execute(),

    /** What every role permits. */
    rolePermissions: async (): Promise<Map<number, number[]>> => {
      const rows = await db.selectFrom('rolePermission').select(['roleId', 'permissionId']).execute()
      const permissions = new Map<number, number[]>()
      for (const { roleId, permissionId } of rows) {
        permissions.set(roleId, [...(permissions.get(roleId) ?? []), permissionId])
      }
      return permissions
    },

    /** Every namespace, or those somebody belongs to. */
    namespaces: (userId: number | undefined) => {
      const query = db.selectFrom('namespace').select(['id', 'name']).orderBy('id')
      if (userId === undefined) return query.execute()
      const own = db.selectFrom('namespaceUser').select('namespaceId').where('userId', '=', userId)
      return query.where('id', 'in', own).execute()
    },
  }
}

function writing(db: Db) {
  return {
    add: async (values: InvitationValues, grants: readonly InvitationGrant[]): Promise<number> => {
      const now = Date.now()
      const insert = db.insertInto('invitation').values({ ...values, insertTime: now, updateTime: now })
      const { id } = await insert.returning('id').executeTakeFirstOrThrow()
      const rows = grants.map((grant) => ({ ...grant, invitationId: id }))
      await db.insertInto('invitationGrant').values(rows).execute()
      return id
    },

    /** Uses it up; false when somebody was faster, or it ended meanwhile. */
    accept: async (id: number): Promise<boolean> => {
      const now = Date.now()
      const accepted = await db
        .updateTable('invitation')
        .set({ acceptTime: now, updateTime: now })
        .where('id', '=', id)
        .where('acceptTime', '=', 0)
        .where('revokeTime', '=', 0)
        .where('expireTime', '>', now)
        .executeTakeFirst()
      return accepted.numUpdatedRows > 0n
    },

    /** Who came of it. */
    nameMember: async (id: number, memberId: number): Promise<void> => {
      await db.updateTable('invitation').set({ memberId }).where('id', '=', id).execute()
    },

    revoke: async (ids: readonly number[]): Promise<boolean> => {
      if (ids.length === 0) return false
      const now = Date.now()
      const revoked = await db
        .updateTable('invitation')
        .set({ revokeTime: now, updateTime: now })
        .where('id', 'in', ids)
        .where('acceptTime', '=', 0)
        .where('revokeTime', '=', 0)
        .executeTakeFirst()
      return revoked.numUpdatedRows > 0n
    },

    revokeAllOf: async (userId: number): Promise<void> => {
      const now = Date.now()
      await db
        .updateTable('invitation')
        .set({ revokeTime: now, updateTime: now })
        .where('userId', '=', userId)
        .where('acceptTime', '=', 0)
        .where('revokeTime', '=', 0)
        .execute()
    },
  }
}

function counting(db: Db) {
  return {
    /** Counts a wish for an account that exists already, and answers how many there were. */
    countRefusal: async (id: number): Promise<number> => {
      const counted = db
        .updateTable('invitation')
        .set((row) => ({ refusals: row('refusals', '+', 1) }))
        .where('id', '=', id)
      return (await counted.returning('refusals').executeTakeFirstOrThrow()).refusals
    },

    /** Forgets what ended before. */
    prune: async (before: number): Promise<void> => {
      const old = db.selectFrom('invitation').select('id').where('expireTime', '<', before)
      await db.deleteFrom('invitationGrant').where('invitationId', 'in', old).execute()
      await db.deleteFrom('invitation').where('expireTime', '<', before).execute()
    },
  }
}

/** The rows of invitations and of what they give. */
export const createInvitationStore = (db: Db) => ({ ...reading(db), ...writing(db), ...counting(db) })
