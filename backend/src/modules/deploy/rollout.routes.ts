import {
  DeployPlan,
  DeployPromote,
  DeployRollbackDone,
  DeployRollout,
  DeployTestProbe,
} from '@windlass/shared-kit/contract/rollout'
import type { Platform } from '../../platform/platform.ts'
import { createArtefacts } from './artefacts.ts'
import type { DeployService } from './deploy.service.ts'
import type { DeployParts } from './deployParts.ts'
import { createPlanService } from './plan.service.ts'
import { createPromotions } from './promotion.ts'
import { createPublishStore } from './publish.store.ts'
import { createRolloutService } from './rollout.service.ts'

/** How deploys are rolled out: foreseen, followed, taken back and promoted. */
export function mountRollouts(platform: Platform, parts: DeployParts, deploys: DeployService): void {
  const { mount, db, env } = platform
  const store = createPublishStore(db)
  const artefacts = createArtefacts(env)
  const promotions = createPromotions(parts, { store, artefacts, deploys })
  parts.projects.onRemove((id) => artefacts.discard(id))
  const rollouts = createRolloutService(platform, parts, { deploys, promotions })
  const plans = createPlanService(platform, parts, deploys)

  mount(DeployRollout, ({ projectId, token }, caller) => rollouts.look(caller, projectId, token))
  mount(DeployRollbackDone, async ({ projectId, token }, caller) => ({
    token: await rollouts.rollBackDone(caller, projectId, token),
  }))
  mount(DeployPromote, ({ projectId, token }, caller) => promotions.promote(caller, projectId, token))
  mount(DeployPlan, async (input, caller, { request }) => {
    // Whoever closes the page needs the plan no more, and the servers need not be asked any further.
    const gone = new AbortController()
    request.raw.socket.once('close', () => gone.abort(new Error('the page was closed')))
    return plans.plan(caller, input, gone.signal)
  })
  mount(DeployTestProbe, async (input, caller) => {
    const start = performance.now()
    const answer = await rollouts.testProbe(caller, input)
    return { ...answer, durationMs: Math.round(performance.now() - start) }
  })
}
