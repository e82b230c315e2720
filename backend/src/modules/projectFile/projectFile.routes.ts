import { Code } from '@windlass/shared-kit/contract'
import {
  type ProjectFile,
  ProjectFileAdd,
  ProjectFileContent,
  ProjectFileDownload,
  ProjectFileEdit,
  ProjectFileList,
  ProjectFileMove,
  ProjectFileRemove,
  ProjectFileUpload,
} from '@windlass/shared-kit/contract/projectFile'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendDownload } from '../../platform/sendDownload.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ProjectService } from '../project/project.service.ts'
import { createProjectFileService, type ProjectFileService } from './projectFile.service.ts'
import type { FileRecord } from './projectFile.store.ts'

const MIB = 1024 * 1024
const MODE_DIGITS = 4

const fileRow = ({ nameKey: _key, ...row }: FileRecord): ProjectFile => ({
  ...row,
  mode: row.mode.toString(8).padStart(MODE_DIGITS, '0'),
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

/** Files that reach the servers of a project beside what is in its repository. */
export function projectFileModule(platform: Platform, projects: ProjectService): ProjectFileService {
  const { mount, env } = platform
  const files = createProjectFileService(platform, projects)
  const limitBytes = env.PROJECT_FILE_MIB * MIB

  mount(ProjectFileList, async ({ id }, caller) => ({ list: (await files.list(caller, id)).map(fileRow), limitBytes }))
  mount(ProjectFileContent, ({ id }, caller) => files.content(caller, id))
  mount(ProjectFileDownload, async ({ id }, caller, { reply }) => sendDownload(reply, await files.download(caller, id)))
  mount(ProjectFileUpload, async ({ projectFileId = 0, version, ...place }, caller, { request }) => {
    const limits = { fileSize: limitBytes, files: 1 }
    const part = request.isMultipart() ? await request.file({ limits }) : undefined
    if (!part) throw new AppError(Code.IllegalParameter, 'no file was sent; choose one')
    const content = { fileId: projectFileId, version, content: part.file, isCut: () => part.file.truncated }
    return files.upload(caller, place, content)
  })
  mount(ProjectFileAdd, ({ content, ...place }, caller) => files.add(caller, place, content))
  mount(ProjectFileEdit, async ({ id, content, version }, caller) => {
    await files.edit(caller, id, content, version)
    return null
  })
  mount(ProjectFileMove, async ({ id, ...place }, caller) => {
    await files.move(caller, id, place)
    return null
  })
  mount(ProjectFileRemove, async ({ projectFileId }, caller) => {
    await files.remove(caller, projectFileId)
    return null
  })
  return files
}
