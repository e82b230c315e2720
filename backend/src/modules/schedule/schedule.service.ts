import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract'
import type {
  ProjectTaskAdd,
  ProjectTaskList,
  ProjectTaskPreview,
  TaskRun,
} from '@windlass/shared-kit/contract/projectTask'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { readStatedTime, requireZone, serverZone, zonedText } from '../../platform/zonedTime.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import { nextTimes, requireRepetition } from './repetition.ts'
import { requireUnreviewed } from './requireUnreviewed.ts'
import { createScheduleStore } from './schedule.store.ts'

/** Scheduled deploys as people see them. */
export interface ScheduleService {
  list(caller: Caller, input: InputOf<typeof ProjectTaskList>): Promise<OutputOf<typeof ProjectTaskList>>
  /** Answers the id of the new task. @throws AppError when its time is past, never comes or does not exist */
  add(caller: Caller, input: InputOf<typeof ProjectTaskAdd>): Promise<number>
  preview(input: InputOf<typeof ProjectTaskPreview>): OutputOf<typeof ProjectTaskPreview>
  remove(caller: Caller, id: number): Promise<void>
}

type When = InputOf<typeof ProjectTaskPreview>

const ALL = Permission.GetAllDeployList
const UNKNOWN = 'this scheduled deploy does not exist any more; load the list again'
const SHOWN_RUNS = 5

interface Plan {
  zone: string
  cron: string
  /** The soonest first. */
  times: number[]
  remark: string
}

/** When a form means. @throws AppError that says what to change */
function planOf({ date, zone: given, cron: expression = '' }: When, count: number): Plan {
  const zone = requireZone(given)
  const { time, remark } = readStatedTime(date, zone)
  if (expression.trim() === '') {
    if (time <= Date.now()) {
      throw failed(`${zonedText(time, zone)} is past; it is ${zonedText(Date.now(), zone)} in ${zone}`)
    }
    return { zone, cron: '', times: [time], remark }
  }
  const cron = requireRepetition(expression, zone)
  // The stated time itself may be the first run.
  const times = nextTimes(cron, zone, Math.max(Date.now(), time - 1), count)
  if (times.length === 0) throw failed(`the expression ${JSON.stringify(cron)} never comes up after ${date}`)
  return { zone, cron, times, remark: '' }
}

const runAt = (time: number, zone: string): TaskRun => ({
  dueTime: time,
  date: formatTimestamp(time),
  zonedDate: zonedText(time, zone),
})

const asText = (items: readonly unknown[] = []): string => (items.length === 0 ? '' : JSON.stringify(items))

/** Creates the rules about scheduled deploys. */
export function createScheduleService(
  db: Db,
  { projects, deploys }: { projects: ProjectService; deploys: DeployService },
): ScheduleService {
  const store = createScheduleStore(db)
  return {
    list: async (caller, { id, ...page }) => {
      await projects.require(caller, id, ALL)
      return store.page(caller.namespaceId, id, page)
    },

    add: async (caller, { projectId, branch, commit, isNewest = false, serverIds, customVariables, ...when }) => {
      const project = await projects.require(caller, projectId, ALL)
      requireUnreviewed(project, caller)
      const { zone, cron, times } = planOf(when, 1)
      // Says now what it would say then: servers that are not bound, servers nothing can be deployed to.
      await deploys.orderFor(project, { trigger: 'schedule', ...(serverIds && { serverIds }) })
      return store.add({
        ...{ namespaceId: caller.namespaceId, projectId, branch, commitId: commit, isNewest: isNewest ? 1 : 0 },
        ...{ zone, cron, dueTime: times[0] ?? 0, creator: caller.name, creatorId: caller.userId },
        ...{ serverIds: asText(serverIds), variables: asText(customVariables) },
      })
    },

    preview: (when) => {
      const { zone, times, remark } = planOf(when, SHOWN_RUNS)
      const runs = times.map((time) => runAt(time, zone))
      return { runs, remark, serverZone: serverZone(), serverTime: formatTimestamp(Date.now()) }
    },

    remove: async (caller, id) => {
      const task = await store.find(caller.namespaceId, id)
      if (!task) throw failed(UNKNOWN)
      await projects.require(caller, task.projectId, ALL)
      if (!(await store.disable(caller.namespaceId, id, caller))) {
        throw failed('this deploy has run or was disabled already; load the list again')
      }
    },
  }
}
