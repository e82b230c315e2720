import { State } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectTable, ServerTable } from '../../platform/schema.ts'

export type ProjectRecord = Selectable<ProjectTable>
/** What a binding shows of a server: enough to recognise it, nothing to sign in with. */
export type BoundServer = Pick<Selectable<ServerTable>, 'id' | 'name' | 'ip' | 'port' | 'owner' | 'description' | 'os'>

type NewProject = Omit<
  ProjectRecord,
  'id' | 'insertTime' | 'updateTime' | 'state' | 'autoDeploy' | 'webhookSecret' | Deploying
>
type Deploying = 'deployState' | 'publisherId' | 'publisherName' | 'lastPublishToken'

const now = () => Date.now()
const timed = () => ({ insertTime: now(), updateTime: now() })

/** Looking projects up; every look is inside one namespace. */
const lookups = (db: Db) => {
  const enabled = (namespaceId: number) =>
    db
      .selectFrom('project')
      .selectAll()
      .where('namespaceId', '=', namespaceId)
      .where('state', '=', State.Enabled)
      .orderBy('id', 'desc')

  return {
    list: (namespaceId: number) => enabled(namespaceId).execute(),

    listBound: (namespaceId: number, userId: number) =>
      enabled(namespaceId)
        .where('id', 'in', (query) => query.selectFrom('projectUser').select('projectId').where('userId', '=', userId))
        .execute(),

    find: (namespaceId: number, id: number) => enabled(namespaceId).where('id', '=', id).executeTakeFirst(),

    /** Of whichever namespace, removed or not: for a caller who names a project and proves himself by its secret. */
    findAnywhere: (id: number) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirst(),

    isBound: async (projectId: number, userId: number) => {
      const row = await db
        .selectFrom('projectUser')
        .select('id')
        .where('projectId', '=', projectId)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

const changes = (db: Db) => {
  return {
    add: async (values: NewProject & Pick<ProjectRecord, 'webhookSecret'>) => {
      const row = { ...values, ...timed() }
      return (await db.insertInto('project').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    edit: async (namespaceId: number, id: number, values: Omit<NewProject, 'namespaceId'>) => {
      const { numUpdatedRows } = await db
        .updateTable('project')
        .set({ ...values, updateTime: now() })
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .where('state', '=', State.Enabled)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    setAutoDeploy: async (namespaceId: number, id: number, autoDeploy: number) => {
      const { numUpdatedRows } = await db
        .updateTable('project')
        .set({ autoDeploy, updateTime: now() })
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .where('state', '=', State.Enabled)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    setWebhookSecret: async (namespaceId: number, id: number, webhookSecret: string) => {
      const { numUpdatedRows } = await db
        .updateTable('project')
        .set({ webhookSecret, updateTime: now() })
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .where('state', '=', State.Enabled)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Hides the project and takes its row's lock, so that no deploy is queued beside it. */
    hide: async (namespaceId: number, id: number) => {
      const { numUpdatedRows } = await db
        .updateTable('project')
        .set({ state: State.Disabled, updateTime: now() })
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .where('state', '=', State.Enabled)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** The deploy of the project that waits or runs. */
    liveDeploy: (projectId: number) =>
      db
        .selectFrom('publish')
        .select('publisherName')
        .where('projectId', '=', projectId)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirst(),
  }
}

/** The servers and users of a project. */
const bindings = (db: Db) => {
  return {
    /** In the order in which they were bound, which is the order of a deploy one after another. */
    servers: (projectId: number) =>
      db
        .selectFrom('projectServer')
        .innerJoin('server', 'server.id', 'projectServer.serverId')
        .select(['projectServer.id as bindingId', 'projectServer.insertTime', 'projectServer.updateTime'])
        .select(['server.id', 'name', 'ip', 'port', 'owner', 'description', 'os'])
        .where('projectId', '=', projectId)
        .where('server.state', '=', State.Enabled)
        .orderBy('projectServer.id')
        .execute(),

    serverCounts: async (projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      if (projectIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('projectServer')
        .innerJoin('server', 'server.id', 'projectServer.serverId')
        .select(({ fn }) => ['projectId', fn.countAll<number>().as('count')])
        .where('projectId', 'in', projectIds)
        .where('server.state', '=', State.Enabled)
        .groupBy('projectId')
        .execute()
      return new Map(rows.map((row) => [row.projectId, Number(row.count)]))
    },

    users: (projectId: number) =>
      db
        .selectFrom('projectUser')
        .innerJoin('user', 'user.id', 'projectUser.userId')
        .select(['projectUser.id as bindingId', 'projectUser.insertTime', 'projectUser.updateTime'])
        .select(['user.id', 'user.name'])
        .where('projectId', '=', projectId)
        .orderBy('projectUser.id')
        .execute(),
  }
}

/** What may be bound, and binding it. */
const binders = (db: Db) => {
  return {
    /** Those of the ids that are servers a project of the namespace may deploy to. */
    usableServers: async (namespaceId: number, ids: readonly number[]) => {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('server')
        .select('id')
        .where('id', 'in', ids)
        .where('namespaceId', 'in', [0, namespaceId])
        .where('state', '=', State.Enabled)
        .execute()
      return rows.map((row) => row.id)
    },

    members: async (namespaceId: number, ids: readonly number[]) => {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('namespaceUser')
        .select('userId')
        .where('namespaceId', '=', namespaceId)
        .where('userId', 'in', ids)
        .execute()
      return rows.map((row) => row.userId)
    },

    replaceServers: async (projectId: number, ids: readonly number[]) => {
      await db.deleteFrom('projectServer').where('projectId', '=', projectId).execute()
      // One by one, because their order is the order of a deploy one after another.
      for (const serverId of ids)
        await db
          .insertInto('projectServer')
          .values({ projectId, serverId, ...timed() })
          .execute()
    },

    replaceUsers: async (projectId: number, ids: readonly number[]) => {
      await db.deleteFrom('projectUser').where('projectId', '=', projectId).execute()
      const rows = ids.map((userId) => ({ projectId, userId, ...timed() }))
      if (rows.length > 0) await db.insertInto('projectUser').values(rows).execute()
    },
  }
}

/** Everything about projects that is asked of the database. */
export const createProjectStore = (db: Db) => ({ ...lookups(db), ...changes(db), ...bindings(db), ...binders(db) })
