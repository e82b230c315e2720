import type { Logger } from 'pino'
import type { Database } from '../db.ts'
import { embeddedJobs } from './embeddedJobs.ts'
import type { Jobs } from './jobs.ts'

/**
 * One interface, two engines: rows in SQLite for one node, pg-boss for several nodes on PostgreSQL. The engine that is
 * not used is not loaded: it takes memory as well.
 */
export async function createJobs(database: Database, log: Logger): Promise<Jobs> {
  if (database.engine === 'sqlite') return embeddedJobs(database.db, log)
  const { bossJobs } = await import('./bossJobs.ts')
  return bossJobs(database, log)
}
