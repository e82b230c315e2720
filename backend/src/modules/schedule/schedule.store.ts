import { State } from '@windlass/shared-kit/contract'
import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import type { ProjectTask, TaskStatus } from '@windlass/shared-kit/contract/projectTask'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ProjectTaskTable } from '../../platform/triggerSchema.ts'
import { zonedText } from '../../platform/zonedTime.ts'

export type TaskRecord = Selectable<ProjectTaskTable>
export type NewTask = Omit<Insertable<ProjectTaskTable>, 'id' | 'insertTime' | 'updateTime'>

/** How many tasks one look takes up. */
const BATCH = 100

const listOf = <Item>(text: string): Item[] => (text === '' ? [] : (JSON.parse(text) as Item[]))

/** The servers a task was given; empty means all. */
export const readServerIds = ({ serverIds }: Pick<TaskRecord, 'serverIds'>): number[] => listOf<number>(serverIds)

/** The values a task was given; empty means those of the project. */
export const readVariables = ({ variables }: Pick<TaskRecord, 'variables'>): CustomVariable[] =>
  listOf<CustomVariable>(variables)

function statusOf({ outcome, state, cron, isRun }: TaskRecord): TaskStatus {
  const isOver = state === State.Disabled && isRun === 0
  // One that runs once and was missed is switched off as well; why it did not run says more.
  if (isOver && (cron !== '' || outcome === '')) return 'disabled'
  if (outcome === '') return 'waiting'
  return outcome === 'started' ? 'running' : (outcome as TaskStatus)
}

/** A task as the wire shows it. */
const taskRow = (row: TaskRecord): ProjectTask => ({
  id: row.id,
  projectId: row.projectId,
  branch: row.branch,
  commit: row.commitId,
  date: formatTimestamp(row.dueTime),
  state: row.state === State.Enabled ? State.Enabled : State.Disabled,
  isRun: row.isRun === 1 ? 1 : 0,
  creator: row.creator,
  creatorId: row.creatorId,
  editor: row.editor,
  editorId: row.editorId,
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
  zone: row.zone,
  zonedDate: zonedText(row.dueTime, row.zone),
  dueTime: row.dueTime,
  cron: row.cron,
  isNewest: row.isNewest === 1,
  serverIds: readServerIds(row),
  customVariables: readVariables(row),
  status: statusOf(row),
  reason: row.reason,
  token: row.token,
  runTime: formatTimestamp(row.runTime),
})

/** What a run leaves behind. */
export type RunMark = Partial<Pick<TaskRecord, 'outcome' | 'reason' | 'token' | 'state' | 'isRun' | 'dueTime'>>

/** What people enter and see. */
const entries = (db: Db) => ({
  add: async (values: NewTask): Promise<number> => {
    const now = Date.now()
    const row = { ...values, insertTime: now, updateTime: now }
    return (await db.insertInto('projectTask').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  find: (namespaceId: number, id: number) =>
    db
      .selectFrom('projectTask')
      .selectAll()
      .where('id', '=', id)
      .where('namespaceId', '=', namespaceId)
      .executeTakeFirst(),

  page: async (namespaceId: number, projectId: number, page: PageOf) => {
    const query = db.selectFrom('projectTask').where('projectId', '=', projectId).where('namespaceId', '=', namespaceId)
    const { list, total } = await newestPage(query.selectAll(), page)
    return { list: list.map(taskRow), pagination: { ...page, total } }
  },

  /** False when it has run or was disabled in the meantime. */
  disable: async (namespaceId: number, id: number, editor: { userId: number; name: string }): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('projectTask')
      .set({ state: State.Disabled, editor: editor.name, editorId: editor.userId, updateTime: Date.now() })
      .where('id', '=', id)
      .where('namespaceId', '=', namespaceId)
      .where('state', '=', State.Enabled)
      .where('isRun', '=', 0)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

/** What the runner takes and notes. */
const runs = (db: Db) => ({
  due: (now: number) =>
    db
      .selectFrom('projectTask')
      .selectAll()
      .where('state', '=', State.Enabled)
      .where('isRun', '=', 0)
      .where('dueTime', '<=', now)
      .orderBy('dueTime')
      .limit(BATCH)
      .execute(),

  /** Takes one run of a task, with what became of it; false when another node has taken it, or somebody disabled it. */
  take: async ({ id, dueTime }: TaskRecord, mark: RunMark): Promise<boolean> => {
    const now = Date.now()
    const { numUpdatedRows } = await db
      .updateTable('projectTask')
      .set({ reason: '', ...mark, runTime: now, updateTime: now })
      .where('id', '=', id)
      .where('dueTime', '=', dueTime)
      .where('state', '=', State.Enabled)
      .where('isRun', '=', 0)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Notes how the deploy of a run has ended. */
  end: (token: string, mark: Pick<RunMark, 'outcome' | 'reason'>) =>
    db
      .updateTable('projectTask')
      .set({ ...mark, updateTime: Date.now() })
      .where('token', '=', token)
      .where('outcome', '=', 'started')
      .execute(),
})

/** Scheduled deploys. */
export const createScheduleStore = (db: Db) => ({ ...entries(db), ...runs(db) })
