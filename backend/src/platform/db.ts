import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { CamelCasePlugin, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Env } from '../env.ts'
import { cached } from './cached.ts'
import type { Tables } from './schema.ts'

export type Db = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

/** The open database, with what differs between the engines. */
export interface Database {
  db: Db
  engine: Engine
  /** The connection pool of PostgreSQL, for LISTEN and the job engine; undefined with SQLite. */
  pool?: pg.Pool
  close(): Promise<void>
}

/** bigint columns hold milliseconds and counts, far below 2^53, so they are read as numbers on both engines. */
const INT8_OID = 20

const SQLITE_BUSY_MS = 5_000

/** More than the statements the modules know; only lists of changing length go beyond. */
const KEPT_STATEMENTS = 500

function openSqlite(dataDir: string): Database {
  const sqlite = new SqliteDatabase(path.join(dataDir, 'windlass.sqlite'))
  sqlite.pragma('journal_mode = WAL')
  // FULL: a row that was acknowledged survives a power cut, which NORMAL does not promise in WAL mode.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma(`busy_timeout = ${SQLITE_BUSY_MS}`)
  const db: Db = new Kysely<Tables>({
    // Preparing a statement takes longer than running it, and the same few come with every request.
    dialect: new SqliteDialect({
      database: { prepare: cached(KEPT_STATEMENTS, (sql) => sqlite.prepare(sql)), close: () => sqlite.close() },
    }),
    plugins: [new CamelCasePlugin()],
  })
  return { db, engine: 'sqlite', close: () => db.destroy() }
}

function openPostgres(url: string): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format),
  } as pg.CustomTypesConfig
  const pool = new pg.Pool({ connectionString: url, types, max: 10 })
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return { db, engine: 'postgres', pool, close: () => db.destroy() }
}

/** Opens PostgreSQL when DATABASE_URL names one, else the embedded SQLite file in DATA_DIR. */
export function openDatabase(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): Database {
  return env.DATABASE_URL === '' ? openSqlite(env.DATA_DIR) : openPostgres(env.DATABASE_URL)
}
