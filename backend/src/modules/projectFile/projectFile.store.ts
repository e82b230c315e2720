import { State } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectPartTables } from '../../platform/projectPartSchema.ts'

export type FileRecord = Selectable<ProjectPartTables['projectFile']>
export type FileColumns = Pick<FileRecord, 'editor' | 'filename' | 'mode' | 'nameKey' | 'size'>

/** The rows of project files. */
export const createProjectFileStore = (db: Db) => ({
  list: (projectId: number): Promise<FileRecord[]> =>
    db.selectFrom('projectFile').selectAll().where('projectId', '=', projectId).orderBy('id').execute(),

  find: (namespaceId: number, id: number): Promise<FileRecord | undefined> =>
    db
      .selectFrom('projectFile')
      .innerJoin('project', 'project.id', 'projectFile.projectId')
      .selectAll('projectFile')
      .where('projectFile.id', '=', id)
      .where('project.namespaceId', '=', namespaceId)
      .where('project.state', '=', State.Enabled)
      .executeTakeFirst(),

  add: async (projectId: number, columns: FileColumns): Promise<{ id: number; version: number }> => {
    const now = Date.now()
    const values = { ...columns, projectId, version: 1, insertTime: now, updateTime: now }
    const { id } = await db.insertInto('projectFile').values(values).returning('id').executeTakeFirstOrThrow()
    return { id, version: 1 }
  },

  /** Undefined when the row is not at that version any more. */
  change: (id: number, version: number, columns: FileColumns): Promise<{ id: number; version: number } | undefined> =>
    db
      .updateTable('projectFile')
      .set({ ...columns, version: version + 1, updateTime: Date.now() })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(['id', 'version'])
      .executeTakeFirst(),

  remove: async (id: number): Promise<void> => {
    await db.deleteFrom('projectFile').where('id', '=', id).execute()
  },

  removeAll: async (projectId: number): Promise<void> => {
    await db.deleteFrom('projectFile').where('projectId', '=', projectId).execute()
  },
})
