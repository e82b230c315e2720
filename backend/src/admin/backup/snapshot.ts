import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Env } from '../../env.ts'
import type { Database } from '../../platform/db.ts'
import { sqliteFile } from '../openConsole.ts'

const BATCH = 500

/** A row by the names of the database. */
export type PlainRow = Record<string, unknown>

/** The database as it stood at one moment, whoever writes meanwhile. */
export interface Snapshot {
  tables: string[]
  rows(table: string): AsyncIterable<PlainRow> | Iterable<PlainRow>
  /** The largest id that was ever given out, by table. */
  counters(): Promise<Record<string, number>>
  close(): Promise<void>
}

/** What is worth nothing later: who is signed in, what waits for a click, uploads under way, work of running processes. */
const PASSING: ReadonlySet<string> = new Set([
  ...['session', 'captcha', 'used_signature', 'sign_in_failure', 'sign_in_challenge', 'job'],
  ...['sftp_upload', 'sftp_bundle', 'kysely_migration', 'kysely_migration_lock'],
])

/** The tables of the console, without those whose rows are worth nothing later. */
export async function keptTables({ db, engine }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const isOurs = (schema: string | undefined) => engine === 'sqlite' || schema === 'public'
  return tables
    .filter(
      ({ name, isView, schema }) => !isView && isOurs(schema) && !PASSING.has(name) && !name.startsWith('sqlite_'),
    )
    .map(({ name }) => name)
    .sort()
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function sqliteSnapshot(env: Env, tables: string[]): Snapshot {
  // In WAL mode a reader keeps seeing what was there when it began, and keeps no writer waiting.
  const sqlite = new SqliteDatabase(sqliteFile(env), { readonly: true, fileMustExist: true })
  sqlite.exec('begin')
  return {
    tables,
    rows: (table) => sqlite.prepare<[], PlainRow>(`select * from ${quoted(table)}`).iterate(),
    counters: async () => {
      const rows = sqlite.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all()
      return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
    },
    close: async () => {
      sqlite.exec('commit')
      sqlite.close()
    },
  }
}

async function* fetched(client: PoolClient, table: string): AsyncGenerator<PlainRow> {
  await client.query(`declare rows no scroll cursor for select * from ${quoted(table)}`)
  for (;;) {
    const { rows } = await client.query<PlainRow>(`fetch ${BATCH} from rows`)
    yield* rows
    if (rows.length < BATCH) break
  }
  await client.query('close rows')
}

async function postgresSnapshot(pool: Pool, { db }: Database, tables: string[]): Promise<Snapshot> {
  const client = await pool.connect()
  await client.query('begin isolation level repeatable read read only')
  return {
    tables,
    rows: (table) => fetched(client, table),
    counters: async () => {
      const { rows } = await sql<{ name: string; seq: number | null }>`
        select replace(sequencename, '_id_seq', '') as name, last_value as seq
        from pg_sequences where schemaname = 'public'`.execute(db)
      return Object.fromEntries(rows.flatMap(({ name, seq }) => (seq === null ? [] : [[name, Number(seq)]])))
    },
    close: async () => {
      await client.query('commit')
      client.release()
    },
  }
}

/** Opens the database as it stands now. */
export async function openSnapshot(env: Env, database: Database): Promise<Snapshot> {
  const tables = await keptTables(database)
  if (!database.pool) return sqliteSnapshot(env, tables)
  return postgresSnapshot(database.pool, database, tables)
}
