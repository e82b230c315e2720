import { DeployState, Permission, State } from '@windlass/shared-kit/contract'
import { holds } from '../../platform/caller.ts'
import { callerOf } from '../../platform/callerOf.ts'
import type { Db } from '../../platform/db.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import type { DeployModule } from '../deploy/deploy.routes.ts'
import type { DeployEnd } from '../deploy/deployHooks.ts'
import type { ProjectService } from '../project/project.service.ts'
import { type CarRecord, createTrainStore, MOVING, type RunRecord } from './train.store.ts'

const QUEUE = 'train'
/** How often runs are looked after that nobody tells anything about. */
const LOOK_MS = 15_000
/** Looks once and does not wait. */
const AT_ONCE_MS = 50

/** What drives trains. */
export interface TrainTools extends Pick<Platform, 'db' | 'access' | 'jobs' | 'log' | 'onStart' | 'onStop'> {
  projects: ProjectService
  deploys: DeployModule
}

/** Somebody ended the run at this very moment, or another job has started the car. */
class MovedOn extends Error {
  override name = 'MovedOn'
}

/** Hands the next move of a run to whichever node is free. */
export const drive = ({ jobs }: Pick<TrainTools, 'jobs'>, runId: number, trx?: Db): Promise<string> =>
  jobs.send(QUEUE, `train:${runId}`, { runId }, trx)

/** A car that has begun, on the way or on the way back, in the words its deploy ended with. */
const isBegun = ({ token, state }: CarRecord): boolean => token !== '' && state !== 'waiting'

const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  throw error
}

/** The deploy a run waits for, on its way or on its way back; undefined between two. */
export function movingDeploy(cars: readonly CarRecord[]) {
  const car = cars.find(({ state, backState }) => state === 'running' || backState === 'running')
  if (!car) return undefined
  const isBack = car.backState === 'running'
  return { car, isBack, token: isBack ? car.backToken : car.token }
}

/** What the end of a deploy changes of its car. */
const endOf = (isBack: boolean, end: Pick<DeployEnd['publish'], 'state' | 'reason' | 'commitId'>) =>
  isBack
    ? { backState: end.state, backReason: end.reason }
    : { state: end.state, reason: end.reason, commitId: end.commitId }

const revisionOf = ({ kind, revision }: CarRecord): { commit: string; branch: string } => {
  if (kind === 'newest') return { commit: '', branch: '' }
  if (kind === 'branch') return { commit: `origin/${revision}`, branch: `origin/${revision}` }
  return { commit: revision, branch: '' }
}

/** Queues the deploy of one car; its token is written down in the transaction that queues it. */
async function queueCar(tools: TrainTools, run: RunRecord, car: CarRecord): Promise<void> {
  const { projects, deploys } = tools
  const caller = await callerOf(tools, run.actorId, run.namespaceId)
  if (!holds(caller, Permission.DeployProject)) throw failed(`${caller.name} may not deploy here any more`)
  const project = await projects.require(caller, car.projectId, Permission.GetAllDeployList)
  // A review is bound to one commit of one project and answered by somebody else, which a train cannot wait for.
  const isReviewed = project.review === State.Enabled && project.deployState !== DeployState.NotDeployed
  if (isReviewed && !caller.isSuperManager) throw failed('this project needs a review; deploy it by itself')
  const beforeToken = await deploys.releases.latest(project.id)
  const order = await deploys.orderFor(project, { trigger: 'train', ...revisionOf(car) })
  const claim = async (trx: Db, token: string) => {
    const store = createTrainStore(trx)
    // The row of the run first: who cancels it comes before this or after it, never in between.
    const goesOn = await store.setRun(run.id, ['running'], { state: 'running' })
    const isTaken = await store.setCar(car.id, { state: 'waiting' }, { state: 'running', token, beforeToken })
    if (!goesOn || !isTaken) throw new MovedOn()
  }
  await deploys.enqueue(caller, project, order, { caller, claim })
}

async function startCar(tools: TrainTools, run: RunRecord, car: CarRecord): Promise<void> {
  try {
    await queueCar(tools, run, car)
  } catch (error) {
    if (error instanceof MovedOn) return
    const reason = reasonOf(error)
    await createTrainStore(tools.db).setCar(car.id, { state: 'waiting' }, { state: 'failed', reason })
    await drive(tools, run.id)
  }
}

async function stop(tools: TrainTools, run: RunRecord, car: CarRecord): Promise<void> {
  const reason = `${car.projectName}: ${car.reason || car.state}`
  await tools.db.transaction().execute(async (trx) => {
    const store = createTrainStore(trx)
    const end = { state: 'failed' as const, reason, endTime: Date.now() }
    if (await store.setRun(run.id, ['running'], end)) await store.skipWaiting(run.id)
  })
}

/** Writes down how the deploy a run waits for has ended, should nobody have told; answers whether it goes on. */
async function isMoving({ db, deploys }: TrainTools, cars: readonly CarRecord[]): Promise<boolean> {
  const moving = movingDeploy(cars)
  if (!moving) return false
  const { car, token, isBack } = moving
  const end = await deploys.ended(token, AT_ONCE_MS)
  if (!end) return true
  await createTrainStore(db).setCar(car.id, {}, endOf(isBack, end))
  return false
}

/** The next move of a run on its way: nothing while a car runs, the next one when it has succeeded. */
async function goOn(tools: TrainTools, run: RunRecord, cars: readonly CarRecord[]): Promise<void> {
  const broken = cars.find(({ state }) => state !== 'waiting' && state !== 'success')
  if (broken) return stop(tools, run, broken)
  const next = cars.find(({ state }) => state === 'waiting')
  if (next) return startCar(tools, run, next)
  await createTrainStore(tools.db).setRun(run.id, ['running'], { state: 'success', endTime: Date.now() })
}

async function startBack(tools: TrainTools, run: RunRecord, car: CarRecord): Promise<void> {
  const store = createTrainStore(tools.db)
  const claim = async (trx: Db, backToken: string) => {
    const inside = createTrainStore(trx)
    const goesOn = await inside.setRun(run.id, ['goingBack'], { state: 'goingBack' })
    const change = { backState: 'running', backToken, backReason: '' }
    if (!goesOn || !(await inside.setCar(car.id, { backState: 'waiting' }, change))) throw new MovedOn()
  }
  try {
    if (car.beforeToken === '') throw failed('nothing was deployed before this run, so there is nothing to go back to')
    const caller = await callerOf(tools, run.actorId, run.namespaceId)
    await tools.deploys.releases.begin(caller, car.projectId, car.beforeToken, claim)
  } catch (error) {
    if (error instanceof MovedOn) return
    const backReason = reasonOf(error)
    const backState = car.beforeToken === '' ? 'skipped' : 'failed'
    await store.setCar(car.id, { backState: 'waiting' }, { backState, backReason })
    await drive(tools, run.id)
  }
}

/** The next move of a run on its way back: the last car first, and no further than one that cannot go back. */
async function goBack(tools: TrainTools, run: RunRecord, cars: readonly CarRecord[]): Promise<void> {
  const broken = cars.find(({ backState }) => ['failed', 'cancelled', 'interrupted'].includes(backState))
  const store = createTrainStore(tools.db)
  const end = { endTime: Date.now() }
  if (broken) {
    const reason = `${broken.projectName}: ${broken.backReason || broken.backState}`
    await store.setRun(run.id, ['goingBack'], { state: 'goBackFailed', reason, ...end })
    return
  }
  const next = cars.findLast(({ backState }) => backState === 'waiting')
  if (next) return startBack(tools, run, next)
  const stays = cars.filter(({ backState }) => backState === 'skipped').map(({ projectName }) => projectName)
  const reason = stays.length === 0 ? '' : `nothing was deployed there before: ${stays.join(', ')}`
  await store.setRun(run.id, ['goingBack'], { state: 'wentBack', reason, ...end })
}

/** Drives runs: the end of each deploy is a job, and each job makes one move, so that a dead node stops no train. */
export function startTrainRunner(tools: TrainTools): void {
  const { db, jobs, deploys } = tools
  const store = createTrainStore(db)

  const move = async (runId: number) => {
    const run = await store.findRun(runId)
    if (!run || !MOVING.some((state) => state === run.state)) return
    if (await isMoving(tools, await store.cars([runId]))) return
    const cars = await store.cars([runId])
    if (run.state === 'running') await goOn(tools, run, cars)
    else await goBack(tools, run, cars)
  }
  const look = async () => {
    for (const { id } of await store.movingRuns()) await drive(tools, id)
  }

  jobs.work<{ runId: number }>(QUEUE, { concurrency: 4 }, ({ data }) => move(data.runId))
  deploys.onEnd(async ({ publish, state, reason, commit }, trx) => {
    const inside = createTrainStore(trx)
    const found = await inside.carOf(publish.token)
    if (!found) return
    const { car, isBack } = found
    await inside.setCar(car.id, {}, endOf(isBack, { state, reason, commitId: commit.commit }))
    await drive(tools, car.runId, trx)
  })
  // A job that ended with its node, or that failed for a moment, is made up for here: each move looks first.
  repeat(tools, { everyMs: LOOK_MS, firstMs: 0, problem: 'cannot look for release trains' }, look)
}

/** Cars a run has touched, so that they have something to go back from. */
export const touched = (cars: readonly CarRecord[]): CarRecord[] => cars.filter((car) => isBegun(car))
