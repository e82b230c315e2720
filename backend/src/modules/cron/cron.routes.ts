import {
  AgentCronList,
  AgentCronLogs,
  AgentCronReport,
  CRON_LOG_DAYS,
  CronAdd,
  CronCopy,
  CronEdit,
  CronHistory,
  CronList,
  CronLogList,
  CronRemove,
  CronStart,
  CronStop,
  CronToggle,
} from '@windlass/shared-kit/contract/cron'
import { failed } from '../../platform/errors.ts'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import type { AgentDoor } from '../metrics/agentCaller.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createAgentCrons } from './agentCrons.ts'
import { createCronService, GONE } from './cron.service.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { createManualRuns } from './manualRuns.ts'
import { watchMissedRuns } from './missedRuns.ts'

/** What a task is told by its agents: no change of a person. */
const TOLD_BY_AGENTS = ['notifiedTime', 'lastTime', 'lastCode', 'lastState', 'heardTime'] as const
const DAY_MS = 24 * 3_600_000
/** Runs before this are forgotten. */
const keptFrom = () => Date.now() - CRON_LOG_DAYS * DAY_MS
/** What a program prints is cut off here, not refused; JSON may write a byte of it as six. */
const REPORT_BYTES = 4 * 1024 * 1024

interface Services {
  servers: ServerService
  notifications: NotificationService
  agents: AgentDoor
}

/** Scheduled tasks: what people set up, and what agents fetch and tell. */
export function cronModule(platform: Platform, { servers, notifications, agents }: Services): void {
  const { mount, db } = platform
  const crons = createCronService(platform)
  const logs = createCronLogStore(db)
  const runs = createManualRuns({ ...platform, servers })
  const byAgents = createAgentCrons({ ...platform, notifications })

  const snapshot = rowSnapshot(db, 'cron', 'everywhere', TOLD_BY_AGENTS)
  mount(CronList, ({ serverId }, caller) => crons.list(caller, serverId))
  mount(CronLogList, (input, caller) => crons.logs(caller, input))
  mount(CronHistory, async (input, caller) => ({ list: await crons.history(caller, input) }))
  mount(CronAdd, async (input, caller) => ({ id: await crons.add(caller, input) }))
  mount(
    CronEdit,
    async (input, caller) => {
      await crons.edit(caller, input)
      return null
    },
    snapshot,
  )
  mount(
    CronToggle,
    async ({ id, isEnabled }, caller) => {
      await crons.toggle(caller, id, isEnabled)
      return null
    },
    snapshot,
  )
  mount(CronCopy, async (input, caller) => ({ list: await crons.copy(caller, input) }))
  mount(
    CronRemove,
    async ({ id }, caller) => {
      await crons.remove(caller, id)
      return null
    },
    snapshot,
  )
  mount(CronStart, async ({ id }, caller) => ({ id: await runs.start(caller, await crons.require(caller, id)) }))
  mount(CronStop, async ({ id }, caller) => {
    const run = await logs.find(id)
    if (!run) throw failed(GONE)
    await crons.requireSeen(caller, run)
    await runs.stop(id)
    return null
  })

  agents.mount(AgentCronList, async ({ serverId }, { now }) => ({ list: await byAgents.list(serverId, now) }), {
    readsOnly: true,
  })
  agents.mount(AgentCronLogs, async (input) => ({ list: await byAgents.logs(input) }), { readsOnly: true })
  agents.mount(
    AgentCronReport,
    async (input, call) => {
      await byAgents.report(input, call)
      return null
    },
    { bodyBytes: REPORT_BYTES, printed: 'message' },
  )
  watchMissedRuns(platform, notifications)
  everyHour(platform, 'remove old runs of tasks', (signal) => logs.removeBefore(keptFrom(), signal))
}
