import { closeSync, openSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import type { Dialect } from 'kysely'
import { cached } from '../cached.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createGroupSync } from './groupSync.ts'
import { sqliteDialect } from './sqliteDialect.ts'

const BUSY_MS = 5_000

/** More than the statements the modules know; only lists of changing length go beyond. */
const KEPT_STATEMENTS = 500

/** Pages after which SQLite moves them by itself, should our own checkpoints not keep up. */
const LONGEST_LOG_PAGES = 20_000
const KEPT_LOG_BYTES = 64 * 1024 * 1024

/**
 * Opens an SQLite file so that the disk keeps nobody waiting but those who write. SQLite itself leaves commits to the
 * system (`NORMAL`) and we force its log to the disk, for all who committed meanwhile at once, before any of them goes
 * on. So a row that was acknowledged survives a power cut, as with `FULL`; unlike there, others see it a moment before.
 */
export function openSqlite(file: string): Dialect {
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = NORMAL')
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  sqlite.pragma(`wal_autocheckpoint = ${LONGEST_LOG_PAGES}`)
  sqlite.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`)
  // The first read makes the log, which stays the same file for as long as the database is open.
  sqlite.prepare('select count(*) from sqlite_master').get()
  const log = openSync(`${file}-wal`, 'r+')
  const sync = createGroupSync(log)
  const checkpoints = createCheckpoints(file)
  const settle = () => {
    checkpoints.wrote()
    return sync()
  }
  // Preparing a statement takes longer than running it, and the same few come with every request.
  const prepare = cached(KEPT_STATEMENTS, (sql) => sqlite.prepare<unknown[]>(sql))
  const close = async () => {
    await checkpoints.stop()
    sqlite.close()
    await sync()
    closeSync(log)
  }
  return sqliteDialect({ prepare, settle, close })
}
