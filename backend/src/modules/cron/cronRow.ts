import { Permission } from '@windlass/shared-kit/contract'
import {
  type AgentCron,
  CRON_RUN_STATES,
  CRON_STALE_MS,
  type Cron,
  type CronLog,
  CronLogLevel,
  type CronRun,
  type CronRunState,
} from '@windlass/shared-kit/contract/cron'
import { cronRuns, readCron } from '@windlass/shared-kit/contract/cronExpression'
import type { Caller } from '../../platform/caller.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { visibleTarget } from '../notification/noticeTarget.ts'
import type { CronRecord } from './cron.store.ts'
import type { CronLogRecord } from './cronLog.store.ts'

/** What targets are encrypted for. */
export const TARGET_PURPOSE = 'cron.notify-target'
/** An agent asks each minute, so that a change may come too late for the next two. */
export const TAKEN_MS = 2 * 60_000

const stateOf = (text: string): CronRunState | undefined => CRON_RUN_STATES.find((state) => state === text)

/** A task as agents get it: these members in this order, and nothing that changes by itself. */
export const agentCron = (row: CronRecord): AgentCron => ({
  ...{ id: row.id, serverId: row.serverId, expression: row.expression, command: row.command },
  ...{ singleMode: row.singleMode, logLevel: row.logLevel, description: row.description, state: row.state },
  ...{ creator: row.creator, editor: row.editor },
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

/**
 * When a run was due of which nothing was heard, 0 when all is well. Of a task that tells failures only, silence means
 * nothing.
 */
export function missedTime(
  row: Pick<CronRecord, 'expression' | 'heardTime' | 'isEnabled' | 'logLevel' | 'updateTime'>,
  now: number,
): number {
  if (row.isEnabled !== 1 || row.logLevel === CronLogLevel.Failures) return 0
  const expression = readCron(row.expression)
  if (expression.problem !== undefined) return 0
  const [due = Number.POSITIVE_INFINITY] = cronRuns(expression, Math.max(row.heardTime, row.updateTime + TAKEN_MS))
  return due <= now - CRON_STALE_MS ? due : 0
}

/** A task as its page shows it. */
export function wireCron(row: CronRecord, caller: Caller, secrets: Secrets, now: number): Cron {
  const state = stateOf(row.lastState)
  return {
    ...agentCron(row),
    isEnabled: row.isEnabled === 1,
    notifyType: row.notifyType,
    notifyTarget: visibleTarget(caller, [Permission.AddCron, Permission.EditCron], {
      type: row.notifyType,
      target: secrets.decrypt(row.notifyTarget, TARGET_PURPOSE),
    }),
    lastRun: state ? { time: row.lastTime, execCode: row.lastCode, state } : null,
    missedTime: missedTime(row, now),
  }
}

/** A run as agents and older pages know it. */
export const wireLog = (row: CronLogRecord): CronLog => ({
  ...{ id: row.id, cronId: row.cronId, serverId: row.serverId, execCode: row.execCode, message: row.message },
  reportTime: formatTimestamp(row.reportTime),
  insertTime: formatTimestamp(row.insertTime),
})

/** A run with all that is known of it. */
export const wireRun = (row: CronLogRecord): CronRun => ({
  ...wireLog(row),
  state: stateOf(row.state) ?? 'failed',
  time: row.reportTime,
  duration: row.duration,
  userName: row.userName,
  isCut: row.isCut === 1,
})
