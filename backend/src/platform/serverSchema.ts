import type { Generated } from 'kysely'
import type { Row } from './tableRow.ts'

/** A word that a namespace sorts a server by; a shared server has others in each namespace. */
export interface ServerTagTable extends Row {
  namespaceId: number
  serverId: number
  name: string
}

/** A host to go through after the first jump host, which is in the row of the server itself. */
export interface ServerJumpTable extends Row {
  serverId: number
  /** Counts from 1 along the way. */
  position: number
  host: string
  port: number
  owner: string
  path: string
  /** Encrypted, as the password of the first jump host. */
  password: string
}

/** How a host key came to be trusted, or stopped being what the host shows. */
export interface ServerHostKeyEventTable extends Row {
  host: string
  port: number
  /** `pinned` at the first connection, `changed` when another one was shown, `accepted` by a person. */
  kind: string
  algorithm: string
  fingerprint: string
  /** Who accepted it; 0 and "" where nobody was asked. */
  userId: Generated<number>
  userName: Generated<string>
  insertTime: number
}

export interface ServerPartTables {
  serverTag: ServerTagTable
  serverJump: ServerJumpTable
  serverHostKeyEvent: ServerHostKeyEventTable
}
