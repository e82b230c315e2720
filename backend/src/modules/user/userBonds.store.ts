import { State } from '@windlass/shared-kit/contract'
import type { Db } from '../../platform/db.ts'
import { countOf } from '../../platform/newestPage.ts'

/** Keys that reach a namespace: those without a limit, and those whose list of ids (JSON) holds it. */
const reaches = (json: string, namespaceId: number | undefined): boolean =>
  namespaceId === undefined || json === '' || (JSON.parse(json) as number[]).includes(namespaceId)

/** What is his in a namespace. */
function places(db: Db) {
  return {
    namespaceIds: async (userId: number): Promise<number[]> => {
      const rows = await db.selectFrom('namespaceUser').select('namespaceId').where('userId', '=', userId).execute()
      return rows.map((row) => row.namespaceId)
    },

    projects: (userId: number, namespaceId: number | undefined) => {
      const query = db
        .selectFrom('projectUser')
        .innerJoin('project', 'project.id', 'projectUser.projectId')
        .select(['project.name', 'project.namespaceId'])
        .where('projectUser.userId', '=', userId)
        .where('project.state', '=', State.Enabled)
        .orderBy('project.name')
      return (namespaceId === undefined ? query : query.where('namespaceId', '=', namespaceId)).execute()
    },

    schedules: async (userId: number, namespaceId: number | undefined): Promise<number> => {
      const query = db
        .selectFrom('projectTask')
        .innerJoin('project', 'project.id', 'projectTask.projectId')
        .where('projectTask.creatorId', '=', userId)
        .where('projectTask.state', '=', State.Enabled)
        .where('projectTask.isRun', '=', 0)
      const own = namespaceId === undefined ? query : query.where('project.namespaceId', '=', namespaceId)
      return countOf(own)
    },

    terminals: async (userId: number, namespaceId: number | undefined): Promise<number> => {
      const query = db.selectFrom('terminalLog').where('userId', '=', userId).where('endTime', '=', 0)
      const own = namespaceId === undefined ? query : query.where('namespaceId', '=', namespaceId)
      return countOf(own)
    },
  }
}

/** What he gets in with, and lets others in with. */
function doors(db: Db) {
  return {
    sessions: (userId: number): Promise<number> =>
      countOf(db.selectFrom('session').where('userId', '=', userId).where('expireTime', '>', Date.now())),

    apiKeys: async (userId: number, namespaceId: number | undefined): Promise<number> => {
      const named = await db
        .selectFrom('apiKey')
        .select('namespaceIds')
        .where('userId', '=', userId)
        .where('revokeTime', '=', 0)
        .where((where) => where.or([where('expireTime', '=', 0), where('expireTime', '>', Date.now())]))
        .execute()
      const user = await db.selectFrom('user').select('apiKeyHash').where('id', '=', userId).executeTakeFirst()
      const personal = user === undefined || user.apiKeyHash === '' ? 0 : 1
      return personal + named.filter((key) => reaches(key.namespaceIds, namespaceId)).length
    },

    invitations: async (userId: number, namespaceId: number | undefined): Promise<number> => {
      const query = db
        .selectFrom('invitation')
        .where('userId', '=', userId)
        .where('acceptTime', '=', 0)
        .where('revokeTime', '=', 0)
        .where('expireTime', '>', Date.now())
      const there = db
        .selectFrom('invitationGrant')
        .select('invitationId')
        .where('namespaceId', '=', namespaceId ?? 0)
      const own =
        namespaceId === undefined
          ? query
          : query.where((where) => where.or([where('namespaceId', '=', namespaceId), where('id', 'in', there)]))
      return countOf(own)
    },
  }
}

/** What hangs on a user. */
export const createUserBondsStore = (db: Db) => ({ ...places(db), ...doors(db) })
