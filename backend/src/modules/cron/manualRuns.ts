import { randomUUID } from 'node:crypto'
import { CRON_LOG_ROWS } from '@windlass/shared-kit/contract/cron'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import type { ServerService } from '../server/server.service.ts'
import { type CronRecord, createCronStore } from './cron.store.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { createManualRun, type ManualEnd, type ManualRun } from './manualRun.ts'

const STOP_TOPIC = 'cron.stop'
const SAVE_MS = 1_000
const SEE_MS = 15_000
/** A run that its node has not spoken of for so long has lost it. */
const GONE_MS = 60_000
const RUNS_AT_ONCE = 50

/** Runs that people have started by hand. */
export interface ManualRuns {
  /** Answers the id of its line in the log when that is written. @throws AppError when it cannot begin */
  start(caller: Caller, task: CronRecord): Promise<number>
  /** Ends a run wherever it goes on. */
  stop(logId: number): Promise<void>
}

interface Parts extends Platform {
  servers: Pick<ServerService, 'target'>
}

type Live = Map<number, { run: ManualRun; settled: Promise<void> }>

/** Writes down what runs say, tells the truth about those that nobody has any more, and ends all at a stop. */
function lookAfter(platform: Platform, live: Live): void {
  const { db, database, onStart, onStop } = platform
  const logs = createCronLogStore(db)
  const every = (everyMs: number, what: string, run: () => Promise<unknown>) =>
    repeat(platform, { everyMs, problem: `cannot ${what}; trying again` }, run)
  const save = () =>
    Promise.all(
      [...live].map(async ([id, { run }]) => {
        const message = run.news()
        if (message !== undefined) await logs.note(id, { message })
      }),
    )
  const see = () => Promise.all([...live.keys()].map((id) => logs.note(id, { seenTime: Date.now() })))
  onStart(async () => {
    // An embedded database belongs to this process alone: whatever was running in it is left over.
    await logs.closeLeft(database.engine === 'sqlite' ? Date.now() + 1 : Date.now() - GONE_MS)
  })
  onStop(async () => {
    const running = [...live.values()]
    for (const { run } of running) run.end('the console was stopped, so it was ended')
    await Promise.all(running.map(({ settled }) => settled))
  })
  every(SAVE_MS, 'write down what tasks say', save)
  every(SEE_MS, 'say that tasks go on', see)
  every(GONE_MS, 'look for tasks that were left', () => logs.closeLeft(Date.now() - GONE_MS))
}

/** Creates the place where they live while they go on. */
export function createManualRuns(parts: Parts): ManualRuns {
  const { db, bus, ssh, log, servers } = parts
  const live: Live = new Map()
  const logs = createCronLogStore(db)
  lookAfter(parts, live)
  bus.subscribe<{ logId: number }>(STOP_TOPIC, ({ logId }) => live.get(logId)?.run.end())

  const begin = async ({ name }: Caller, { id: cronId, serverId }: CronRecord, now: number): Promise<number> => {
    const id = await logs.add({
      ...{ cronId, serverId, execCode: -1, message: '', state: 'running', userName: name },
      ...{ reportTime: now, insertTime: now, seenTime: now, sign: `by hand ${randomUUID()}` },
    })
    if (id === undefined) throw new Error('a run by hand has a name of its own')
    await createCronStore(db).setLast(cronId, { lastTime: now, lastCode: -1, lastState: 'running' })
    return id
  }
  const finish = async (task: CronRecord, id: number, begun: number, { execCode, message, isCut }: ManualEnd) => {
    const now = Date.now()
    const state = execCode === 0 ? 'success' : 'failed'
    await db.transaction().execute(async (trx) => {
      const inside = createCronLogStore(trx)
      const end = { execCode, message, state, isCut: isCut ? 1 : 0, reportTime: now, duration: now - begun }
      await inside.change(id, end)
      await inside.trim(task.id, CRON_LOG_ROWS)
      await createCronStore(trx).setLast(task.id, { lastTime: now, lastCode: execCode, lastState: state })
    })
  }

  return {
    start: async (caller, task) => {
      if (live.size >= RUNS_AT_ONCE) throw failed(`${RUNS_AT_ONCE} tasks run by hand already; wait until one has ended`)
      if (await logs.isRunning(task.id))
        throw failed('this task runs by hand already; wait until it has ended or end it')
      const target = await servers.target(caller.namespaceId, task.serverId)
      if (target.os === 'windows') throw failed('tasks can be run by hand on servers with Linux only')
      const begun = Date.now()
      const id = await begin(caller, task, begun)
      const run = createManualRun(ssh, target, task.command)
      const settled = run.done
        .then((end) => finish(task, id, begun, end))
        .catch((error: unknown) => log.error({ err: error, logId: id }, 'a run of a task was not written down'))
        .finally(() => void live.delete(id))
      live.set(id, { run, settled })
      return id
    },
    stop: (logId) => bus.publish(STOP_TOPIC, { logId }),
  }
}
