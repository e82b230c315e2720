import {
  InstallAgent,
  InstallAgentStatus,
  RemoveAgent,
  RotateAgentKey,
  UpgradeAgent,
} from '@windlass/shared-kit/contract/agent'
import type { Platform } from '../../platform/platform.ts'
import type { AgentKeyring } from '../metrics/agentKeyring.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createAgentService } from './agent.service.ts'

/** The agent of the console: put on servers, upgraded and taken away. */
export function agentModule(
  platform: Platform,
  parts: { servers: ServerService; metrics: MetricsService; keyring: AgentKeyring },
): void {
  const { mount } = platform
  const agents = createAgentService(platform, parts)
  const changes = [
    [UpgradeAgent, 'upgrade'],
    [RotateAgentKey, 'rotate'],
    [RemoveAgent, 'remove'],
  ] as const

  mount(InstallAgent, async (input, caller) => {
    await agents.install(caller, input)
    return null
  })
  for (const [endpoint, action] of changes) {
    mount(endpoint, async ({ ids }, caller) => {
      await agents.change(caller, ids, action)
      return null
    })
  }
  mount(InstallAgentStatus, ({ ids }, caller) => agents.status(caller, ids))
}
