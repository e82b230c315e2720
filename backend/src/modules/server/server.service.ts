import type { BoundProject, ServerRow } from '@windlass/shared-kit/contract/server'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { type ServerChanges, serverChanges } from './serverChanges.ts'
import { type ServerConnections, serverConnections } from './serverConnections.ts'
import { boundProject, serverRow } from './serverRow.ts'
import { serverTools } from './serverTools.ts'

/** Servers: who may see and change them, and the only way from a server's id to a connection. */
export interface ServerService extends ServerChanges, ServerConnections {
  list(caller: Caller): Promise<ServerRow[]>
  bindings(caller: Caller, id: number): Promise<BoundProject[]>
}

/** Creates the rules about servers. */
export function createServerService(platform: Platform): ServerService {
  const tools = serverTools(platform)
  const { store, secrets, require } = tools
  return {
    ...serverConnections(tools),
    ...serverChanges(tools),
    list: async ({ namespaceId }) => (await store.list(namespaceId)).map((row) => serverRow(row, secrets)),
    bindings: async ({ namespaceId }, id) => {
      await require(namespaceId, id)
      return (await store.bindings(namespaceId, id)).map(boundProject)
    },
  }
}
