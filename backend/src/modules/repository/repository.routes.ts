import { Permission } from '@windlass/shared-kit/contract'
import { RepositoryBranchList, RepositoryCommitList, RepositoryTagList } from '@windlass/shared-kit/contract/repository'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from './repository.service.ts'

/** What can be deployed of a project: its branches, commits and tags. */
export function repositoryModule(
  { mount }: Platform,
  { projects, repositories }: { projects: ProjectService; repositories: RepositoryService },
): void {
  const ALL = Permission.GetAllDeployList

  mount(RepositoryBranchList, async ({ id }, caller) => ({
    list: await repositories.branches(await projects.require(caller, id, ALL)),
  }))
  mount(RepositoryCommitList, async ({ id, branch }, caller) => ({
    list: await repositories.commits(await projects.require(caller, id, ALL), branch),
  }))
  mount(RepositoryTagList, async ({ id }, caller) => ({
    list: await repositories.tags(await projects.require(caller, id, ALL)),
  }))
}
