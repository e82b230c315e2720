import type { Generated } from 'kysely'
import type { Row } from './tableRow.ts'

/** A terminal that somebody opened; its recording is a file named by the id. */
export interface TerminalLogTable extends Row {
  namespaceId: number
  userId: number
  serverId: number
  remoteAddr: Generated<string>
  userAgent: Generated<string>
  startTime: number
  /** When its node last said that it is open; older than a while means that the node is gone. */
  seenTime: number
  /** 0 while it is open. */
  endTime: Generated<number>
  endReason: Generated<string>
}

/** The table of the terminals. */
export interface TerminalTables {
  terminalLog: TerminalLogTable
}
