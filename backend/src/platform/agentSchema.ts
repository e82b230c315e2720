import type { Generated } from 'kysely'
import type { Row } from './tableRow.ts'

/** What the console has installed on a server, and how the last thing it did about it went. */
export interface ServerAgentTable extends Row {
  serverId: number
  /** Where it is; "" when nothing is installed. */
  installPath: Generated<string>
  /** What it calls with, as somebody wished. */
  tool: Generated<string>
  reportUrl: Generated<string>
  /** A service of the machine that keeps it running: `AgentService` of the contract, or "". */
  service: Generated<string>
  version: Generated<string>
  installTime: Generated<number>
  /** An `AgentAction`. */
  action: Generated<string>
  /** An `AgentTaskState`. */
  state: Generated<string>
  /** JSON: `AgentStep` of the contract. */
  steps: Generated<string>
  reason: Generated<string>
  userName: Generated<string>
  startTime: Generated<number>
  endTime: Generated<number>
}

/** The table of what is installed. */
export interface AgentTables {
  serverAgent: ServerAgentTable
}
