import type { InvitationGrant, InvitationGrantNames } from '@windlass/shared-kit/contract/invitation'
import type { Selectable } from 'kysely'
import type { InvitationTable } from '../../platform/accountSchema.ts'
import type { Db } from '../../platform/db.ts'
import { permissionsByRole } from '../../platform/rolePermissions.ts'

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

/** Neither used nor taken back. */
const UNUSED = { acceptTime: 0, revokeTime: 0 }

/** Invitations that may still be used. */
const open = (db: Db) =>
  db
    .selectFrom('invitation')
    .where((row) => row.and(UNUSED))
    .where('expireTime', '>', Date.now())

/** Ends unused invitations one way or the other. */
const ending = (db: Db, how: 'acceptTime' | 'revokeTime') => {
  const now = Date.now()
  return db
    .updateTable('invitation')
    .set({ [how]: now, updateTime: now })
    .where((row) => row.and(UNUSED))
}

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
    rolePermissions: (): Promise<Map<number, ReadonlySet<number>>> => permissionsByRole(db),

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
      const accepted = ending(db, 'acceptTime').where('id', '=', id).where('expireTime', '>', Date.now())
      return (await accepted.executeTakeFirst()).numUpdatedRows > 0n
    },

    /** Who came of it. */
    nameMember: async (id: number, memberId: number): Promise<void> => {
      await db.updateTable('invitation').set({ memberId }).where('id', '=', id).execute()
    },

    /** Takes it back; false when it has ended otherwise meanwhile. */
    revoke: async (id: number): Promise<boolean> =>
      (await ending(db, 'revokeTime').where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n,

    revokeAllOf: async (userId: number): Promise<void> => {
      await ending(db, 'revokeTime').where('userId', '=', userId).execute()
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
