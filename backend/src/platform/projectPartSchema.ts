import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

/** A file that is put over the working copy at each deploy; its content is in DATA_DIR. */
interface ProjectFileTable extends Timed {
  projectId: number
  filename: string
  /** What must be unique: the name as a file system without letter case sees it. */
  nameKey: string
  size: number
  mode: number
  /** Counts changes, so that nobody writes over what he has not seen. */
  version: number
  /** Who changed it last. */
  editor: Generated<string>
}

/** The commands that look after one thing that a project runs on its servers. */
interface ProjectProcessTable extends Timed {
  projectId: number
  name: string
  start: string
  stop: string
  status: string
  restart: string
}

/** The tables of what belongs to a project beside its repository: its files, its processes. */
export interface ProjectPartTables {
  projectFile: ProjectFileTable
  projectProcess: ProjectProcessTable
}
