import { FileCompare, FileDiff, ProjectReposFileList, TreeCompare } from '@windlass/shared-kit/contract/compare'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createCompareService } from './compare.service.ts'

/** What is on the servers beside what should be there. */
export function compareModule(
  { mount, ssh }: Platform,
  services: { projects: ProjectService; repositories: RepositoryService; servers: ServerService },
): void {
  const compare = createCompareService({ ssh, ...services })

  mount(ProjectReposFileList, async ({ id, path }, caller) => {
    const entries = await compare.list(caller, id, path)
    return entries.length === 0 ? null : entries
  })
  mount(FileCompare, ({ projectId, filePath }, caller) => compare.file(caller, projectId, filePath))
  mount(FileDiff, (input, caller) => compare.diff(caller, input))
  mount(TreeCompare, (input, caller) => compare.tree(caller, input))
}
