import type { Generated } from 'kysely'
import type { Row, Timed } from './tableRow.ts'

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

/** Projects that are deployed in a given order. */
export interface DeployTrainTable extends Timed {
  namespaceId: number
  name: string
  /** JSON list of `projectId`, `kind` and `revision`. */
  cars: string
  ownerId: number
  ownerName: string
  /** 0 once it was removed. */
  state: Generated<number>
}

/** One run of a train. */
export interface DeployTrainRunTable extends Timed {
  namespaceId: number
  trainId: number
  trainName: string
  /** A `TrainState`. */
  state: string
  reason: Generated<string>
  /** In whose name the next deploy is started: of who started the run, or wanted it back. */
  actorId: number
  starterName: string
  /** 0 while it goes on. */
  endTime: Generated<number>
}

/** One project of a run. */
export interface DeployTrainCarTable extends Row {
  runId: number
  position: number
  projectId: number
  projectName: string
  kind: string
  revision: string
  /** A `CarState`. */
  state: string
  token: Generated<string>
  commitId: Generated<string>
  reason: Generated<string>
  /** The deploy that was live before; "" when there was none. */
  beforeToken: Generated<string>
  /** A `CarState`, or "" as long as nobody wants it back. */
  backState: Generated<string>
  backToken: Generated<string>
  backReason: Generated<string>
}

/** The tables of what starts deploys by itself: webhooks, schedules, trains. */
export interface TriggerTables {
  webhookDelivery: WebhookDeliveryTable
  webhookSeen: WebhookSeenTable
  projectTask: ProjectTaskTable
  deployTrain: DeployTrainTable
  deployTrainRun: DeployTrainRunTable
  deployTrainCar: DeployTrainCarTable
}
