import { type InputOf, Permission, type PermissionId } from '@windlass/shared-kit/contract'
import type { ActiveFreeze, DeployLock, FreezeWindow, FreezeWindowAdd } from '@windlass/shared-kit/contract/deployGuard'
import type { DeployTrigger } from '@windlass/shared-kit/contract/deployPolicy'
import { type Caller, holds } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { Span } from '../../platform/weeklyWindow.ts'
import { clockText, readStatedTime, requireZone } from '../../platform/zonedTime.ts'
import { type FreezeTimes, nextSpan } from './freezeTime.ts'
import { createGuardStore, type FreezeRecord, type LockRecord } from './guard.store.ts'

type FreezeInput = InputOf<typeof FreezeWindowAdd>

/** What a guard needs to know of a project. */
export interface GuardedProject {
  id: number
  namespaceId: number
  environment: number
}

/** What a guard needs to know of a deploy that somebody wants. */
export interface GuardedWish {
  publisher: { userId: number }
  project: GuardedProject
  order: { trigger: DeployTrigger; overrideReason: string }
  caller?: Caller | undefined
}

/** What stands in the way of deploys of one project. */
export interface GuardMarks {
  lock: DeployLock | null
  freeze: ActiveFreeze | null
  waitingReviews: number
}

/** Locks and freeze windows: whoever and whatever starts a deploy has to pass them. */
export interface GuardService {
  /** @throws AppError with who locked it or what freezes it, and what to do */
  check(wish: GuardedWish, trx: Db): Promise<void>
  /** Marks for a list of projects of one namespace. */
  marks(namespaceId: number, projects: readonly GuardedProject[]): Promise<ReadonlyMap<number, GuardMarks>>
  lock(caller: Caller, projectId: number, given: { reason: string; hours?: number | undefined }): Promise<void>
  unlock(projectId: number): Promise<void>
  windows(caller: Caller): Promise<FreezeWindow[]>
  addWindow(caller: Caller, input: FreezeInput): Promise<number>
  editWindow(caller: Caller, id: number, input: FreezeInput): Promise<void>
  removeWindow(caller: Caller, id: number): Promise<void>
}

const HOUR_MS = 3_600_000
const UNKNOWN_WINDOW = 'this freeze window does not exist any more; load the list again'
const HOW_TO_OVERRIDE = 'those who may override it can deploy with a reason'

/** Nobody stands behind these at the moment they start, so that even their owner's lock binds them. */
const MACHINES: ReadonlySet<DeployTrigger> = new Set(['webhook', 'schedule', 'train'])

const OVERRIDE: PermissionId = Permission.OverrideDeployGuard

/** Whether a person with that right gave a reason. @throws AppError when the reason came from somebody without it */
function overrides({ order, caller }: GuardedWish): boolean {
  if (order.overrideReason === '') return false
  if (!caller) throw denied('you may not deploy against a lock or a freeze')
  if (!holds(caller, OVERRIDE)) throw lacking(caller, OVERRIDE)
  return true
}

const lockRow = (row: LockRecord): DeployLock => ({
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  reason: row.reason,
  insertTime: formatTimestamp(row.insertTime),
  endTime: formatTimestamp(row.endTime),
})

const binds = (window: FreezeRecord, { environment }: GuardedProject): boolean =>
  window.environment === 0 || window.environment === environment

const holding = (window: FreezeRecord, now: number): Span | undefined => {
  const span = nextSpan(window, now)
  return span && span.start <= now ? span : undefined
}

/** The window that holds for a project now; of several the one that ends last. */
function freezeOf(windows: readonly FreezeRecord[], project: GuardedProject, now: number): ActiveFreeze | null {
  const active = windows
    .filter((window) => binds(window, project))
    .flatMap((window) => {
      const span = holding(window, now)
      return span ? [{ window, span }] : []
    })
    .sort((one, other) => other.span.end - one.span.end)[0]
  return active
    ? { name: active.window.name, reason: active.window.reason, endTime: formatTimestamp(active.span.end) }
    : null
}

function windowRow(row: FreezeRecord, now: number): FreezeWindow {
  const span = nextSpan(row, now)
  const isOn = row.state === 1
  return {
    ...row,
    kind: row.kind as FreezeWindow['kind'],
    startTime: row.kind === 'once' ? clockText(row.startTime, row.zone) : '',
    endTime: row.kind === 'once' ? clockText(row.endTime, row.zone) : '',
    days: [...row.days].map(Number),
    state: row.state as FreezeWindow['state'],
    isActive: isOn && span !== undefined && span.start <= now,
    nextStart: isOn && span ? formatTimestamp(span.start) : '',
    insertTime: formatTimestamp(row.insertTime),
    updateTime: formatTimestamp(row.updateTime),
  }
}

/** @throws AppError when the window would never hold, or its times are none */
function checkWindow(input: FreezeInput): FreezeTimes {
  const { kind, startClock, minutes } = input
  const zone = requireZone(input.zone)
  if (kind === 'once') {
    const startTime = readStatedTime(input.startTime, zone, 'startTime').time
    const endTime = readStatedTime(input.endTime, zone, 'endTime').time
    if (endTime <= startTime) throw failed('the freeze must end after it begins')
    if (endTime <= Date.now()) throw failed('this freeze has ended already; choose an end in the future')
    return { kind, startTime, endTime, days: '', startClock: '', minutes: 0, zone }
  }
  const days = [...new Set(input.days)].sort().join('')
  if (days === '') throw failed('choose at least one day on which the freeze begins')
  if (startClock === '') throw failed('say at which time the freeze begins')
  if (minutes < 1) throw failed('the freeze must last at least a minute')
  return { kind, startTime: 0, endTime: 0, days, startClock, minutes, zone }
}

const windowValues = (caller: Caller, input: FreezeInput) => ({
  ...checkWindow(input),
  name: input.name.trim(),
  reason: input.reason.trim(),
  environment: input.environment,
  state: input.state,
  editor: caller.name,
})

/** Refuses what a lock or a freeze binds. */
async function check(wish: GuardedWish, trx: Db): Promise<void> {
  const { project, order, publisher } = wish
  const store = createGuardStore(trx)
  const now = Date.now()
  const mayOverride = overrides(wish)
  const lock = await store.lockOf(project.id, now)
  if (lock && !mayOverride && (lock.ownerId !== publisher.userId || MACHINES.has(order.trigger))) {
    const until = lock.endTime === 0 ? '' : ` until ${formatTimestamp(lock.endTime)}`
    throw failed(`locked by ${lock.ownerName}${until}: ${lock.reason}; unlock it first, or ${HOW_TO_OVERRIDE}`)
  }
  // Going back repairs; a freeze is there to keep things working.
  if (order.trigger === 'rollback' || mayOverride) return
  const freeze = freezeOf(await store.enabledWindows(project.namespaceId), project, now)
  if (freeze) {
    const why = freeze.reason === '' ? '' : ` (${freeze.reason})`
    throw failed(`frozen by "${freeze.name}"${why} until ${freeze.endTime}; wait, or ${HOW_TO_OVERRIDE}`)
  }
}

/** Creates the rules about locks and freeze windows. */
export function createGuardService({ db }: Pick<Platform, 'db'>): GuardService {
  const store = createGuardStore(db)

  return {
    check,

    marks: async (namespaceId, projects) => {
      const now = Date.now()
      const ids = projects.map(({ id }) => id)
      const [locks, windows, reviews] = await Promise.all([
        store.locksOf(ids, now),
        store.enabledWindows(namespaceId),
        store.waitingReviews(ids, now),
      ])
      const lockOf = new Map(locks.map((row) => [row.projectId, lockRow(row)]))
      const reviewsOf = new Map(reviews.map((row) => [row.projectId, Number(row.count)]))
      const marksOf = (project: GuardedProject): GuardMarks => ({
        lock: lockOf.get(project.id) ?? null,
        freeze: freezeOf(windows, project, now),
        waitingReviews: reviewsOf.get(project.id) ?? 0,
      })
      return new Map(projects.map((project) => [project.id, marksOf(project)]))
    },

    lock: (caller, projectId, { reason, hours = 0 }) =>
      db.transaction().execute(async (trx) => {
        const inside = createGuardStore(trx)
        const before = await inside.lockOf(projectId, Date.now())
        if (before && before.ownerId !== caller.userId) {
          throw failed(`already locked by ${before.ownerName}: ${before.reason}`)
        }
        // One that has run out is still there.
        await inside.removeLock(projectId)
        const endTime = hours === 0 ? 0 : Date.now() + hours * HOUR_MS
        const owner = { ownerId: caller.userId, ownerName: caller.name }
        await inside.addLock({ projectId, ...owner, reason: reason.trim(), endTime })
      }),

    unlock: async (projectId) => {
      if (!(await store.removeLock(projectId))) throw failed('this project is not locked any more')
    },

    windows: async ({ namespaceId }) => {
      const rows = (await store.windows(namespaceId)).map((row) => windowRow(row, Date.now()))
      return rows.sort((one, other) => Number(other.isActive) - Number(one.isActive))
    },
    addWindow: (caller, input) => store.addWindow(caller.namespaceId, windowValues(caller, input)),
    editWindow: async (caller, id, input) => {
      if (!(await store.editWindow(caller.namespaceId, id, windowValues(caller, input)))) throw failed(UNKNOWN_WINDOW)
    },
    removeWindow: async (caller, id) => {
      if (!(await store.removeWindow(caller.namespaceId, id))) throw failed(UNKNOWN_WINDOW)
    },
  }
}
