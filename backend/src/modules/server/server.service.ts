import { State } from '@windlass/shared-kit/contract/enums'
import type { BoundProject, HostKey, ServerRow } from '@windlass/shared-kit/contract/server'
import type { Caller } from '../../platform/caller.ts'
import { AppError, denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createOsInfoReader, readOsInfo } from './osInfo.ts'
import { createServerStore, type ServerColumns, type ServerRecord } from './server.store.ts'
import { type RowProblem, readServerCsv } from './serverCsv.ts'
import { type ConnectionInput, completeConnection, completeServer, type ServerInput, targetOf } from './serverInput.ts'
import { boundProject, serverRow } from './serverRow.ts'
import { createServerSecrets } from './serverSecret.ts'

const UNKNOWN = 'no such server'

/** Servers: who may see and change them, and the only way from a server's id to a connection. */
export interface ServerService {
  list(caller: Caller): Promise<ServerRow[]>
  bindings(caller: Caller, id: number): Promise<BoundProject[]>
  /** Connects, looks and closes again. */
  check(caller: Caller, input: ConnectionInput): Promise<{ hostKeys: HostKey[]; osInfo: string }>
  acceptHostKey(caller: Caller, place: { host: string; port: number }, fingerprint: string): Promise<void>
  /** Answers the id of the new server. */
  add(caller: Caller, input: ServerInput): Promise<number>
  edit(caller: Caller, id: number, input: ServerInput): Promise<void>
  /** Disabling also takes the server from every project that deploys to it. */
  toggle(caller: Caller, id: number, state: number): Promise<void>
  /** @throws AppError with the rows that could not be imported; the others are stored */
  importCsv(caller: Caller, file: Buffer): Promise<void>
  unbindProjects(caller: Caller, ids: readonly number[]): Promise<void>
  /**
   * The way to a server for work in a namespace: one of its own or a shared one, and enabled.
   * @throws AppError that does not tell a foreign server from one that does not exist
   */
  target(namespaceId: number, serverId: number): Promise<SshTarget>
  /** The ways to several servers, in the order of the ids. @throws AppError when one of them is not usable */
  targets(namespaceId: number, serverIds: readonly number[]): Promise<SshTarget[]>
  /** The names of those servers among the ids that a namespace may use, disabled ones included. */
  names(namespaceId: number, serverIds: readonly number[]): Promise<Map<number, string>>
  /** Deletes a server of the namespace that the console made itself, with its bindings. */
  discard(namespaceId: number, id: number): Promise<void>
}

function requireNamespace(caller: Caller, namespaceId: number): void {
  if (namespaceId !== 0 && namespaceId !== caller.namespaceId) {
    throw failed('namespaceId must be the current namespace, or 0 to share the server with all')
  }
}

/** What all namespaces use is changed by somebody who answers for all of them. */
function requireOwner(caller: Caller, server: ServerRecord): void {
  if (server.namespaceId === 0 && !caller.isSuperManager) {
    throw denied('this server is shared by all namespaces; only a super manager may change it')
  }
}

/** What every rule about servers needs: the rows, their secrets, and the way to a connection. */
function serverTools(platform: Platform) {
  const { db, ssh, log, onStop } = platform
  const store = createServerStore(db)
  const secrets = createServerSecrets(platform.secrets)
  const osInfo = createOsInfoReader(ssh, log)
  onStop(() => osInfo.stop())

  return {
    ...{ db, ssh, store, secrets },
    require: async (namespaceId: number, id: number): Promise<ServerRecord> => {
      const row = id > 0 ? await store.find(namespaceId, id) : undefined
      if (!row) throw failed(UNKNOWN)
      return row
    },
    /** The secrets as people type them, also where a form sent back the token of a stored one. */
    inPlain: async <Fields extends { password: string; jumpPassword: string }>(caller: Caller, fields: Fields) => {
      const find = (id: number) => store.find(caller.namespaceId, id)
      return {
        ...fields,
        password: await secrets.resolve('password', fields.password, find),
        jumpPassword: await secrets.resolve('jumpPassword', fields.jumpPassword, find),
      }
    },
    sealed: (columns: ServerColumns): ServerColumns => ({
      ...columns,
      password: secrets.seal('password', columns.password),
      jumpPassword: secrets.seal('jumpPassword', columns.jumpPassword),
    }),
    opened: (row: ServerRecord): SshTarget => {
      const password = secrets.open('password', row.password)
      const jumpPassword = secrets.open('jumpPassword', row.jumpPassword)
      return targetOf({ ...row, password, jumpPassword }, row)
    },
    refreshOsInfo: (columns: ServerColumns, id: number) =>
      osInfo.refresh(targetOf(columns, { ...columns, id }), (text) => store.setOsInfo(columns.namespaceId, id, text)),
  }
}

type Tools = ReturnType<typeof serverTools>

function connections({ ssh, store, inPlain, opened }: Tools) {
  const targets: ServerService['targets'] = async (namespaceId, ids) => {
    const rows = await store.findAll(namespaceId, ids)
    return ids.map((id) => {
      const row = rows.find((other) => other.id === id)
      if (!row) throw failed(UNKNOWN)
      if (row.state !== State.Enabled) throw failed(`server ${row.name} is disabled; enable it first`)
      return opened(row)
    })
  }
  return {
    targets,
    names: async (namespaceId, ids) =>
      new Map((await store.findAll(namespaceId, ids)).map(({ id, name }) => [id, name] as const)),
    target: async (namespaceId, serverId) => {
      const [target] = await targets(namespaceId, [serverId])
      if (!target) throw failed(UNKNOWN)
      return target
    },
    check: async (caller, input) => {
      const target = targetOf(await inPlain(caller, completeConnection(input)))
      const { client, hostKeys, end } = await ssh.connect(target)
      try {
        return { hostKeys, osInfo: await readOsInfo(client, target) }
      } finally {
        end()
      }
    },
    acceptHostKey: async (caller, place, fingerprint) => {
      const namespaceIds = await store.namespacesAt(place.host, place.port)
      const isForeign = namespaceIds.length > 0 && !namespaceIds.some((id) => id === 0 || id === caller.namespaceId)
      if (isForeign && !caller.isSuperManager) throw failed(UNKNOWN)
      await ssh.hostKeys.accept(place, fingerprint)
    },
  } satisfies Partial<ServerService>
}

function changes({ db, store, require, inPlain, sealed, refreshOsInfo }: Tools) {
  return {
    add: async (caller, input) => {
      const columns = await inPlain(caller, completeServer(input))
      requireNamespace(caller, columns.namespaceId)
      const id = await store.add(sealed(columns))
      refreshOsInfo(columns, id)
      return id
    },
    edit: async (caller, id, input) => {
      const before = await require(caller.namespaceId, id)
      requireOwner(caller, before)
      const columns = await inPlain(caller, completeServer(input))
      if (columns.namespaceId !== before.namespaceId) requireNamespace(caller, columns.namespaceId)
      if (!(await store.edit(caller.namespaceId, id, sealed(columns)))) throw failed(UNKNOWN)
      refreshOsInfo(columns, id)
    },
    toggle: async (caller, id, state) => {
      requireOwner(caller, await require(caller.namespaceId, id))
      await db.transaction().execute(async (trx) => {
        const inside = createServerStore(trx)
        if (!(await inside.setState(caller.namespaceId, id, state))) throw failed(UNKNOWN)
        if (state === State.Disabled) await inside.unbindServer(id)
      })
    },
    unbindProjects: async ({ namespaceId }, ids) => {
      const wanted = [...new Set(ids)]
      await db.transaction().execute(async (trx) => {
        const removed = await createServerStore(trx).unbind(namespaceId, wanted)
        if (removed !== wanted.length)
          throw failed('some of these bindings are not there any more; load the list again')
      })
    },
    discard: (namespaceId, id) => db.transaction().execute((trx) => createServerStore(trx).remove(namespaceId, id)),
  } satisfies Partial<ServerService>
}

/** Stores what can be stored and tells about every other row. */
async function importRows(caller: Caller, file: Buffer, add: ServerService['add']): Promise<void> {
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

/** Creates the rules about servers. */
export function createServerService(platform: Platform): ServerService {
  const tools = serverTools(platform)
  const { store, secrets, require } = tools
  const changing = changes(tools)
  return {
    ...connections(tools),
    ...changing,
    importCsv: (caller, file) => importRows(caller, file, changing.add),
    list: async ({ namespaceId }) => (await store.list(namespaceId)).map((row) => serverRow(row, secrets)),
    bindings: async ({ namespaceId }, id) => {
      await require(namespaceId, id)
      return (await store.bindings(namespaceId, id)).map(boundProject)
    },
  }
}
