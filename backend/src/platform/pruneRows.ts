import { setTimeout } from 'node:timers/promises'
import { type Expression, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './schema.ts'

/** Rows of a log that are removed at once: some milliseconds, in which nobody else can write into SQLite. */
export const PRUNED_ROWS = 2_000
/** SQLite keeps no queue: who wants to write looks again after up to 100 ms. */
const PAUSE_MS = 120

/** Lets those write who waited for a batch to end. @throws AbortError when the signal comes */
export const othersFirst = (signal?: AbortSignal): Promise<void> =>
  setTimeout(PAUSE_MS, undefined, { ...(signal && { signal }) })

interface Choice {
  /** Which of the old rows; all without it. */
  only?: Expression<unknown>
  /** Ends the work between two batches. */
  signal?: AbortSignal
}

/**
 * Removes rows that are older than a moment, batch by batch, so that others can write in between.
 * @param time name of the column; there has to be an index that begins with it
 * @returns how many went
 * @throws AbortError when the signal comes
 */
export async function pruneRows(
  db: Db,
  table: keyof Tables,
  time: string,
  before: number,
  { only = sql`1 = 1`, signal }: Choice = {},
): Promise<number> {
  const [name, column] = [sql.table(table), sql.ref(time)]
  let removed = 0
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${name} where id in
      (select id from ${name} where ${column} < ${before} and ${only} order by ${column}, id limit ${PRUNED_ROWS})`.execute(
      db,
    )
    const count = Number(numAffectedRows ?? 0n)
    removed += count
    if (count < PRUNED_ROWS) return removed
    await othersFirst(signal)
  }
}
