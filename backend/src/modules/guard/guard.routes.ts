import { Permission } from '@windlass/shared-kit/contract'
import {
  DeployLockAdd,
  DeployLockRemove,
  FreezeWindowAdd,
  FreezeWindowEdit,
  FreezeWindowList,
  FreezeWindowRemove,
} from '@windlass/shared-kit/contract/deployGuard'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { GuardService } from './guard.service.ts'
import { createGuardStore } from './guard.store.ts'

/** Locks and freeze windows: setting them, and asking them before every deploy. */
export function guardModule(
  { mount, hub, db }: Platform,
  { guards, projects, deploys }: { guards: GuardService; projects: ProjectService; deploys: DeployService },
): void {
  deploys.guard(guards.check)
  /** What stands in the way is on every board at once. */
  const tell = (namespaceId: number) =>
    hub.send(
      { namespaceId, permissions: [Permission.ShowDeployPage] },
      { type: SocketType.Reload, message: { reason: 'queue' } },
    )

  const lock = ({ projectId }: { projectId: number }) => createGuardStore(db).lockOf(projectId, Date.now())
  mount(
    DeployLockAdd,
    async ({ projectId, ...given }, caller) => {
      await projects.require(caller, projectId, Permission.GetAllDeployList)
      await guards.lock(caller, projectId, given)
      await tell(caller.namespaceId)
      return null
    },
    lock,
  )
  mount(
    DeployLockRemove,
    async ({ projectId }, caller) => {
      await projects.require(caller, projectId, Permission.GetAllDeployList)
      await guards.unlock(projectId)
      await tell(caller.namespaceId)
      return null
    },
    lock,
  )
  const snapshot = rowSnapshot(db, 'freezeWindow', 'namespace')
  mount(FreezeWindowList, async (_input, caller) => ({ list: await guards.windows(caller) }))
  mount(FreezeWindowAdd, async (input, caller) => {
    const id = await guards.addWindow(caller, input)
    await tell(caller.namespaceId)
    return { id }
  })
  mount(
    FreezeWindowEdit,
    async ({ id, ...input }, caller) => {
      await guards.editWindow(caller, id, input)
      await tell(caller.namespaceId)
      return null
    },
    snapshot,
  )
  mount(
    FreezeWindowRemove,
    async ({ id }, caller) => {
      await guards.removeWindow(caller, id)
      await tell(caller.namespaceId)
      return null
    },
    snapshot,
  )
}
