import type { Generated } from 'kysely'

/**
 * The tables as the queries see them: camelCase names, times in milliseconds since 1970, JSON as text.
 * A column with a default is `Generated`. Migrations create them; both engines hold the same.
 */
export interface Row {
  id: Generated<number>
}

/** A row that says when it was made and when it was last changed. */
export interface Timed extends Row {
  insertTime: number
  updateTime: number
}
