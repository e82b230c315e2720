/** A row as it is told, by column; every value is text, as the database writes it. */
export type SourceRow = Readonly<Record<string, string | null>>

/** The database of a console to import from, read only. */
export interface ImportSource {
  /** What it is, for the report. */
  name: string
  has(table: string): boolean
  /** Rows in the order of their ids, beginning after one. */
  rows(table: string, afterId: number): AsyncIterable<SourceRow>
  /** How many rows there are up to an id. */
  count(table: string, lastId: number): Promise<number>
  close(): Promise<void>
}
