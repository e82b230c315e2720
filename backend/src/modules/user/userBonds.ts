import type { UserBonds } from '@windlass/shared-kit/contract/user'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { createUserBondsStore } from './userBonds.store.ts'

const NAMES_LIMIT = 20

/** Counts what hangs on a user, so that nobody ends it without knowing. */
export function createUserBonds({ db, access }: Pick<Platform, 'access' | 'db'>) {
  const store = createUserBondsStore(db)

  /** Names of projects are for those who have a role where the projects are. */
  const visibleTo = async (caller: Caller, projects: readonly { name: string; namespaceId: number }[]) => {
    const seen = new Set<number>()
    for (const namespaceId of new Set(projects.map((project) => project.namespaceId))) {
      if ((await access.permissionsIn(caller, namespaceId)).size > 0) seen.add(namespaceId)
    }
    return projects.filter((project) => seen.has(project.namespaceId)).map((project) => project.name)
  }

  /** @param namespaceId limits it to what hangs there */
  return async (caller: Caller, userId: number, namespaceId?: number): Promise<UserBonds> => {
    const projects = await store.projects(userId, namespaceId)
    const namespaceIds = await store.namespaceIds(userId)
    return {
      namespaces: namespaceIds.filter((id) => namespaceId === undefined || id === namespaceId).length,
      projects: (await visibleTo(caller, projects)).slice(0, NAMES_LIMIT),
      projectCount: projects.length,
      schedules: await store.schedules(userId, namespaceId),
      terminals: await store.terminals(userId, namespaceId),
      sessions: await store.sessions(userId),
      apiKeys: await store.apiKeys(userId, namespaceId),
      invitations: await store.invitations(userId, namespaceId),
    }
  }
}
