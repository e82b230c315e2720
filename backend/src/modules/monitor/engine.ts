import type { Platform } from '../../platform/platform.ts'
import type { CheckTools } from './checks/check.ts'
import { createDueQueue } from './dueQueue.ts'
import { createLeaseStore, inPieces } from './lease.store.ts'
import { createMaintenanceStore } from './maintenance.store.ts'
import { createTurn } from './monitorTurn.ts'
import { createQuiet } from './quiet.ts'
import type { Recorder } from './recorder.ts'
import { createSampleStore } from './sample.store.ts'
import { stateOf, type Watched, watch } from './watched.ts'
import { createWriteBehind } from './writeBehind.ts'

/** How long others wait for a node that says nothing before they take its monitors over. */
const LEASE_MS = 20_000
const RENEW_MS = 5_000
const SWEEP_MS = 10 * 60_000
/** After a restart everything may be due at once; so much is spread over this time, or the interval if that is less. */
const SPREAD_MS = 5_000
const CROWD = 50
const LONGEST_SLEEP_MS = 60_000
/** Removing old samples is one statement for so many monitors, so that it never holds others up. */
const SWEPT_AT_ONCE = 50
/** Told on the bus when somebody changed a monitor. */
export const CHANGED_TOPIC = 'monitor.changed'

/** Looks after monitors: checks each when it is due, and does what follows. */
export interface MonitorEngine {
  start(): Promise<void>
  /** Lets go of everything, so that other nodes can take it up at once. */
  stop(): Promise<void>
  /** How many monitors this node looks after. */
  readonly size: number
}

export interface EngineParts extends Pick<Platform, 'db' | 'database' | 'bus' | 'log' | 'node' | 'env'> {
  tools: CheckTools
  recorder: Recorder
  leaseMs?: number
}

/** The next time on the grid of the interval that is still to come. */
export function nextDueAfter(due: number, now: number, intervalMs: number): number {
  const missed = Math.max(0, Math.floor((now - due) / intervalMs))
  return due + (missed + 1) * intervalMs
}

/** The monitors of this node with the one timer that starts their checks. */
function createSchedule(run: (watched: Watched) => Promise<void>, parts: Pick<EngineParts, 'log'>) {
  const watched = new Map<number, Watched>()
  const running = new Set<Promise<void>>()
  const queue = createDueQueue()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const start = (id: number, due: number) => {
    const one = watched.get(id)
    if (!one) return
    const turn = run(one)
      .catch((error: unknown) => {
        if (!isStopped) parts.log.error({ err: error, monitor: id }, 'a monitor could not be checked')
      })
      .then(() => {
        running.delete(turn)
        if (watched.get(id) !== one || isStopped) return
        one.nextDue = nextDueAfter(due, Date.now(), one.monitor.second * 1000)
        queue.set(id, one.nextDue)
        wake()
      })
    running.add(turn)
  }
  const fire = () => {
    for (const { id, due } of queue.take(Date.now())) start(id, due)
    wake()
  }
  function wake() {
    clearTimeout(timer)
    const next = queue.next()
    if (next === undefined || isStopped) return
    timer = setTimeout(fire, Math.min(LONGEST_SLEEP_MS, Math.max(0, next - Date.now())))
  }

  return {
    watched,
    put: (one: Watched) => {
      watched.set(one.monitor.id, one)
      queue.set(one.monitor.id, one.nextDue)
      wake()
    },
    drop: (id: number) => {
      watched.delete(id)
      queue.delete(id)
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.allSettled(running)
    },
  }
}

type Schedule = ReturnType<typeof createSchedule>

/** Takes up what belongs to this node, and lets go of what does not any more. */
function createRoster(parts: EngineParts, schedule: Schedule, onTaken: (id: number) => void) {
  const { db, database, node } = parts
  const leaseMs = parts.leaseMs ?? LEASE_MS
  const leases = createLeaseStore(db, node)
  // Only one process opens the embedded database, so what another one left is free at once.
  const isAlone = database.engine === 'sqlite'
  let trustedUntil = 0

  const take = async (ids: readonly number[]) => {
    const now = Date.now()
    const found = await leases.load(ids)
    for (const { monitor, state } of found) {
      const known = schedule.watched.get(monitor.id)
      const one = watch(monitor, state, known !== undefined && known.monitor.updateTime !== monitor.updateTime)
      const isLate = found.length > CROWD && one.nextDue < now
      if (isLate) one.nextDue = now + Math.random() * Math.min(SPREAD_MS, monitor.second * 1000)
      schedule.put(one)
      onTaken(monitor.id)
    }
    return new Set(found.map(({ monitor }) => monitor.id))
  }

  return {
    leases,
    /** Whether this node may believe that its monitors are still its own. */
    isTrusted: () => Date.now() < trustedUntil,
    refresh: async () => {
      const now = Date.now()
      const kept = await leases.renew(now + leaseMs)
      trustedUntil = now + leaseMs
      for (const id of schedule.watched.keys()) if (!kept.has(id)) schedule.drop(id)
      await leases.claim(now, now + leaseMs, { isAlone })
      const owned = await leases.renew(now + leaseMs)
      const fresh = [...owned].filter((id) => !schedule.watched.has(id))
      if (fresh.length > 0) await take(fresh)
    },
    /** Somebody changed a monitor: it begins anew here if it is ours, or if nobody has it. */
    change: async (id: number) => {
      const now = Date.now()
      await leases.claim(now, now + leaseMs, { isAlone, id })
      if (!(await take([id])).has(id)) schedule.drop(id)
    },
  }
}

/** Removes what is too old, a few monitors at a time. */
async function sweep({ db, node }: EngineParts, ids: readonly number[]): Promise<void> {
  const now = Date.now()
  for (const piece of inPieces(ids, SWEPT_AT_ONCE)) await createSampleStore(db).compact(piece, now)
  await createMaintenanceStore(db).forgetSilences(now)
  await createLeaseStore(db, node).sweep()
}

/** Creates it; nothing is checked before `start`. */
export function createMonitorEngine(parts: EngineParts): MonitorEngine {
  const { db, bus, log, node, recorder, tools, env } = parts
  const stopping = new AbortController()
  const isCurrent = (one: Watched) => schedule.watched.get(one.monitor.id) === one
  const stateById = (id: number) => {
    const one = schedule.watched.get(id)
    return one && stateOf(one)
  }
  const written = createWriteBehind({ db, node, log }, stateById)
  const turn = createTurn({
    ...{ recorder, written, log, isCurrent },
    tools: { ...tools, env },
    quiet: createQuiet(db, tools),
    signal: stopping.signal,
    drop: (one) => schedule.drop(one.monitor.id),
  })
  // Without its lease renewed, a node must assume that others check already.
  const schedule = createSchedule(async (one) => (roster.isTrusted() ? turn(one) : undefined), { log })
  const roster = createRoster(parts, schedule, (id) => written.touch(id))
  const timers: NodeJS.Timeout[] = []
  let unsubscribe = () => {}
  let refreshing: Promise<void> = Promise.resolve()

  const inOrder = (what: string, run: () => Promise<void>) => {
    refreshing = refreshing
      .then(() => (stopping.signal.aborted ? undefined : run()))
      .catch((error: unknown) => {
        log.error({ err: error }, `monitors: ${what} failed; trying again`)
      })
    return refreshing
  }
  return {
    start: async () => {
      unsubscribe = bus.subscribe<{ id: number }>(CHANGED_TOPIC, ({ id }) => {
        void inOrder('taking up a change', () => roster.change(id))
      })
      await inOrder('taking up monitors', roster.refresh)
      const renewMs = (parts.leaseMs ?? LEASE_MS) / (LEASE_MS / RENEW_MS)
      timers.push(setInterval(() => void inOrder('renewing', roster.refresh), renewMs))
      const sweepAll = () => sweep(parts, [...schedule.watched.keys()])
      timers.push(setInterval(() => void inOrder('sweeping', sweepAll), SWEEP_MS))
      written.start()
    },
    stop: async () => {
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
      stopping.abort(new Error('the server stops'))
      await schedule.stop()
      await refreshing
      await written.stop()
      await roster.leases.release()
    },
    get size() {
      return schedule.watched.size
    },
  }
}
