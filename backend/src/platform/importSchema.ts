import type { Generated } from 'kysely'

/** Which row of another console became which of ours. */
export interface ImportMapTable {
  /** The name that was given to the other console. */
  source: string
  part: string
  sourceId: number
  targetId: number
  /** 1 when it was there before and only stands for the other. */
  isAdopted: Generated<number>
}

/** How far a log of another console has been read. */
export interface ImportProgressTable {
  source: string
  part: string
  lastId: number
  updateTime: number
}

/** The tables of what was imported. */
export interface ImportTables {
  importMap: ImportMapTable
  importProgress: ImportProgressTable
}
