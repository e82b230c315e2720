import { State } from '@windlass/shared-kit/contract/enums'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectServerTable, ServerTable } from '../../platform/schema.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { createServerJumpStore, type JumpRecord } from './serverJump.store.ts'
import { createServerTagStore } from './serverTag.store.ts'

/** A server as it is stored, secrets encrypted. */
export type ServerRecord = Selectable<ServerTable>

/** The same with the hosts behind its first jump host. */
export type StoredServer = ServerRecord & { jumps: readonly JumpRecord[] }

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

/** With the number of projects of the namespace that deploy to each, and the key its host is known by. */
const listRows = (db: Db, namespaceId: number) =>
  inScope(db, namespaceId)
    .leftJoin('serverHostKey', (join) =>
      join.onRef('serverHostKey.host', '=', 'server.ip').onRef('serverHostKey.port', '=', 'server.port'),
    )
    .selectAll('server')
    .select(['serverHostKey.algorithm', 'serverHostKey.fingerprint', 'serverHostKey.presentedFingerprint'])
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
    .execute()

/** A server as one row of the page. */
export type ListedServer = StoredServer &
  Omit<Awaited<ReturnType<typeof listRows>>[number], keyof ServerRecord> & { tags: readonly string[] }

function readRows(db: Db) {
  const [tags, jumps] = [createServerTagStore(db), createServerJumpStore(db)]
  const withJumps = async (rows: readonly ServerRecord[]): Promise<StoredServer[]> => {
    const known = await jumps.of(rows.map(({ id }) => id))
    return rows.map((row) => ({ ...row, jumps: known.get(row.id) ?? [] }))
  }
  return {
    list: async (namespaceId: number): Promise<ListedServer[]> => {
      const [rows, tagsOf, jumpsOf] = [
        await listRows(db, namespaceId),
        await tags.all(namespaceId),
        await jumps.all(namespaceId),
      ]
      return rows.map((row) => ({ ...row, tags: tagsOf.get(row.id) ?? [], jumps: jumpsOf.get(row.id) ?? [] }))
    },

    options: async (namespaceId: number) => {
      const tagsOf = await tags.all(namespaceId)
      const rows = await inScope(db, namespaceId)
        .select(['id', 'name', 'ip', 'owner', 'description', 'insertTime', 'updateTime'])
        .where('state', '=', State.Enabled)
        .execute()
      return rows.map((row) => ({ ...row, tags: tagsOf.get(row.id) ?? [] }))
    },

    find: async (namespaceId: number, id: number): Promise<StoredServer | undefined> =>
      (await withJumps(await inScope(db, namespaceId).selectAll().where('id', '=', id).execute()))[0],

    findAll: async (namespaceId: number, ids: readonly number[]): Promise<StoredServer[]> =>
      ids.length === 0 ? [] : withJumps(await inScope(db, namespaceId).selectAll().where('id', 'in', ids).execute()),

    /** Every server, of whatever namespace, that is reached at this address; for the rule about host keys only. */
    namespacesAt: async (host: string, port: number): Promise<number[]> => {
      const hops = db.selectFrom('serverJump').select('serverId').where('host', '=', host).where('port', '=', port)
      const rows = await db
        .selectFrom('server')
        .select('namespaceId')
        .where((either) =>
          either.or([
            either.and([either('ip', '=', host), either('port', '=', port)]),
            either.and([either('jumpIp', '=', host), either('jumpPort', '=', port)]),
            either('id', 'in', hops),
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

    /** Answers how many of the servers the namespace has. */
    setState: async (namespaceId: number, ids: readonly number[], state: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('server')
        .set({ state, updateTime: Date.now() })
        .where('id', 'in', ids)
        .where('namespaceId', 'in', [0, namespaceId])
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    /** Only what the console itself made is ever deleted; people disable servers. */
    remove: async (namespaceId: number, id: number): Promise<void> => {
      const own = db.selectFrom('server').select('id').where('namespaceId', '=', namespaceId).where('id', '=', id)
      for (const table of ['projectServer', 'serverTag', 'serverJump'] as const) {
        await db.deleteFrom(table).where('serverId', 'in', own).execute()
      }
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
    unbindServers: (serverIds: readonly number[]) =>
      db.deleteFrom('projectServer').where('serverId', 'in', serverIds).execute(),

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
