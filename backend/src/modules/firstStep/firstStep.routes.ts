import { Permission } from '@windlass/shared-kit/contract'
import { type FirstStep, FirstStepList } from '@windlass/shared-kit/contract/firstStep'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { createFirstStepStore } from './firstStep.store.ts'

/** The way from a new console to its first deploy. */
export interface FirstStepService {
  /** Whether something on the way is left that the caller may add. */
  isUnderWay(caller: Caller): Promise<boolean>
}

/** Who may do a step; everybody may look after the own account. */
const NEEDED: Partial<Record<FirstStep['name'], number>> = {
  server: Permission.AddServer,
  project: Permission.AddProject,
  deploy: Permission.DeployProject,
  member: Permission.AddMember,
}

/** Tells people what their console lacks. */
export function firstStepModule({ mount, db }: Platform): FirstStepService {
  const store = createFirstStepStore(db)

  const stepsOf = async ({ userId, namespaceId, permissionIds }: Caller): Promise<FirstStep[]> => {
    const [user, server, project] = await Promise.all([
      store.user(userId),
      store.server(namespaceId),
      store.project(namespaceId),
    ])
    const [isReached, isDeployed, hasSecondFactor, hasOther] = await Promise.all([
      store.hasReachedServer(namespaceId),
      store.hasDeployed(namespaceId),
      store.hasSecondFactor(userId),
      store.hasOtherMember(namespaceId, userId),
    ])
    // Whom a directory or a provider lets in has no password here that would have to be changed.
    const hasOwnPassword = user.passwordUpdateTime !== null || user.password === ''
    const steps: FirstStep[] = [
      { name: 'password', isDone: hasOwnPassword, isOptional: false, id: 0 },
      { name: 'server', isDone: isReached, isOptional: false, id: server },
      { name: 'project', isDone: project > 0, isOptional: false, id: project },
      { name: 'deploy', isDone: isDeployed, isOptional: false, id: project },
      { name: 'secondFactor', isDone: hasSecondFactor, isOptional: true, id: 0 },
      { name: 'member', isDone: hasOther, isOptional: true, id: 0 },
    ]
    return steps.filter(({ name }) => permissionIds.has(NEEDED[name] ?? 0) || NEEDED[name] === undefined)
  }

  mount(FirstStepList, async (_input, caller) => ({ list: await stepsOf(caller) }))

  return {
    isUnderWay: async (caller) => {
      const isBuilder = [Permission.AddServer, Permission.AddProject].some((id) => caller.permissionIds.has(id))
      if (!isBuilder || caller.namespaceId === 0) return false
      return (await stepsOf(caller)).some(({ isDone, isOptional }) => !isDone && !isOptional)
    },
  }
}
