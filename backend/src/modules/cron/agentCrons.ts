import { hash } from 'node:crypto'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  type AgentCron,
  type AgentCronLogs,
  type AgentCronReport,
  CRON_LOG_DAYS,
  CRON_LOG_ROWS,
  CRON_STALE_MS,
  type CronLog,
  type CronRunState,
} from '@windlass/shared-kit/contract/cron'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AgentCall } from '../metrics/agentCaller.ts'
import { readAgentTime } from '../metrics/agentTime.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { createCronStore } from './cron.store.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { cutMessage } from './cronMessage.ts'
import { tellFailure } from './cronNotice.ts'
import { agentCron, wireLog } from './cronRow.ts'

const DAY_MS = 24 * 3_600_000
/** However wrong the clock of an agent may be. */
const AHEAD_MS = 5 * 60_000

/** What agents may do about tasks; the server of a call has proved who it is. */
export interface AgentCrons {
  list(serverId: number, now: number): Promise<AgentCron[]>
  /** Stores a run, once however often it is told. */
  report(input: InputOf<typeof AgentCronReport>, call: AgentCall): Promise<void>
  logs(input: InputOf<typeof AgentCronLogs>): Promise<CronLog[]>
}

interface Parts extends Pick<Platform, 'db' | 'secrets'> {
  notifications: Pick<NotificationService, 'send'>
}

/** When a run was told of by the agent. @throws AppError */
function timeOf({ time, reportTime }: InputOf<typeof AgentCronReport>, now: number): number {
  if (time === undefined) {
    const at = readAgentTime(reportTime, now)
    if (!at) throw failed('reportTime must be a time like 2024-05-01 12:00:00')
    return at.time
  }
  const ms = time * 1000
  if (ms > now + AHEAD_MS) throw failed('time lies in the future; set the clock of this machine')
  if (ms < now - CRON_LOG_DAYS * DAY_MS) throw failed(`runs of more than ${CRON_LOG_DAYS} days ago are not kept`)
  return ms
}

/**
 * What tells one report from another. An agent that keeps its reports signs one anew when it sends it again, after an answer
 * that was lost; but then it tells when it ran, so that what it says is the same.
 */
function nameOf({ cronId, time, execCode, message, duration }: InputOf<typeof AgentCronReport>, sign: string): string {
  if (time === undefined) return sign
  const said = JSON.stringify([cronId, time, execCode, message, duration])
  return hash('sha256', said, 'base64url')
}

/** Creates it. */
export function createAgentCrons(parts: Parts): AgentCrons {
  const { db } = parts
  const store = createCronStore(db)

  return {
    list: async (serverId, now) => {
      await store.polled(serverId, now)
      return (await store.due(serverId)).map(agentCron)
    },

    report: async (input, { sign, now }) => {
      const { serverId, cronId, execCode, message, duration = -1 } = input
      const time = timeOf(input, now)
      const row = await store.ofServer(serverId, cronId)
      if (!row) throw failed('no such task on this server')
      const state: CronRunState = execCode === 0 ? 'success' : 'failed'
      const kept = cutMessage(message)
      await db.transaction().execute(async (trx) => {
        const inside = createCronLogStore(trx)
        const run = { cronId, serverId, execCode, message: kept.message, isCut: kept.isCut ? 1 : 0, duration }
        const added = await inside.add({ ...run, sign: nameOf(input, sign), state, reportTime: time, insertTime: now })
        // Told once before, perhaps to another node.
        if (added === undefined) return
        await inside.trim(cronId, CRON_LOG_ROWS)
        const last = { lastTime: time, lastCode: execCode, lastState: state }
        // Clocks of agents go a little before ours or behind it; what was kept for long tells of then.
        const heard = now - time < CRON_STALE_MS ? Math.max(time, now) : time
        const heardTime = Math.max(heard, row.heardTime)
        await createCronStore(trx).setLast(cronId, { ...(time >= row.lastTime && last), heardTime })
        if (state === 'failed') await tellFailure(parts, trx, row, { execCode, message: kept.message, now })
      })
    },

    logs: async ({ serverId, cronId, page, rows }) => {
      if (!(await store.ofServer(serverId, cronId))) throw failed('no such task on this server')
      const filter = { serverId, cronId, states: ['success', 'failed'] as const }
      return (await createCronLogStore(db).list(filter, { page, rows })).map(wireLog)
    },
  }
}
