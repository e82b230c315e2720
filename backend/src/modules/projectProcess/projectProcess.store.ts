import { State } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectPartTables } from '../../platform/projectPartSchema.ts'

export type ProcessRecord = Selectable<ProjectPartTables['projectProcess']>
export type ProcessFields = Pick<ProcessRecord, 'name' | 'restart' | 'start' | 'status' | 'stop'>

/** The rows of process definitions. */
export const createProjectProcessStore = (db: Db) => ({
  list: (projectId: number, { page, rows }: { page: number; rows: number }): Promise<ProcessRecord[]> =>
    db
      .selectFrom('projectProcess')
      .selectAll()
      .where('projectId', '=', projectId)
      .orderBy('id', 'desc')
      .limit(rows)
      .offset((page - 1) * rows)
      .execute(),

  find: (namespaceId: number, id: number): Promise<ProcessRecord | undefined> =>
    db
      .selectFrom('projectProcess')
      .innerJoin('project', 'project.id', 'projectProcess.projectId')
      .selectAll('projectProcess')
      .where('projectProcess.id', '=', id)
      .where('project.namespaceId', '=', namespaceId)
      .where('project.state', '=', State.Enabled)
      .executeTakeFirst(),

  add: async (projectId: number, fields: ProcessFields): Promise<number> => {
    const now = Date.now()
    const values = { ...fields, projectId, insertTime: now, updateTime: now }
    return (await db.insertInto('projectProcess').values(values).returning('id').executeTakeFirstOrThrow()).id
  },

  edit: async (id: number, fields: ProcessFields): Promise<void> => {
    await db
      .updateTable('projectProcess')
      .set({ ...fields, updateTime: Date.now() })
      .where('id', '=', id)
      .execute()
  },

  remove: async (id: number): Promise<void> => {
    await db.deleteFrom('projectProcess').where('id', '=', id).execute()
  },

  removeAll: async (projectId: number): Promise<void> => {
    await db.deleteFrom('projectProcess').where('projectId', '=', projectId).execute()
  },
})
