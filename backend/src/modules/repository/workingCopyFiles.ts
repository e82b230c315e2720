import { constants } from 'node:fs'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { OutputOf } from '@windlass/shared-kit/contract'
import type { RepositoryFileList } from '@windlass/shared-kit/contract/repository'
import { failed } from '../../platform/errors.ts'
import { listFolder } from './listFolder.ts'
import type { RepositoryService } from './repository.service.ts'
import { confine, isMissing, namesOf } from './workingCopyPath.ts'

/** A file of a working copy, opened for reading; whoever asked for it closes it. */
export interface OpenedFile {
  name: string
  size: number
  handle: FileHandle
}

/** What people see of working copies and take out of them. Nothing of it leads out of a working copy. */
export interface WorkingCopyFiles {
  list(projectId: number, dir: string, search: string): Promise<OutputOf<typeof RepositoryFileList>>
  /** @throws AppError when it is not there, or nothing that can be read to an end */
  open(projectId: number, file: string): Promise<OpenedFile>
  /**
   * Deletes a file, or a folder with all in it; a link and not what it leads to.
   * @param check is asked when nothing else works in the working copy any more
   */
  remove(projectId: number, file: string, check: () => Promise<void>): Promise<void>
}

/** What git and svn keep there is whole or of no use. */
const KEPT_BY_TOOLS = ['.git', '.svn']

const notThere = (names: readonly string[]) => failed(`${names.join('/')} is not there (any more); load the list again`)

const NO_WORKING_COPY = 'there is no working copy yet: deploy once'

/** Creates the access to what stands in working copies. */
export function createWorkingCopyFiles(
  repositories: Pick<RepositoryService, 'folder' | 'alone' | 'discard'>,
): WorkingCopyFiles {
  return {
    list: async (projectId, dir, search) => {
      const folder = repositories.folder(projectId)
      const place = await confine(folder, namesOf(dir))
      if (!place) return { list: [], isThere: (await confine(folder, [])) !== undefined, total: 0 }
      if (!(await lstat(place.real)).isDirectory()) throw failed(`${dir} is a file; preview or download it`)
      const { list, total } = await listFolder(place.root, place.real, search)
      return { list: list.length === 0 ? null : list, isThere: true, total }
    },

    open: async (projectId, file) => {
      const names = namesOf(file)
      const place = await confine(repositories.folder(projectId), names)
      if (!place || names.length === 0) throw notThere(names)
      // Resolved already, so that a link which takes its place is refused; a pipe without writer must not hang us.
      const handle = await open(place.real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
        (error: unknown) => {
          throw isMissing(error) ? notThere(names) : failed(`${file} cannot be opened (${(error as Error).message})`)
        },
      )
      const found = await handle.stat()
      if (found.isFile()) return { name: names.at(-1) ?? '', size: found.size, handle }
      await handle.close()
      throw failed(`${file} is ${found.isDirectory() ? 'a folder' : 'no regular file'}, so it cannot be read`)
    },

    remove: async (projectId, file, check) => {
      const names = namesOf(file)
      if (names.length === 0) {
        await repositories.alone(projectId, check)
        return repositories.discard(projectId)
      }
      if (names.length > 1 && KEPT_BY_TOOLS.includes(names[0] ?? '')) {
        throw failed(
          `${names[0]} is the repository's own; delete the whole working copy instead, the next deploy makes it new`,
        )
      }
      await repositories.alone(projectId, async (folder) => {
        await check()
        // The folder around it is resolved, the thing itself is not: of a link, the link goes.
        const parent = await confine(folder, names.slice(0, -1))
        if (!parent) throw (await confine(folder, [])) ? notThere(names) : failed(NO_WORKING_COPY)
        const target = path.join(parent.real, names.at(-1) ?? '')
        await lstat(target).catch((error: unknown) => {
          throw isMissing(error) ? notThere(names) : error
        })
        await rm(target, { recursive: true, maxRetries: 3 })
      })
    },
  }
}
