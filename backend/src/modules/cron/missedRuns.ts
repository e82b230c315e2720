import { CRON_STALE_MS, CronLogLevel } from '@windlass/shared-kit/contract/cron'
import { cronRuns, readCron } from '@windlass/shared-kit/contract/cronExpression'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { type CronRecord, createCronStore } from './cron.store.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { tellMissed } from './cronNotice.ts'
import { TAKEN_MS } from './cronRow.ts'

const MINUTE_MS = 60_000
const LOOK_MS = MINUTE_MS
/** Agents tell of a run when it has ended: nobody is woken for one that takes a little longer than usual. */
const LEAST_WAIT_MS = 10 * MINUTE_MS
/** Where no agent ever said how long a run takes. */
const UNKNOWN_WAIT_MS = 60 * MINUTE_MS
const LATE_FACTOR = 2

type Task = CronRecord & { pollTime: number | null }

/**
 * Since when runs of a task were due of which nothing was heard; 0 when all is well. A task that tells failures only is silent
 * when all is well, so there it counts that its agent asks for tasks.
 */
function missedSince(task: Task): number {
  const expression = readCron(task.expression)
  if (expression.problem !== undefined) return 0
  const heard = task.logLevel === CronLogLevel.Failures ? (task.pollTime ?? 0) : task.heardTime
  return cronRuns(expression, Math.max(heard, task.updateTime + TAKEN_MS))[0] ?? 0
}

/** Looks once for runs that should have been told of, and tells of them; every node may look. */
export function createMissedRuns({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, notifications: Notifications) {
  const logs = createCronLogStore(db)

  const waitFor = async ({ id, logLevel }: Task): Promise<number> => {
    if (logLevel === CronLogLevel.Failures) return LEAST_WAIT_MS
    const longest = await logs.longest(id)
    return longest < 0 ? UNKNOWN_WAIT_MS : Math.max(LEAST_WAIT_MS, LATE_FACTOR * longest)
  }

  return {
    look: async (now: number): Promise<void> => {
      for (const task of await createCronStore(db).told()) {
        const due = missedSince(task)
        if (due === 0 || due <= task.missedTold || due > now - LEAST_WAIT_MS) continue
        if (due > now - (await waitFor(task))) continue
        await db.transaction().execute((trx) => tellMissed({ secrets, notifications }, trx, task, due))
      }
    },
  }
}

type Notifications = Pick<NotificationService, 'send'>

/** Looks each minute, but not before agents had the time to say what ran while the console did not. */
export function watchMissedRuns(platform: Platform, notifications: Notifications): void {
  const missed = createMissedRuns(platform, notifications)
  const problem = 'cannot look for missed runs; trying again in a minute'
  repeat(platform, { everyMs: LOOK_MS, firstMs: CRON_STALE_MS, problem }, () => missed.look(Date.now()))
}
