import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createOsInfoReader } from './osInfo.ts'
import { createServerStore, type ServerRecord, type StoredServer } from './server.store.ts'
import { type CompleteConnection, targetOf } from './serverInput.ts'
import { createServerSecrets } from './serverSecret.ts'

/** What is said about a server of another namespace as well, so that nobody learns which exist. */
export const UNKNOWN = 'no such server'

/** A server belongs to the namespace one works in, or to all. */
export function requireNamespace(caller: Caller, namespaceId: number): void {
  if (namespaceId !== 0 && namespaceId !== caller.namespaceId) {
    throw failed('namespaceId must be the current namespace, or 0 to share the server with all')
  }
}

/** What all namespaces use is changed by somebody who answers for all of them. */
export function requireOwner(caller: Caller, server: Pick<ServerRecord, 'namespaceId'>): void {
  if (server.namespaceId === 0 && !caller.isSuperManager) {
    throw denied('this server is shared by all namespaces; only a super manager may change it')
  }
}

/** What every rule about servers needs: the rows, their secrets, and the way to a connection. */
export function serverTools(platform: Platform) {
  const { db, ssh, log, hub, onStop } = platform
  const store = createServerStore(db)
  const secrets = createServerSecrets(platform.secrets)
  const osInfo = createOsInfoReader(ssh, log)
  onStop(() => osInfo.stop())
  return {
    ...{ db, ssh, log, hub, store, secrets },
    require: async (namespaceId: number, id: number): Promise<StoredServer> => {
      const row = id > 0 ? await store.find(namespaceId, id) : undefined
      if (!row) throw failed(UNKNOWN)
      return row
    },
    /** The secrets as people type them, also where a form sent back the token of a stored one. */
    inPlain: async <Fields extends CompleteConnection>(caller: Caller, fields: Fields) => {
      const find = (id: number) => store.find(caller.namespaceId, id)
      const jumpSecret = (given: string) => secrets.resolve('jumpPassword', given, find)
      const jumps =
        fields.jumps &&
        (await Promise.all(fields.jumps.map(async (hop) => ({ ...hop, password: await jumpSecret(hop.password) }))))
      return {
        ...fields,
        jumps,
        password: await secrets.resolve('password', fields.password, find),
        jumpPassword: await jumpSecret(fields.jumpPassword),
      }
    },
    /** The way to a stored server; its secrets leave the database here and nowhere else. */
    opened: (row: StoredServer): SshTarget => {
      const open = (stored: string) => secrets.open('jumpPassword', stored)
      const jumps = row.jumps.map((hop) => ({ ...hop, password: open(hop.password) }))
      const password = secrets.open('password', row.password)
      return targetOf({ ...row, password, jumpPassword: open(row.jumpPassword), jumps }, row)
    },
    refreshOsInfo: (target: SshTarget, namespaceId: number) =>
      osInfo.refresh(target, (text) => store.setOsInfo(namespaceId, target.serverId, text)),
  }
}

/** @see serverTools */
export type ServerTools = ReturnType<typeof serverTools>
