import {
  ProcessRun,
  type ProjectProcess,
  ProjectProcessAdd,
  ProjectProcessEdit,
  ProjectProcessList,
  ProjectProcessRemove,
} from '@windlass/shared-kit/contract/projectProcess'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createProjectProcessService } from './projectProcess.service.ts'
import type { ProcessFields, ProcessRecord } from './projectProcess.store.ts'

const processRow = (row: ProcessRecord): ProjectProcess => ({
  ...row,
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

const complete = (fields: Partial<ProcessFields> & { name: string }): ProcessFields => ({
  ...{ status: '', start: '', stop: '', restart: '' },
  ...fields,
})

/** What a project runs on its servers: how it is looked after, and doing so. */
export function projectProcessModule(
  platform: Platform,
  services: { projects: ProjectService; repositories: RepositoryService; servers: ServerService },
): void {
  const { mount, db } = platform
  const snapshot = rowSnapshot(db, 'projectProcess', 'everywhere')
  const processes = createProjectProcessService(platform, services)

  mount(ProjectProcessList, async ({ projectId, ...page }, caller) => ({
    list: (await processes.list(caller, projectId, page)).map(processRow),
  }))
  mount(ProjectProcessAdd, async ({ projectId, ...fields }, caller) => ({
    id: await processes.add(caller, projectId, complete(fields)),
  }))
  mount(
    ProjectProcessEdit,
    async ({ id, ...fields }, caller) => {
      await processes.edit(caller, id, complete(fields))
      return null
    },
    snapshot,
  )
  mount(
    ProjectProcessRemove,
    async ({ id }, caller) => {
      await processes.remove(caller, id)
      return null
    },
    snapshot,
  )
  mount(ProcessRun, (input, caller) => processes.run(caller, input))
}
