import type { Generated } from 'kysely'
import type { Row, Timed } from './tableRow.ts'

/** A task that the agent of a server runs. Whoever may see the server may see it. */
export interface CronTable extends Timed {
  /** Where it was made, and where its notices are listed. */
  namespaceId: number
  serverId: number
  expression: string
  command: string
  singleMode: Generated<number>
  logLevel: Generated<number>
  description: Generated<string>
  /** Names of people. */
  creator: Generated<string>
  editor: Generated<string>
  /** 0 is removed. */
  state: Generated<number>
  isEnabled: Generated<number>
  notifyType: Generated<number>
  /** Encrypted: whoever has the address can write into the room behind it. */
  notifyTarget: Generated<string>
  notifiedTime: Generated<number>
  /** The newest run that was told of. */
  lastTime: Generated<number>
  lastCode: Generated<number>
  /** A `CronRunState` of the contract; "" before the first. */
  lastState: Generated<string>
  /** The newest run an agent has told of, by its clock or ours, whichever is later. */
  heardTime: Generated<number>
  /** When the missed run was due that was told of last. */
  missedTold: Generated<number>
}

/** One run of a task. */
export interface CronLogTable extends Row {
  cronId: number
  serverId: number
  execCode: number
  message: string
  isCut: Generated<number>
  /** Of a run that goes on, its beginning. */
  reportTime: number
  insertTime: number
  /** A `CronRunState` of the contract. */
  state: string
  duration: Generated<number>
  /** Who started it by hand. */
  userName: Generated<string>
  /** What the agent has signed it with, so that a repetition is known on every node; a name of its own by hand. */
  sign: string
  /** Of a run that goes on, when its node spoke of it last. */
  seenTime: Generated<number>
}

/** When the agent of a server asked for tasks last. */
export interface CronPollTable {
  serverId: number
  pollTime: number
}

/** The tables of scheduled tasks. */
export interface CronTables {
  cron: CronTable
  cronLog: CronLogTable
  cronPoll: CronPollTable
}
