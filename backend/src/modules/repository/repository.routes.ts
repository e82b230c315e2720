import { Permission } from '@windlass/shared-kit/contract'
import {
  RepositoryBranchList,
  RepositoryCommitList,
  RepositoryDeleteFile,
  RepositoryDownloadFile,
  RepositoryFileList,
  RepositoryPreviewFile,
  RepositoryTagList,
} from '@windlass/shared-kit/contract/repository'
import type { Caller } from '../../platform/caller.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from './repository.service.ts'
import { sendFile } from './sendFile.ts'
import { createWorkingCopyFiles } from './workingCopyFiles.ts'

interface Parts {
  projects: ProjectService
  repositories: RepositoryService
}

/** What can be deployed of a project: its branches, commits and tags; and the files that were fetched last. */
export function repositoryModule(platform: Pick<Platform, 'mount'>, parts: Parts): void {
  const { mount } = platform
  const { projects, repositories } = parts
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
  mountFiles(platform, parts)
}

function mountFiles({ mount }: Pick<Platform, 'mount'>, { projects, repositories }: Parts): void {
  const files = createWorkingCopyFiles(repositories)
  const require = (caller: Caller, id: number) => projects.require(caller, id, Permission.GetAllProjectList)

  const send =
    (kind: 'inline' | 'attachment') =>
    async ({ id, file }: { id: number; file: string }, caller: Caller, { reply }: Exchange) => {
      await require(caller, id)
      await sendFile(reply, await files.open(id, file), kind)
      return null
    }

  mount(RepositoryFileList, async ({ id, dir = '', search = '' }, caller) => {
    await require(caller, id)
    return files.list(id, dir, search)
  })
  mount(RepositoryPreviewFile, send('inline'))
  mount(RepositoryDownloadFile, send('attachment'))
  mount(RepositoryDeleteFile, async ({ id, file }, caller) => {
    await require(caller, id)
    await files.remove(id, file, () => projects.requireIdle(id))
    return null
  })
}
