import { State } from '@windlass/shared-kit/contract/enums'
import { MOST_TAGS } from '@windlass/shared-kit/contract/server'
import type { Caller } from '../../platform/caller.ts'
import { AppError, failed } from '../../platform/errors.ts'
import { createServerStore, type ServerColumns, type StoredServer } from './server.store.ts'
import { type RowProblem, readServerCsv } from './serverCsv.ts'
import { type CompleteServer, completeServer, type ServerInput, targetOf } from './serverInput.ts'
import { createServerJumpStore } from './serverJump.store.ts'
import { createServerTagStore } from './serverTag.store.ts'
import { requireNamespace, requireOwner, type ServerTools, UNKNOWN } from './serverTools.ts'

/** What people do with servers. */
export interface ServerChanges {
  /** Answers the id of the new server. */
  add(caller: Caller, input: ServerInput): Promise<number>
  edit(caller: Caller, id: number, input: ServerInput): Promise<void>
  /** All of them or none. Disabling also takes the servers from every project that deploys to them. */
  toggle(caller: Caller, ids: readonly number[], state: number): Promise<void>
  /** Tags of the current namespace, which a shared server has as well. */
  changeTags(caller: Caller, ids: readonly number[], tags: { add: string[]; remove: string[] }): Promise<void>
  /** @throws AppError with the rows that could not be imported; the others are stored */
  importCsv(caller: Caller, file: Buffer): Promise<void>
  unbindProjects(caller: Caller, ids: readonly number[]): Promise<void>
  /** Deletes a server of the namespace that the console made itself, with its bindings. */
  discard(namespaceId: number, id: number): Promise<void>
}

/** Creates the changes people make to servers. */
export function serverChanges(tools: ServerTools): ServerChanges {
  const { db } = tools
  const storing = storingOf(tools)
  return {
    ...storing,
    ...bulkOf(tools),
    importCsv: (caller, file) => importRows(caller, file, storing.add),
    unbindProjects: async ({ namespaceId }, ids) => {
      const wanted = [...new Set(ids)]
      await db.transaction().execute(async (trx) => {
        const removed = await createServerStore(trx).unbind(namespaceId, wanted)
        if (removed !== wanted.length)
          throw failed('some of these bindings are not there any more; load the list again')
      })
    },
    discard: (namespaceId, id) => db.transaction().execute((trx) => createServerStore(trx).remove(namespaceId, id)),
  }
}

/** Who changes the way to a server without knowing of further hosts keeps them, unless the first one goes. */
const keptJumps = (before: StoredServer, columns: CompleteServer) => (columns.jumpIp === '' ? [] : before.jumps)

function storingOf({ db, secrets, require, inPlain, refreshOsInfo }: ServerTools) {
  const sealed = ({ jumps: _jumps, tags: _tags, ...columns }: CompleteServer): ServerColumns => ({
    ...columns,
    password: secrets.seal('password', columns.password),
    jumpPassword: secrets.seal('jumpPassword', columns.jumpPassword),
  })
  const sealedJumps = (jumps: CompleteServer['jumps']) =>
    jumps?.map((hop) => ({ ...hop, password: secrets.seal('jumpPassword', hop.password) }))
  const openJumps = (jumps: StoredServer['jumps']) =>
    jumps.map((hop) => ({ ...hop, password: secrets.open('jumpPassword', hop.password) }))
  return {
    add: async (caller, input) => {
      const columns = await inPlain(caller, completeServer(input))
      requireNamespace(caller, columns.namespaceId)
      const id = await db.transaction().execute(async (trx) => {
        const added = await createServerStore(trx).add(sealed(columns))
        await createServerJumpStore(trx).replace(added, sealedJumps(columns.jumps) ?? [])
        if (columns.tags) await createServerTagStore(trx).replace(caller.namespaceId, added, columns.tags)
        return added
      })
      refreshOsInfo(targetOf(columns, { ...columns, id }), columns.namespaceId)
      return id
    },
    edit: async (caller, id, input) => {
      const before = await require(caller.namespaceId, id)
      requireOwner(caller, before)
      const columns = await inPlain(caller, completeServer(input))
      if (columns.namespaceId !== before.namespaceId) requireNamespace(caller, columns.namespaceId)
      const jumps = columns.jumps ?? openJumps(keptJumps(before, columns))
      await db.transaction().execute(async (trx) => {
        if (!(await createServerStore(trx).edit(caller.namespaceId, id, sealed(columns)))) throw failed(UNKNOWN)
        await createServerJumpStore(trx).replace(id, sealedJumps(jumps) ?? [])
        if (columns.tags) await createServerTagStore(trx).replace(caller.namespaceId, id, columns.tags)
      })
      refreshOsInfo(targetOf({ ...columns, jumps }, { ...columns, id }), columns.namespaceId)
    },
  } satisfies Partial<ServerChanges>
}

function bulkOf({ db, store }: ServerTools) {
  const requireAll = async (namespaceId: number, ids: readonly number[]) => {
    const rows = await store.findAll(namespaceId, ids)
    if (rows.length !== ids.length) throw failed(UNKNOWN)
    return rows
  }
  return {
    toggle: async (caller, given, state) => {
      const ids = [...new Set(given)]
      for (const row of await requireAll(caller.namespaceId, ids)) requireOwner(caller, row)
      await db.transaction().execute(async (trx) => {
        const inside = createServerStore(trx)
        if ((await inside.setState(caller.namespaceId, ids, state)) !== ids.length) throw failed(UNKNOWN)
        if (state === State.Disabled) await inside.unbindServers(ids)
      })
    },
    changeTags: async ({ namespaceId }, given, tags) => {
      const ids = [...new Set(given)]
      await requireAll(namespaceId, ids)
      await db.transaction().execute(async (trx) => {
        const inside = createServerTagStore(trx)
        await inside.change(namespaceId, ids, tags)
        if ((await inside.most(namespaceId, ids)) > MOST_TAGS) {
          throw failed(`a server has at most ${MOST_TAGS} tags; remove some first`)
        }
      })
    },
  } satisfies Partial<ServerChanges>
}

/** Stores what can be stored and tells about every other row. */
async function importRows(caller: Caller, file: Buffer, add: ServerChanges['add']): Promise<void> {
  const problems: RowProblem[] = []
  const rows = readServerCsv(file, caller.namespaceId)
  for (const row of rows) {
    if ('message' in row) {
      problems.push(row)
      continue
    }
    await add(caller, row.input).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      problems.push({ line: row.line, message: error.message })
    })
  }
  if (problems.length === 0) return
  const stored = rows.length - problems.length
  throw failed(`${problems.length} of ${rows.length} rows were not imported, ${stored} were`, { rows: problems })
}
