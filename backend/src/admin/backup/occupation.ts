import { existsSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { refused } from '../../commandLine/commandError.ts'
import type { Env } from '../../env.ts'
import type { Database } from '../../platform/db.ts'
import { APPLICATION_NAME, sqliteFile } from '../openConsole.ts'

const running = (where: string) => refused('running', `a console is running on ${where}: stop it first, then try again`)

/** Nobody may work on the embedded database while it is replaced. */
export interface Occupation {
  end(): void
}

/** Takes the embedded database for us alone. @throws CommandError when a console has it open */
export function occupySqlite(env: Env): Occupation {
  if (!existsSync(sqliteFile(env))) return { end: () => undefined }
  const sqlite = new SqliteDatabase(sqliteFile(env), { timeout: 1000 })
  try {
    // Leaving WAL mode takes being the only one who has the file open, idle or not.
    sqlite.pragma('journal_mode = delete')
    sqlite.exec('begin exclusive')
  } catch (error) {
    sqlite.close()
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY'))
      throw running(env.DATA_DIR)
    throw error
  }
  return {
    end: () => {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      sqlite.close()
    },
  }
}

/** @throws CommandError when anybody but us is connected to the database */
export async function requireIdlePostgres({ db }: Database): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name <> ${APPLICATION_NAME}`.execute(db)
  if (Number(rows[0]?.count ?? 0) > 0) throw running('the database of DATABASE_URL')
}
