import { type InputOf, State } from '@windlass/shared-kit/contract'
import type { CarState, TrainAdd, TrainRun, TrainRunCar, TrainState } from '@windlass/shared-kit/contract/deployTrain'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { DeployTrainCarTable, DeployTrainRunTable, DeployTrainTable } from '../../platform/triggerSchema.ts'

export type TrainFields = InputOf<typeof TrainAdd>
export type TrainRecord = Selectable<DeployTrainTable>
export type CarRecord = Selectable<DeployTrainCarTable>
export type RunRecord = Selectable<DeployTrainRunTable>

/** States of a run in which something of it goes on. */
export const MOVING: readonly TrainState[] = ['running', 'goingBack']

export const readCars = ({ cars }: Pick<TrainRecord, 'cars'>): TrainFields['cars'] =>
  JSON.parse(cars) as TrainFields['cars']

// The state columns hold what this module has written, from the types of the contract.
const carRow = (row: CarRecord): TrainRunCar => ({
  projectId: row.projectId,
  projectName: row.projectName,
  kind: row.kind as TrainRunCar['kind'],
  revision: row.revision,
  state: row.state as CarState,
  token: row.token,
  commit: row.commitId,
  reason: row.reason,
  backState: row.backState as CarState | '',
  backToken: row.backToken,
  backReason: row.backReason,
})

export const runRow = (row: RunRecord, cars: readonly CarRecord[]): TrainRun => ({
  id: row.id,
  trainId: row.trainId,
  trainName: row.trainName,
  state: row.state as TrainState,
  reason: row.reason,
  starterName: row.starterName,
  cars: cars.map(carRow),
  startTime: formatTimestamp(row.insertTime),
  endTime: formatTimestamp(row.endTime),
})

const trains = (db: Db) => ({
  list: (namespaceId: number) =>
    db
      .selectFrom('deployTrain')
      .selectAll()
      .where('namespaceId', '=', namespaceId)
      .where('state', '=', State.Enabled)
      .orderBy('id', 'desc')
      .execute(),

  find: (namespaceId: number, id: number) =>
    db
      .selectFrom('deployTrain')
      .selectAll()
      .where('id', '=', id)
      .where('namespaceId', '=', namespaceId)
      .where('state', '=', State.Enabled)
      .executeTakeFirst(),

  add: async (owner: { namespaceId: number; userId: number; name: string }, fields: TrainFields): Promise<number> => {
    const now = Date.now()
    const { namespaceId, userId: ownerId, name: ownerName } = owner
    const values = { name: fields.name, cars: JSON.stringify(fields.cars), namespaceId, ownerId, ownerName }
    const insert = db.insertInto('deployTrain').values({ ...values, insertTime: now, updateTime: now })
    return (await insert.returning('id').executeTakeFirstOrThrow()).id
  },

  change: async (namespaceId: number, id: number, values: Partial<Pick<TrainRecord, 'name' | 'cars' | 'state'>>) => {
    const { numUpdatedRows } = await db
      .updateTable('deployTrain')
      .set({ ...values, updateTime: Date.now() })
      .where('id', '=', id)
      .where('namespaceId', '=', namespaceId)
      .where('state', '=', State.Enabled)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Locks the train, so that of two who start it at once one comes after the other. */
  hold: (id: number) =>
    db.updateTable('deployTrain').set({ updateTime: Date.now() }).where('id', '=', id).executeTakeFirst(),
})

const runChanges = (db: Db) => ({
  addRun: async (
    run: Pick<RunRecord, 'namespaceId' | 'trainId' | 'trainName' | 'actorId' | 'starterName'>,
    cars: readonly Pick<CarRecord, 'projectId' | 'projectName' | 'kind' | 'revision'>[],
  ): Promise<number> => {
    const now = Date.now()
    const insert = db
      .insertInto('deployTrainRun')
      .values({ ...run, state: 'running', insertTime: now, updateTime: now })
    const { id: runId } = await insert.returning('id').executeTakeFirstOrThrow()
    const rows = cars.map((car, position) => ({ ...car, runId, position, state: 'waiting' }))
    await db.insertInto('deployTrainCar').values(rows).execute()
    return runId
  },

  findRun: (id: number) => db.selectFrom('deployTrainRun').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Moves a run on; false when it has left the state in the meantime. */
  setRun: async (
    id: number,
    from: readonly TrainState[],
    values: { state: TrainState; reason?: string; endTime?: number; actorId?: number },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('deployTrainRun')
      .set({ ...values, updateTime: Date.now() })
      .where('id', '=', id)
      .where('state', 'in', [...from])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

const runs = (db: Db) => ({
  movingRun: (trainId: number) =>
    db
      .selectFrom('deployTrainRun')
      .select(['id', 'starterName'])
      .where('trainId', '=', trainId)
      .where('state', 'in', [...MOVING])
      .executeTakeFirst(),

  /** Runs nobody may be driving, because the node that drove them is gone. */
  movingRuns: () =>
    db
      .selectFrom('deployTrainRun')
      .select('id')
      .where('state', 'in', [...MOVING])
      .execute(),

  lastRuns: (trainIds: readonly number[]) =>
    db
      .selectFrom('deployTrainRun')
      .selectAll()
      .where('id', 'in', (query) =>
        query
          .selectFrom('deployTrainRun')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('trainId', 'in', [...trainIds, 0])
          .groupBy('trainId'),
      )
      .execute(),

  pageOfRuns: (trainId: number, page: PageOf) =>
    newestPage(db.selectFrom('deployTrainRun').where('trainId', '=', trainId).selectAll(), page),
})

type CarChange = Partial<
  Pick<CarRecord, 'state' | 'token' | 'commitId' | 'reason' | 'beforeToken' | 'backState' | 'backToken' | 'backReason'>
>

const cars = (db: Db) => ({
  cars: (runIds: readonly number[]) =>
    db
      .selectFrom('deployTrainCar')
      .selectAll()
      .where('runId', 'in', [...runIds, 0])
      .orderBy('position')
      .execute(),

  /** The car a deploy belongs to, and whether that deploy is its way back. */
  carOf: async (token: string): Promise<{ car: CarRecord; isBack: boolean } | undefined> => {
    const query = db.selectFrom('deployTrainCar').selectAll()
    const car = await query
      .where((or) => or.or([or('token', '=', token), or('backToken', '=', token)]))
      .executeTakeFirst()
    return car && { car, isBack: car.backToken === token }
  },

  setCar: async (id: number, from: { state?: CarState; backState?: CarState }, change: CarChange): Promise<boolean> => {
    let query = db.updateTable('deployTrainCar').set(change).where('id', '=', id)
    if (from.state) query = query.where('state', '=', from.state)
    if (from.backState) query = query.where('backState', '=', from.backState)
    return (await query.executeTakeFirst()).numUpdatedRows > 0n
  },

  skipWaiting: (runId: number) =>
    db
      .updateTable('deployTrainCar')
      .set({ state: 'skipped' })
      .where('runId', '=', runId)
      .where('state', '=', 'waiting')
      .execute(),
})

/** Trains, their runs and the cars of these. */
export const createTrainStore = (db: Db) => ({ ...trains(db), ...runs(db), ...runChanges(db), ...cars(db) })
