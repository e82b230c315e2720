import { type InputOf, type OutputOf, Permission, State } from '@windlass/shared-kit/contract'
import type { DeployTrain, TrainRun, TrainRunList, TrainState } from '@windlass/shared-kit/contract/deployTrain'
import { type Caller, holds } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { createTrainStore, MOVING, type RunRecord, readCars, runRow, type TrainFields } from './train.store.ts'
import { drive, movingDeploy, type TrainTools, touched } from './trainRunner.ts'

/** Trains: what people may do with them. */
export interface TrainService {
  list(caller: Caller): Promise<DeployTrain[]>
  add(caller: Caller, fields: TrainFields): Promise<number>
  edit(caller: Caller, id: number, fields: TrainFields): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  /** Answers the id of the run. */
  start(caller: Caller, id: number): Promise<number>
  cancel(caller: Caller, runId: number): Promise<void>
  goBack(caller: Caller, runId: number): Promise<void>
  runs(caller: Caller, input: InputOf<typeof TrainRunList>): Promise<OutputOf<typeof TrainRunList>>
  run(caller: Caller, runId: number): Promise<TrainRun>
}

const UNKNOWN = 'this train does not exist any more; load the list again'
const UNKNOWN_RUN = 'this run does not exist; load the list again'
const ALL = Permission.GetAllDeployList

const trimmed = ({ name, cars }: TrainFields): TrainFields => ({
  name: name.trim(),
  cars: cars.map((car) => ({ ...car, revision: car.kind === 'newest' ? '' : car.revision.trim() })),
})

/** Refuses what could never run. */
function checkFields({ name, cars }: TrainFields): void {
  if (name === '') throw failed('name is a required field')
  const ids = cars.map(({ projectId }) => projectId)
  if (new Set(ids).size < ids.length) throw failed('a project may be in a train only once')
  const place = cars.findIndex(({ kind, revision }) => kind !== 'newest' && revision === '')
  if (place >= 0) throw failed(`car ${place + 1}: say which ${cars[place]?.kind} it deploys`)
}

function createVisible({ db, projects }: TrainTools) {
  const store = createTrainStore(db)
  /** A train is shown to those who see all its projects; anybody else is told nothing of it. */
  const requireProjects = async (caller: Caller, ids: readonly number[]) => {
    const found = new Map<number, string>()
    for (const id of ids) found.set(id, (await projects.require(caller, id, ALL)).name)
    return found
  }
  const requireTrain = async (caller: Caller, id: number) => {
    const train = await store.find(caller.namespaceId, id)
    if (!train) throw failed(UNKNOWN)
    return train
  }
  const requireRun = async (caller: Caller, runId: number) => {
    const run = await store.findRun(runId)
    if (!run || run.namespaceId !== caller.namespaceId) throw failed(UNKNOWN_RUN)
    const cars = await store.cars([runId])
    if (!holds(caller, ALL)) {
      const mine = new Set((await projects.board(caller)).map(({ id }) => id))
      if (!cars.every(({ projectId }) => mine.has(projectId))) throw lacking(caller, ALL)
    }
    return { run, cars }
  }
  return { requireProjects, requireTrain, requireRun }
}

function createReading(tools: TrainTools) {
  const { db, projects } = tools
  const store = createTrainStore(db)
  const { requireRun } = createVisible(tools)

  const list = async (caller: Caller): Promise<DeployTrain[]> => {
    const names = new Map((await projects.board(caller)).map(({ id, name }) => [id, name]))
    const rows = await store.list(caller.namespaceId)
    const lastRuns = new Map((await store.lastRuns(rows.map(({ id }) => id))).map((run) => [run.trainId, run]))
    const shown = rows.map((row): DeployTrain => {
      const cars = readCars(row).map((car) => ({ ...car, projectName: names.get(car.projectId) ?? '' }))
      return {
        id: row.id,
        name: row.name,
        ownerName: row.ownerName,
        cars,
        lastRun: lastRunOf(lastRuns.get(row.id)),
        insertTime: formatTimestamp(row.insertTime),
        updateTime: formatTimestamp(row.updateTime),
      }
    })
    // Who sees all projects also sees the train that has lost one of them.
    return holds(caller, ALL) ? shown : shown.filter(({ cars }) => cars.every(({ projectName }) => projectName !== ''))
  }

  return {
    list,

    runs: async (caller: Caller, { id, page, rows: size }: InputOf<typeof TrainRunList>) => {
      if (!(await list(caller)).some((train) => train.id === id)) throw failed(UNKNOWN)
      const { list: rows, total } = await store.pageOfRuns(id, { page, rows: size })
      const cars = await store.cars(rows.map((row) => row.id))
      const shown = rows.map((row) =>
        runRow(
          row,
          cars.filter(({ runId }) => runId === row.id),
        ),
      )
      return { list: shown, pagination: { page, rows: size, total } }
    },

    run: async (caller: Caller, runId: number) => {
      const { run, cars } = await requireRun(caller, runId)
      return runRow(run, cars)
    },
  }
}

const lastRunOf = (run: RunRecord | undefined): DeployTrain['lastRun'] =>
  run
    ? {
        id: run.id,
        // The column holds what this module has written.
        state: run.state as TrainState,
        startTime: formatTimestamp(run.insertTime),
        starterName: run.starterName,
      }
    : null

function createChanging(tools: TrainTools) {
  const { db } = tools
  const store = createTrainStore(db)
  const { requireProjects, requireTrain } = createVisible(tools)
  const refuseMoving = async (trainId: number) => {
    const moving = await store.movingRun(trainId)
    if (moving) throw failed(`this train runs, started by ${moving.starterName}; wait for its end or cancel it`)
  }

  return {
    add: async (caller: Caller, given: TrainFields) => {
      const fields = trimmed(given)
      checkFields(fields)
      await requireProjects(
        caller,
        fields.cars.map(({ projectId }) => projectId),
      )
      return store.add(caller, fields)
    },

    edit: async (caller: Caller, id: number, given: TrainFields) => {
      const fields = trimmed(given)
      checkFields(fields)
      await requireTrain(caller, id)
      await requireProjects(
        caller,
        fields.cars.map(({ projectId }) => projectId),
      )
      const values = { name: fields.name, cars: JSON.stringify(fields.cars) }
      if (!(await store.change(caller.namespaceId, id, values))) throw failed(UNKNOWN)
    },

    remove: async (caller: Caller, id: number) => {
      await requireTrain(caller, id)
      await refuseMoving(id)
      if (!(await store.change(caller.namespaceId, id, { state: State.Disabled }))) throw failed(UNKNOWN)
    },

    start: async (caller: Caller, id: number) => {
      const train = await requireTrain(caller, id)
      const cars = readCars(train)
      const names = await requireProjects(
        caller,
        cars.map(({ projectId }) => projectId),
      )
      return db.transaction().execute(async (trx: Db) => {
        const inside = createTrainStore(trx)
        await inside.hold(id)
        const moving = await inside.movingRun(id)
        if (moving) throw failed(`this train runs already, started by ${moving.starterName}`)
        const { namespaceId, userId: actorId, name: starterName } = caller
        const run = { namespaceId, trainId: id, trainName: train.name, actorId, starterName }
        const named = cars.map((car) => ({ ...car, projectName: names.get(car.projectId) ?? '' }))
        const runId = await inside.addRun(run, named)
        await drive(tools, runId, trx)
        return runId
      })
    },
  }
}

function createStopping(tools: TrainTools) {
  const { db, deploys } = tools
  const { requireRun, requireProjects } = createVisible(tools)

  return {
    cancel: async (caller: Caller, runId: number) => {
      const { run, cars } = await requireRun(caller, runId)
      const isBack = run.state === 'goingBack'
      const end = {
        state: isBack ? ('goBackFailed' as const) : ('cancelled' as const),
        reason: `cancelled by ${caller.name}`,
        endTime: Date.now(),
      }
      await db.transaction().execute(async (trx) => {
        const inside = createTrainStore(trx)
        if (!(await inside.setRun(runId, [isBack ? 'goingBack' : 'running'], end)))
          throw failed('this run has ended already')
        await inside.skipWaiting(runId)
      })
      const moving = movingDeploy(await createTrainStore(db).cars(cars.length > 0 ? [runId] : []))
      if (moving) await deploys.cancel(caller, moving.car.projectId, moving.token)
    },

    goBack: async (caller: Caller, runId: number) => {
      const { run, cars } = await requireRun(caller, runId)
      if (MOVING.some((state) => state === run.state)) throw failed('this run goes on; cancel it or wait for its end')
      if (run.state === 'wentBack') throw failed('this run went back already')
      const wanted = touched(cars).filter(({ backState }) => backState !== 'success')
      if (wanted.length === 0) throw failed('this run has deployed nothing, so there is nothing to go back from')
      await requireProjects(
        caller,
        wanted.map(({ projectId }) => projectId),
      )
      await db.transaction().execute(async (trx) => {
        const inside = createTrainStore(trx)
        await inside.hold(run.trainId)
        const moving = await inside.movingRun(run.trainId)
        if (moving)
          throw failed(`this train runs again, started by ${moving.starterName}; cancel that or wait for its end`)
        const from = ['success', 'failed', 'cancelled', 'goBackFailed'] as const
        const values = { state: 'goingBack' as const, reason: '', endTime: 0, actorId: caller.userId }
        if (!(await inside.setRun(runId, from, values))) throw failed('somebody else was faster; load the page again')
        for (const car of wanted) await inside.setCar(car.id, {}, { backState: 'waiting', backReason: '' })
        await drive(tools, runId, trx)
      })
    },
  }
}

/** Creates the rules about trains. */
export const createTrainService = (tools: TrainTools): TrainService => ({
  ...createReading(tools),
  ...createChanging(tools),
  ...createStopping(tools),
})
