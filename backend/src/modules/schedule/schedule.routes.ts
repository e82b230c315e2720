import {
  ProjectTaskAdd,
  ProjectTaskList,
  ProjectTaskPreview,
  ProjectTaskRemove,
} from '@windlass/shared-kit/contract/projectTask'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import { createScheduleService } from './schedule.service.ts'
import { startScheduleRunner } from './scheduleRunner.ts'

/** Scheduled deploys: entered by people, started by whichever node looks first. */
export function scheduleModule(
  platform: Platform,
  services: { projects: ProjectService; deploys: DeployService },
): void {
  const { mount, db } = platform
  const schedule = createScheduleService(platform.db, services)
  mount(ProjectTaskList, (input, caller) => schedule.list(caller, input))
  mount(ProjectTaskAdd, async (input, caller) => ({ id: await schedule.add(caller, input) }))
  mount(ProjectTaskPreview, (input) => schedule.preview(input))
  mount(
    ProjectTaskRemove,
    async ({ id }, caller) => {
      await schedule.remove(caller, id)
      return null
    },
    rowSnapshot(db, 'projectTask', 'namespace'),
  )
  startScheduleRunner({ ...platform, ...services })
}
