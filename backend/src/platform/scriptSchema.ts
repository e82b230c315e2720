import type { Generated } from 'kysely'
import type { Row, Timed } from './tableRow.ts'

/** A saved script. */
export interface TemplateTable extends Timed {
  /** 0 offers it in every namespace. */
  namespaceId: number
  type: number
  name: string
  content: string
  description: Generated<string>
  /** JSON: what is asked before it runs, `TemplateParameter` of the contract. */
  parameters: Generated<string>
  version: Generated<number>
  editorName: Generated<string>
}

/** Named commands that belong together. */
export interface ServerProcessTable extends Timed {
  namespaceId: number
  name: string
  /** JSON: `CommandItems` of the contract. */
  items: string
}

/** Something that was run on servers. */
export interface ScriptRunTable extends Row {
  namespaceId: number
  userId: number
  userName: string
  /** A `RunKind`. */
  kind: string
  title: string
  templateId: Generated<number>
  /** Encrypted, as it was written: variables are replaced on the way to a server only. */
  script: string
  firstLine: string
  /** JSON: what was filled in, secrets masked. */
  parameters: Generated<string>
  concurrency: number
  seconds: number
  /** When its node last said that it goes on. */
  seenTime: number
  startTime: number
  /** 0 while it goes on. */
  endTime: Generated<number>
}

/** How a run stands on one server. */
export interface ScriptRunServerTable extends Row {
  runId: number
  serverId: number
  serverName: string
  /** A `RunState`. */
  state: string
  exitCode: Generated<number>
  signal: Generated<string>
  reason: Generated<string>
  startTime: Generated<number>
  endTime: Generated<number>
  /** JSON: what was said on both streams, as far as it is kept. */
  output: Generated<string>
}

/** The tables of scripts and commands. */
export interface ScriptTables {
  template: TemplateTable
  serverProcess: ServerProcessTable
  scriptRun: ScriptRunTable
  scriptRunServer: ScriptRunServerTable
}
