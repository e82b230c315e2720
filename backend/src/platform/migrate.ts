import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Engine } from './db.ts'
import { type TableTools, tableTools } from './tableTools.ts'

/** A migration file exports `up`; it is written once and runs on both engines. */
export type Up = (db: Kysely<unknown>, tools: TableTools) => Promise<void>

const FOLDER = path.join(import.meta.dirname, '../../migrations')

/** The migrations this version knows, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.basename(file, '.ts'))
    .sort()

const loadMigrations = async (engine: Engine): Promise<Record<string, Migration>> => {
  const names = await migrationNames()
  const loaded = await Promise.all(
    names.map(async (name) => {
      const { up } = (await import(path.join(FOLDER, `${name}.ts`))) as { up: Up }
      return [name, { up: (db: Kysely<unknown>) => up(db, tableTools(engine)) }] as const
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

/** What a database knows of the migrations, each list in their order. */
export interface MigrationState {
  applied: string[]
  /** Known here and not applied yet. */
  pending: string[]
  /** Applied by a version that knows more than this one. */
  unknown: string[]
}

/** Looks which migrations a database has seen, without changing it. */
export async function migrationState({ db }: Pick<Database, 'db'>): Promise<MigrationState> {
  const known = await migrationNames()
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const isThere = tables.some(({ name }) => name === 'kysely_migration')
  const rows = isThere
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : []
  const applied = rows.map(({ name }) => name)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}
