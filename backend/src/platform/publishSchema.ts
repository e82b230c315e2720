import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

/** One finished stage of a deploy; `insertTime` is its start, `updateTime` its end. */
export interface PublishTraceTable extends Timed {
  token: string
  /** Of the project; kept here too, because it is what a log of millions is read by. */
  namespaceId: Generated<number>
  projectId: number
  projectName: string
  detail: Generated<string>
  state: Generated<number>
  publisherId: Generated<number>
  publisherName: Generated<string>
  type: number
  ext: Generated<string>
}

/** One deploy from the press of the button to its end: what was asked for, and where it stands. */
export interface PublishTable extends Timed {
  token: string
  namespaceId: number
  projectId: number
  /** `publish`, `rollback` */
  kind: string
  /** `queued`, `running`, `success`, `failed`, `cancelled`, `interrupted` */
  state: string
  /** Text key of the stage that runs, "" when none does. */
  stage: Generated<string>
  publisherId: number
  publisherName: string
  /** JSON: what was asked for (commit, branch, servers, variables, script as it stood then). */
  request: string
  /** JSON: the commit that was deployed; "" before the pull ended. */
  commitInfo: Generated<string>
  /** The commit, its branch and its time in milliseconds once more, for the search in the history. */
  commitId: Generated<string>
  commitBranch: Generated<string>
  commitTime: Generated<number>
  /** Why it failed, "" otherwise. */
  reason: Generated<string>
  /** The node that runs it, "" while it waits. */
  node: Generated<string>
  /** JSON: handles of remote steps that a restarted node can attach to again. */
  progress: Generated<string>
  cancelledBy: Generated<string>
  /** What started it, a `DeployTrigger`. */
  trigger: Generated<string>
  /** Why it was started against a lock or in a freeze; "" when nothing stood in its way. */
  overrideReason: Generated<string>
}

/** A piece of the append-only log of a deploy; `position` is the byte offset of its first byte. */
export interface PublishLogTable {
  id: Generated<number>
  token: string
  position: number
  length: number
  /** JSON lines. */
  content: string
}

/** The tables of deploys. */
export interface PublishTables {
  publishTrace: PublishTraceTable
  publish: PublishTable
  publishLog: PublishLogTable
}
