import path from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Env } from '../env.ts'
import { RepeatingDialect, RepeatingKysely } from './postgres/repeatingKysely.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite/openSqlite.ts'

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

function openEmbedded(dataDir: string): Database {
  const dialect = openSqlite(path.join(dataDir, 'windlass.sqlite'))
  const db: Db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
  return { db, engine: 'sqlite', close: () => db.destroy() }
}

function openPostgres(url: string, isRepeating: boolean): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format),
  } as pg.CustomTypesConfig
  const pool = new pg.Pool({ connectionString: url, types, max: 10 })
  const plugins = [new CamelCasePlugin()]
  const db: Db = isRepeating
    ? new RepeatingKysely({ dialect: new RepeatingDialect({ pool }), plugins })
    : new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins })
  return { db, engine: 'postgres', pool, close: () => db.destroy() }
}

/**
 * Opens PostgreSQL when DATABASE_URL names one, else the embedded SQLite file in DATA_DIR.
 * @param isRepeating whether a transaction that collides is done again; not for one whose function cannot run twice
 */
export function openDatabase(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>, isRepeating = true): Database {
  return env.DATABASE_URL === '' ? openEmbedded(env.DATA_DIR) : openPostgres(env.DATABASE_URL, isRepeating)
}
