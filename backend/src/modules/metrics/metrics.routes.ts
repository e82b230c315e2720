import { AgentReportMany } from '@windlass/shared-kit/contract/agent'
import {
  AgentGetServerId,
  AgentReport,
  ServerMetricsNow,
  ServerReport,
  ServerSetCollect,
} from '@windlass/shared-kit/contract/serverMetrics'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import type { ServerService } from '../server/server.service.ts'
import { type AgentDoor, createAgentDoor } from './agentCaller.ts'
import { type AgentKeyring, createAgentKeyring } from './agentKeyring.ts'
import { startCollector } from './collector.ts'
import { createMetricBuffer } from './metricBuffer.ts'
import { forgetOld, packHours } from './metricCompaction.ts'
import { createMetricsService, type MetricsService } from './metrics.service.ts'

/** Hours end at different minutes for those who are late, so looking often is cheap and looking seldom is not. */
const PACK_EACH_MS = 60_000
const FORGET_EACH_MS = 3_600_000

/** Packs what is over and removes what is old, in the background: neither a start nor a stop waits for the whole of it. */
function tidyRegularly(platform: Platform, onForgotten: () => void): void {
  const { db } = platform
  const problem = 'cannot tidy measurements; trying again in a minute'
  let forgotten = 0
  repeat(platform, { everyMs: PACK_EACH_MS, firstMs: 0, problem }, async (signal) => {
    await packHours(db, signal)
    if (Date.now() - forgotten < FORGET_EACH_MS) return
    await forgetOld(db, signal)
    forgotten = Date.now()
    onForgotten()
  })
}

/** Measurements of servers: from agents, over SSH, and the charts of them. */
export function metricsModule(
  platform: Platform,
  { servers }: { servers: ServerService },
): { metrics: MetricsService; agents: AgentDoor; keyring: AgentKeyring } {
  const { mount, onStop } = platform
  const buffer = createMetricBuffer(platform)
  const metrics = createMetricsService(platform, buffer)
  const agents = createAgentDoor(platform)

  agents.mount(AgentReport, async (input, call) => {
    await metrics.report(input, call)
    return null
  })
  agents.mount(AgentReportMany, async (input, call) => ({ refused: await metrics.reportMany(input, call) }))
  agents.mount(AgentGetServerId, async (input) => ({ id: await metrics.serverId(input) }), {
    namesServer: false,
    readsOnly: true,
  })
  mount(ServerReport, (input, caller) => metrics.chart(caller, input))
  mount(ServerMetricsNow, ({ serverId }, caller) => metrics.now(caller, serverId))
  mount(ServerSetCollect, async ({ serverId, collect }, caller) => {
    await metrics.setCollect(caller, serverId, collect)
    return null
  })

  onStop(buffer.stop)
  startCollector({ ...platform, servers, buffer })
  tidyRegularly(platform, buffer.forgetSeries)
  return { metrics, agents, keyring: createAgentKeyring(platform) }
}
