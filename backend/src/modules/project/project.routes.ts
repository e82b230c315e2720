import {
  ProjectAdd,
  ProjectEdit,
  ProjectLabelList,
  ProjectList,
  ProjectPingRepos,
  ProjectRemoteBranchList,
  ProjectRemove,
  ProjectServerList,
  ProjectSetAutoDeploy,
  ProjectUserList,
} from '@windlass/shared-kit/contract/project'
import type { Platform } from '../../platform/platform.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { createProjectService, type ProjectService } from './project.service.ts'
import { projectSnapshot } from './projectSnapshot.ts'

/** Projects: what is deployed, from where, to which servers. */
export function projectModule(platform: Platform, repositories: RepositoryService): ProjectService {
  const { mount } = platform
  const snapshot = projectSnapshot(platform)
  const projects = createProjectService(platform, repositories)

  mount(ProjectList, async (_input, caller) => ({ list: await projects.list(caller) }))
  mount(ProjectLabelList, async (_input, caller) => ({ list: await projects.labels(caller) }))
  mount(ProjectServerList, async ({ id }, caller) => ({ list: await projects.serverRows(caller, id) }))
  mount(ProjectUserList, async ({ id }, caller) => ({ list: await projects.userRows(caller, id) }))
  mount(ProjectPingRepos, async ({ url = '', repoType }, caller) => {
    projects.requireAddress(caller, repoType, url)
    await repositories.ping(repoType, url)
    return null
  })
  mount(ProjectRemoteBranchList, async ({ url = '', repoType }, caller) => {
    projects.requireAddress(caller, repoType, url)
    return { branch: await repositories.remoteBranches(repoType, url) }
  })
  mount(ProjectAdd, async (input, caller) => {
    await projects.add(caller, input)
    return null
  })
  mount(
    ProjectEdit,
    async ({ id, ...input }, caller) => {
      await projects.edit(caller, id, input)
      return null
    },
    snapshot,
  )
  mount(
    ProjectSetAutoDeploy,
    async ({ id, autoDeploy }, caller) => {
      await projects.setAutoDeploy(caller, id, autoDeploy)
      return null
    },
    snapshot,
  )
  mount(
    ProjectRemove,
    async ({ id }, caller) => {
      await projects.remove(caller, id)
      return null
    },
    snapshot,
  )
  return projects
}
