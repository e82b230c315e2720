import { Permission } from '@windlass/shared-kit/contract'
import {
  DeployLockAdd,
  DeployLockRemove,
  FreezeWindowAdd,
  FreezeWindowEdit,
  FreezeWindowList,
  FreezeWindowRemove,
} from '@windlass/shared-kit/contract/deployGuard'
import type { Platform } from '../../platform/platform.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { GuardService } from './guard.service.ts'

/** Locks and freeze windows: setting them, and asking them before every deploy. */
export function guardModule(
  { mount }: Platform,
  { guards, projects, deploys }: { guards: GuardService; projects: ProjectService; deploys: DeployService },
): void {
  deploys.guard(guards.check)

  mount(DeployLockAdd, async ({ projectId, ...given }, caller) => {
    await projects.require(caller, projectId, Permission.GetAllDeployList)
    await guards.lock(caller, projectId, given)
    return null
  })
  mount(DeployLockRemove, async ({ projectId }, caller) => {
    await projects.require(caller, projectId, Permission.GetAllDeployList)
    await guards.unlock(projectId)
    return null
  })
  mount(FreezeWindowList, async (_input, caller) => ({ list: await guards.windows(caller) }))
  mount(FreezeWindowAdd, async (input, caller) => ({ id: await guards.addWindow(caller, input) }))
  mount(FreezeWindowEdit, async ({ id, ...input }, caller) => {
    await guards.editWindow(caller, id, input)
    return null
  })
  mount(FreezeWindowRemove, async ({ id }, caller) => {
    await guards.removeWindow(caller, id)
    return null
  })
}
