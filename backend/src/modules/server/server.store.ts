import { State } from '@windlass/shared-kit/contract/enums'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectServerTable, ServerTable } from '../../platform/schema.ts'
import { unlessTaken } from '../../platform/taken.ts'

/** A server as it is stored, secrets encrypted. */
export type ServerRecord = Selectable<ServerTable>

/** What people write about a server, secrets encrypted. */
export type ServerColumns = Omit<
  Required<Insertable<ServerTable>>,
  'id' | 'osInfo' | 'state' | 'insertTime' | 'updateTime'
>

/** A project that deploys to a server. */
export type BindingRecord = Selectable<ProjectServerTable> & { name: string; branch: string; environment: number }

const TAKEN = 'a server with this address, port and user is there already'

const inScope = (db: Db, namespaceId: number) =>
  db.selectFrom('server').where('server.namespaceId', 'in', [0, namespaceId]).orderBy('server.id', 'desc')

function readRows(db: Db) {
  return {
    /** With the number of projects of the namespace that deploy to each. */
    list: (namespaceId: number) =>
      inScope(db, namespaceId)
        .selectAll('server')
        .select((query) =>
          query
            .selectFrom('projectServer')
            .innerJoin('project', 'project.id', 'projectServer.projectId')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('projectServer.serverId', '=', 'server.id')
            .where('project.namespaceId', '=', namespaceId)
            .where('project.state', '=', State.Enabled)
            .as('bindCount'),
        )
        .execute(),

    options: (namespaceId: number) =>
      inScope(db, namespaceId)
        .select(['id', 'name', 'ip', 'owner', 'description', 'insertTime', 'updateTime'])
        .where('state', '=', State.Enabled)
        .execute(),

    find: (namespaceId: number, id: number): Promise<ServerRecord | undefined> =>
      inScope(db, namespaceId).selectAll().where('id', '=', id).executeTakeFirst(),

    findAll: async (namespaceId: number, ids: readonly number[]): Promise<ServerRecord[]> =>
      ids.length === 0 ? [] : inScope(db, namespaceId).selectAll().where('id', 'in', ids).execute(),

    /** Every server, of whatever namespace, that is reached at this address; for the rule about host keys only. */
    namespacesAt: async (host: string, port: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('server')
        .select('namespaceId')
        .where((either) =>
          either.or([
            either.and([either('ip', '=', host), either('port', '=', port)]),
            either.and([either('jumpIp', '=', host), either('jumpPort', '=', port)]),
          ]),
        )
        .execute()
      return rows.map((row) => row.namespaceId)
    },
  }
}

function writeRows(db: Db) {
  return {
    add: async (columns: ServerColumns): Promise<number> => {
      const now = Date.now()
      const values = { ...columns, insertTime: now, updateTime: now }
      const insert = db.insertInto('server').values(values).returning('id')
      return (await unlessTaken(insert.executeTakeFirstOrThrow(), TAKEN)).id
    },

    edit: async (namespaceId: number, id: number, columns: ServerColumns): Promise<boolean> => {
      const update = db
        .updateTable('server')
        .set({ ...columns, updateTime: Date.now() })
        .where('id', '=', id)
        .where('namespaceId', 'in', [0, namespaceId])
      return (await unlessTaken(update.executeTakeFirst(), TAKEN)).numUpdatedRows > 0
    },

    setState: async (namespaceId: number, id: number, state: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('server')
        .set({ state, updateTime: Date.now() })
        .where('id', '=', id)
        .where('namespaceId', 'in', [0, namespaceId])
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** Only what the console itself made is ever deleted; people disable servers. */
    remove: async (namespaceId: number, id: number): Promise<void> => {
      const own = db.selectFrom('server').select('id').where('namespaceId', '=', namespaceId).where('id', '=', id)
      await db.deleteFrom('projectServer').where('serverId', 'in', own).execute()
      await db.deleteFrom('server').where('id', '=', id).where('namespaceId', '=', namespaceId).execute()
    },

    /** Nobody wrote this, so the time of the last edit stays. */
    setOsInfo: (namespaceId: number, id: number, osInfo: string) =>
      db
        .updateTable('server')
        .set({ osInfo })
        .where('id', '=', id)
        .where('namespaceId', 'in', [0, namespaceId])
        .execute(),
  }
}

function bindingRows(db: Db) {
  return {
    bindings: (namespaceId: number, serverId: number): Promise<BindingRecord[]> =>
      db
        .selectFrom('projectServer')
        .innerJoin('project', 'project.id', 'projectServer.projectId')
        .selectAll('projectServer')
        .select(['project.name', 'project.branch', 'project.environment'])
        .where('projectServer.serverId', '=', serverId)
        .where('project.namespaceId', '=', namespaceId)
        .where('project.state', '=', State.Enabled)
        .orderBy('projectServer.id', 'desc')
        .execute(),

    /** Bindings of whatever namespace: a disabled server serves nobody. */
    unbindServer: (serverId: number) => db.deleteFrom('projectServer').where('serverId', '=', serverId).execute(),

    /** Answers how many of the bindings were there; others are of another namespace, or gone. */
    unbind: async (namespaceId: number, ids: readonly number[]): Promise<number> => {
      const own = db.selectFrom('project').select('id').where('namespaceId', '=', namespaceId)
      const { numDeletedRows } = await db
        .deleteFrom('projectServer')
        .where('id', 'in', ids)
        .where('projectId', 'in', own)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** The rows of servers and of their bindings; a namespace sees its own and the shared ones (namespace 0). */
export const createServerStore = (db: Db) => ({ ...readRows(db), ...writeRows(db), ...bindingRows(db) })
