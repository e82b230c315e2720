import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

const LOOK_MS = 10

/** Until a session of this PostgreSQL database waits for a row that another one holds. */
export async function untilWaiting(db: Db): Promise<void> {
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  while ((await waiting()).rows.length === 0) await wait(LOOK_MS)
}
