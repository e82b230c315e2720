import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Engine } from './db.ts'
import { type TableTools, tableTools } from './tableTools.ts'

/** A migration file exports `up`; it is written once and runs on both engines. */
export type Up = (db: Kysely<unknown>, tools: TableTools) => Promise<void>

const FOLDER = path.join(import.meta.dirname, '../../migrations')

const loadMigrations = async (engine: Engine): Promise<Record<string, Migration>> => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts')).sort()
  const loaded = await Promise.all(
    files.map(async (file) => {
      const { up } = (await import(path.join(FOLDER, file))) as { up: Up }
      return [path.basename(file, '.ts'), { up: (db: Kysely<unknown>) => up(db, tableTools(engine)) }] as const
    }),
  )
  return Object.fromEntries(loaded)
}

/** Brings the schema up to date, each migration once; several nodes that start together wait for each other. */
export async function migrate({ db, engine }: Database): Promise<void> {
  const migrations = await loadMigrations(engine)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failing = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown'
    throw new Error(`database migration ${failing} failed; restore the backup or repair the database`, { cause: error })
  }
}
