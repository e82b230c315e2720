import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { refused } from '../../commandLine/commandError.ts'
import type { Database, Db } from '../../platform/db.ts'
import { type BackupHead, decodeValue } from './backupForm.ts'
import { keptTables } from './snapshot.ts'

/** Below the number of parameters of a statement, with room for forty columns. */
const BATCH = 500
const INTERRUPTED = 'the console was restored from a backup that was made while this deploy ran'

type Row = Record<string, unknown>

async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql.val(decodeValue(row[column]))))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
    db,
  )
}

async function loadTable(db: Db, folder: string, table: string): Promise<number> {
  const file = createReadStream(path.join(folder, 'tables', `${table}.ndjson.gz`))
  let batch: Row[] = []
  let count = 0
  for await (const line of createInterface({ input: file.pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(JSON.parse(line) as Row)
    count++
    if (batch.length < BATCH) continue
    await insertRows(db, table, batch)
    batch = []
  }
  await insertRows(db, table, batch)
  return count
}

/** An id that was given to something that is gone now is not given out again. */
async function setCounter({ engine }: Database, db: Db, table: string, last: number): Promise<void> {
  // SQLite remembers a table that nothing was ever put into.
  if (last < 1) return
  if (engine === 'postgres') {
    await sql`select setval(seq.name, ${last}) from (select pg_get_serial_sequence(${table}, 'id') as name) seq where seq.name is not null`.execute(
      db,
    )
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
}

/** Nothing that ran when the backup was made runs now, and nothing of it may begin by itself. */
async function endWhatRan(db: Db): Promise<void> {
  await db
    .updateTable('publish')
    .set({ state: 'interrupted', reason: INTERRUPTED, node: '', stage: '' })
    .where('state', 'in', ['queued', 'running'])
    .execute()
  await db.updateTable('project').set({ deployState: 3 }).where('deployState', '=', 1).execute()
  await db.updateTable('monitorState').set({ node: '', leaseUntil: 0 }).execute()
}

/**
 * Puts the rows of a backup into tables of this version in one transaction, in place of what is there.
 * @throws CommandError when a table has other rows than the backup says
 */
export async function loadTables(database: Database, folder: string, head: BackupHead): Promise<void> {
  const tables = await keptTables(database)
  await database.db.transaction().execute(async (trx) => {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx)
    for (const [table, expected] of Object.entries(head.rows)) {
      if (!tables.includes(table))
        throw refused('version', `the backup has a table ${table} that this version does not know`)
      const count = await loadTable(trx, folder, table)
      if (count !== expected) throw refused('damaged', `${table} has ${count} rows in place of ${expected}`)
    }
    for (const [table, last] of Object.entries(head.counters)) {
      if (tables.includes(table)) await setCounter(database, trx, table, last)
    }
    for (const passing of ['session', 'job', 'captcha'] as const) await trx.deleteFrom(passing).execute()
    await endWhatRan(trx)
    if (database.engine === 'postgres') await sql`drop schema if exists pgboss cascade`.execute(trx)
  })
}
