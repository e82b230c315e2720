import { Permission, State } from '@windlass/shared-kit/contract'
import type { Env } from '../../env.ts'
import { type Caller, holds } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import { zonedText } from '../../platform/zonedTime.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import { nextTimes } from './repetition.ts'
import { requireUnreviewed } from './requireUnreviewed.ts'
import { createScheduleStore, type RunMark, readServerIds, readVariables, type TaskRecord } from './schedule.store.ts'

/** What the runner leans on. */
export interface RunnerTools extends Pick<Platform, 'db' | 'access' | 'log' | 'onStart' | 'onStop'> {
  env: Pick<Env, 'SCHEDULE_GRACE_HOURS'>
  projects: ProjectService
  deploys: DeployService
}

const HOUR_MS = 3_600_000
/** How often each node looks; a task starts at most this late. */
const LOOK_MS = 2_000

/** Another node was faster, or somebody disabled the task at this very moment. */
class TakenAlready extends Error {
  override name = 'TakenAlready'
}

/** The next run of a task that repeats; undefined when there is none. Runs that were missed are not made up for. */
const nextRun = ({ cron, zone, dueTime }: TaskRecord): number | undefined =>
  cron === '' ? undefined : nextTimes(cron, zone, Math.max(Date.now(), dueTime))[0]

/** What a run leaves behind besides its outcome: the next one, or that it was the last. */
function followUp(task: TaskRecord): RunMark {
  const next = nextRun(task)
  return next === undefined ? { isRun: 1 } : { dueTime: next }
}

/** The person who scheduled the deploy, with what he may do today. @throws AppError when he may not deploy here any more */
async function creatorOf({ db, access }: RunnerTools, task: TaskRecord): Promise<Caller> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'account', 'name', 'superManager'])
    .where('id', '=', task.creatorId)
    .where('state', '=', State.Enabled)
    .executeTakeFirst()
  if (!user) throw failed(`${task.creator} scheduled this and has no account any more; somebody else must schedule it`)
  const isSuperManager = user.superManager === 1
  const permissionIds = await access.permissionsIn({ userId: user.id, isSuperManager }, task.namespaceId)
  const nowhere = { remoteAddress: '', userAgent: '', referer: '', origin: '', sessionId: '' }
  const { id: userId, account, name } = user
  const caller = { ...nowhere, userId, account, name, isSuperManager, permissionIds, namespaceId: task.namespaceId }
  if (!holds(caller, Permission.DeployTask)) {
    throw failed(`${name} scheduled this and may not schedule deploys here any more; somebody else must schedule it`)
  }
  return caller
}

/** The commit a run deploys; a name below `origin/` is what its branch has by then. */
const revisionOf = ({ branch, commitId, isNewest }: TaskRecord): { commit: string; branch: string } => {
  const remote = branch.startsWith('origin/') ? branch : `origin/${branch}`
  return { branch, commit: isNewest === 1 ? remote : commitId }
}

async function start(tools: RunnerTools, task: TaskRecord): Promise<void> {
  const { projects, deploys } = tools
  const caller = await creatorOf(tools, task)
  const project = await projects.require(caller, task.projectId, Permission.GetAllDeployList)
  requireUnreviewed(project, caller)
  const revision = project.repoType === 'git' ? revisionOf(task) : { branch: task.branch, commit: task.commitId }
  const order = await deploys.orderFor(project, {
    trigger: 'schedule',
    ...revision,
    serverIds: readServerIds(task),
    customVariables: readVariables(task),
  })
  const claim = async (trx: Db, token: string) => {
    const mark = { outcome: 'started', token, ...followUp(task) }
    if (!(await createScheduleStore(trx).take(task, mark))) throw new TakenAlready()
  }
  await deploys.enqueue(caller, project, order, { caller, claim })
}

/** Does what is due for one task, exactly once however many nodes look at it. */
async function run(tools: RunnerTools, task: TaskRecord): Promise<void> {
  const store = createScheduleStore(tools.db)
  if (!(await tools.projects.find(task.namespaceId, task.projectId))) {
    await store.take(task, { outcome: 'refused', reason: 'the project was removed', isRun: 1 })
    return
  }
  const grace = tools.env.SCHEDULE_GRACE_HOURS
  if (Date.now() - task.dueTime > grace * HOUR_MS + LOOK_MS * 5) {
    const at = zonedText(task.dueTime, task.zone)
    const reason = `the console did not run at ${at}, and more than ${grace} h later it is too late`
    const next = nextRun(task)
    const rest = next === undefined ? { state: State.Disabled } : { dueTime: next }
    await store.take(task, { outcome: 'missed', reason, ...rest })
    return
  }
  try {
    await start(tools, task)
  } catch (error) {
    if (error instanceof TakenAlready) return
    if (!(error instanceof AppError)) throw error
    await store.take(task, { outcome: 'refused', reason: error.message, token: '', ...followUp(task) })
  }
}

/** Looks for what is due, again and again; on every node, because any of them may be gone. */
export function startScheduleRunner(tools: RunnerTools): void {
  const { db, log, deploys } = tools
  const store = createScheduleStore(db)
  const look = async () => {
    for (const task of await store.due(Date.now())) {
      // One that fails is tried again with the next look, and keeps no other one waiting.
      await run(tools, task).catch((error: unknown) => log.error({ err: error, task: task.id }, 'scheduled deploy'))
    }
  }
  deploys.onEnd(async ({ publish, state, reason }, trx) => {
    if (publish.trigger === 'schedule') await createScheduleStore(trx).end(publish.token, { outcome: state, reason })
  })
  repeat(tools, { everyMs: LOOK_MS, problem: 'cannot look for scheduled deploys' }, look)
}
