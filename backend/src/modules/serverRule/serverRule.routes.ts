import {
  ServerRuleAdd,
  ServerRuleDelete,
  ServerRuleEdit,
  ServerRuleHistory,
  ServerRuleList,
  ServerRulePreview,
} from '@windlass/shared-kit/contract/serverRule'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { createRuleEngine } from './ruleEngine.ts'
import { createServerRuleService } from './serverRule.service.ts'

/** So that what a minute brought is judged soon after it is over. */
const LOOK_MS = 1_000

/** Warning rules: what people set up, and the engine that looks at them each minute. */
export function serverRuleModule(
  platform: Platform,
  services: { metrics: MetricsService; notifications: NotificationService },
): void {
  const { mount, db } = platform
  const snapshot = rowSnapshot(db, 'serverMonitor', 'everywhere')
  const rules = createServerRuleService(platform, services.metrics)

  mount(ServerRuleList, async ({ serverId }, caller) => ({ list: await rules.list(caller, serverId) }))
  mount(ServerRuleHistory, async ({ serverId }, caller) => ({ list: await rules.history(caller, serverId) }))
  mount(ServerRuleAdd, async (input, caller) => ({ id: await rules.add(caller, input) }))
  mount(
    ServerRuleEdit,
    async (input, caller) => {
      await rules.edit(caller, input)
      return null
    },
    snapshot,
  )
  mount(
    ServerRuleDelete,
    async ({ id }, caller) => {
      await rules.remove(caller, id)
      return null
    },
    snapshot,
  )
  mount(ServerRulePreview, (input, caller) => rules.preview(caller, input))

  const engine = createRuleEngine({ ...platform, ...services })
  repeat(platform, { everyMs: LOOK_MS, problem: 'cannot look at warning rules; trying again' }, engine.catchUp)
}
