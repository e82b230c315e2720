import type { Generated } from 'kysely'
import type { Row, Timed } from './schema.ts'

/** A push that a code host told the console about, and what became of it. */
export interface WebhookDeliveryTable extends Row {
  namespaceId: number
  projectId: number
  insertTime: number
  /** `github`, `gitlab`, … */
  provider: string
  event: string
  /** The host's own name for it; "" when it gives none. */
  deliveryId: Generated<string>
  /** Branches and tags, separated by blanks. */
  ref: Generated<string>
  commitId: Generated<string>
  pusher: Generated<string>
  remoteAddress: Generated<string>
  /** `valid`, `wrong`, `missing` or `unchecked`. */
  signature: string
  /** `started`, `ignored`, `refused`, `failed` or `ping`. */
  outcome: string
  /** Code and message of the answer. */
  code: number
  answer: string
  /** The deploy it started; "" when it started none. */
  token: Generated<string>
  /** The delivery that was played again; 0 for one that came from outside. */
  replayOf: Generated<number>
  replayedBy: Generated<string>
  /** JSON of the `Push`, for playing it again. */
  push: Generated<string>
  /** JSON; without anything that proves who sent it. */
  headers: Generated<string>
  /** Masked, and cut after 64 kB. */
  body: Generated<string>
  /** As it came, in bytes. */
  bodySize: Generated<number>
}

/** Deliveries that have started a deploy, so that none of them starts another. */
export interface WebhookSeenTable {
  projectId: number
  deliveryId: string
  insertTime: number
}

/** A deploy for a stated time, once or again and again. */
export interface ProjectTaskTable extends Timed {
  namespaceId: number
  projectId: number
  branch: string
  commitId: string
  /** 1 takes the newest commit of the branch there is at that time. */
  isNewest: Generated<number>
  /** When it runs next, or ran if it runs once. */
  dueTime: number
  /** IANA name of the zone the time was stated in. */
  zone: string
  /** "" for a task that runs once. */
  cron: Generated<string>
  /** JSON list; "" means all servers there are at that time. */
  serverIds: Generated<string>
  /** JSON list of `CustomVariable`; "" means those of the project. */
  variables: Generated<string>
  /** 0 once it was disabled. */
  state: Generated<number>
  /** 1 once it has run for the last time. */
  isRun: Generated<number>
  /** Of the latest run: `started`, `success`, `failed`, `cancelled`, `interrupted`, `refused`, `missed`; "" before it. */
  outcome: Generated<string>
  reason: Generated<string>
  /** The latest deploy. */
  token: Generated<string>
  runTime: Generated<number>
  creator: string
  creatorId: number
  editor: Generated<string>
  editorId: Generated<number>
}

/** The tables of what starts deploys by itself: webhooks, schedules, trains. */
export interface TriggerTables {
  webhookDelivery: WebhookDeliveryTable
  webhookSeen: WebhookSeenTable
  projectTask: ProjectTaskTable
}
