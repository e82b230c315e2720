import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, PageInput, pageOf, Timestamp } from './shapes.ts'

/** Longer trains are several trains. */
const CAR_LIMIT = 50

/** What a car of a train deploys: the newest commit of its project's branch, or what the revision names. */
export const CAR_KINDS = ['newest', 'branch', 'tag', 'commit'] as const

const Car = {
  projectId: Id,
  kind: Type.Enum(CAR_KINDS),
  /** Name of a branch or tag, or a commit; "" for the newest commit. */
  revision: Type.String({ maxLength: 255, pattern: '^(?!-)' }),
}

export const TrainCar = Type.Object({
  ...Car,
  /** "" when the project was removed. */
  projectName: Type.String(),
})
export type TrainCar = Static<typeof TrainCar>

/** Where a run stands; going back is the way of all its projects to what was live before it. */
export const TRAIN_STATES = [
  'running',
  'success',
  'failed',
  'cancelled',
  'goingBack',
  'wentBack',
  'goBackFailed',
] as const
export const TrainState = Type.Enum(TRAIN_STATES)
export type TrainState = Static<typeof TrainState>

/** How one car stands; skipped is what the run never came to, or has nothing to go back to. */
export const CarState = Type.Enum(['waiting', 'running', 'success', 'failed', 'cancelled', 'interrupted', 'skipped'])
export type CarState = Static<typeof CarState>

/** One car of a run. */
export const TrainRunCar = Type.Object({
  ...TrainCar.properties,
  state: CarState,
  /** Names its deploy; "" before it. */
  token: Type.String(),
  /** What was deployed; "" before the pull. */
  commit: Type.String(),
  reason: Type.String(),
  /** Its way back; "" as long as nobody wants one. */
  backState: Type.Union([CarState, Type.Literal('')]),
  backToken: Type.String(),
  backReason: Type.String(),
})
export type TrainRunCar = Static<typeof TrainRunCar>

/** One run of a train. */
export const TrainRun = Type.Object({
  id: Type.Integer(),
  trainId: Type.Integer(),
  trainName: Type.String(),
  state: TrainState,
  /** Why it stopped; "" otherwise. */
  reason: Type.String(),
  starterName: Type.String(),
  cars: Type.Array(TrainRunCar),
  startTime: Timestamp,
  /** "" while it goes on. */
  endTime: Timestamp,
})
export type TrainRun = Static<typeof TrainRun>

/** Projects that are deployed in a given order. */
export const DeployTrain = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ownerName: Type.String(),
  cars: Type.Array(TrainCar),
  /** The latest run; null before the first. */
  lastRun: Type.Union([Type.Pick(TrainRun, ['id', 'state', 'startTime', 'starterName']), Type.Null()]),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type DeployTrain = Static<typeof DeployTrain>

const Fields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  cars: Type.Array(Type.Object(Car), { minItems: 1, maxItems: CAR_LIMIT }),
}

/** The trains all of whose projects the caller may see. */
export const TrainList = endpoint({
  method: 'GET',
  path: '/train/getList',
  access: [Permission.ShowDeployPage],
  output: listOf(DeployTrain),
})

export const TrainAdd = endpoint({
  method: 'POST',
  path: '/train/add',
  access: [Permission.ManageDeployTrain],
  input: Type.Object(Fields),
  output: Created,
  logged: true,
})

/** A run that goes on keeps the cars it has started with. */
export const TrainEdit = endpoint({
  method: 'PUT',
  path: '/train/edit',
  access: [Permission.ManageDeployTrain],
  input: Type.Object({ id: Id, ...Fields }),
  logged: true,
})

/** Refused while it runs; its runs stay. */
export const TrainRemove = endpoint({
  method: 'DELETE',
  path: '/train/remove',
  access: [Permission.ManageDeployTrain],
  input: ById,
  logged: true,
})

/** Starts a run and answers its id; the caller must be allowed to deploy every project of it. */
export const TrainStart = endpoint({
  method: 'POST',
  path: '/train/run',
  access: [Permission.DeployProject],
  input: ById,
  output: Created,
  logged: true,
})

/** Ends the car that runs and starts no other; `id` names the run, as in the following. */
export const TrainCancel = endpoint({
  method: 'POST',
  path: '/train/cancel',
  access: [Permission.DeployProject],
  input: ById,
  logged: true,
})

/** Brings every project a run has touched to what was live before it, the last one first. */
export const TrainGoBack = endpoint({
  method: 'POST',
  path: '/train/goBack',
  access: [Permission.DeployRollback],
  input: ById,
  logged: true,
})

/** The runs of one train, the latest first. */
export const TrainRunList = endpoint({
  method: 'GET',
  path: '/train/getRunList',
  access: [Permission.ShowDeployPage],
  input: Type.Object({ id: Id, ...PageInput }),
  output: pageOf(TrainRun),
})

export const TrainRunDetail = endpoint({
  method: 'GET',
  path: '/train/getRun',
  access: [Permission.ShowDeployPage],
  input: ById,
  output: TrainRun,
})
