import type { Db } from '../../platform/db.ts'
import type { DeployHooks } from '../deploy/deployHooks.ts'
import { readPolicy } from '../project/projectPolicy.ts'
import type { MonitorService } from './monitor.service.ts'
import { createMonitorStore } from './monitor.store.ts'

/** A deploy whose end nobody recorded does not keep monitors silent for longer. */
const LONGEST_DEPLOY_MS = 2 * 3_600_000

const holderOf = (token: string) => `deploy ${token}`

/**
 * Keeps the monitors of a project silent while it is deployed, and for one interval more, so that the first check
 * after the end is not one that began before. It is kept in the database: a restart changes nothing.
 */
export function silenceDuringDeploys(hooks: Pick<DeployHooks, 'onBegin' | 'onEnd'>, monitors: MonitorService): void {
  hooks.onBegin(async ({ project, token }, trx) => {
    const ids = readPolicy(project.policy).silencedMonitorIds
    await monitors.silence(ids, project.namespaceId, Date.now() + LONGEST_DEPLOY_MS, holderOf(token), trx)
  })
  hooks.onEnd(async ({ project, publish }, trx) => {
    for (const { id, second } of await rowsOf(
      trx,
      project.namespaceId,
      readPolicy(project.policy).silencedMonitorIds,
    )) {
      const until = Date.now() + second * 1000
      await monitors.silence([id], project.namespaceId, until, holderOf(publish.token), trx)
    }
  })
}

const rowsOf = async (trx: Db, namespaceId: number, ids: readonly number[]) =>
  ids.length === 0 ? [] : (await createMonitorStore(trx).list(namespaceId)).filter(({ id }) => ids.includes(id))
