import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { refused, unreachable } from '../commandLine/commandError.ts'
import type { Output } from '../commandLine/output.ts'
import type { Env } from '../env.ts'
import { type Database, type Db, openDatabase } from '../platform/db.ts'
import { type MigrationState, migrate, migrationState } from '../platform/migrate.ts'
import { openSecrets, type Secrets } from '../platform/secrets.ts'
import { seed } from '../platform/seed.ts'
import { createTrail } from '../platform/trail.ts'

/** Shown to PostgreSQL, so that our own connections are not taken for a running console. */
export const APPLICATION_NAME = 'windlass-admin'

/** The database of a console, opened beside it. */
export interface OpenConsole {
  env: Env
  database: Database
  db: Db
  secrets: Secrets
  /** Writes what was done into the operation log, in the name of the console. */
  log(deed: string, request: Record<string, unknown>, answer?: unknown): Promise<void>
}

/** `there` refuses an empty database, `made` fills it as the first start of the console does. */
export type Wanted = 'there' | 'made'

/** The address of the database with our name in it. */
const namedUrl = (databaseUrl: string): string => {
  if (databaseUrl === '') return ''
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', APPLICATION_NAME)
  return url.href
}

/** The file of the embedded database. */
export const sqliteFile = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => path.join(DATA_DIR, 'windlass.sqlite')

/** Opens the database whatever is in it. @throws CommandError when it does not answer */
export async function openAny(env: Env): Promise<Database> {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  // An import reads its source as it writes: what it has read cannot be read again.
  const database = openDatabase({ ...env, DATABASE_URL: namedUrl(env.DATABASE_URL) }, false)
  try {
    await sql`select 1`.execute(database.db)
  } catch (error) {
    await database.close()
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
    const what = env.DATABASE_URL === '' ? `${sqliteFile(env)} cannot be opened` : 'DATABASE_URL: no database answers'
    throw unreachable('database', `${what} (${reason}); check the settings the console runs with`, error)
  }
  return database
}

const placeOf = (env: Env) => (env.DATABASE_URL === '' ? `DATA_DIR=${env.DATA_DIR}` : 'the database of DATABASE_URL')

function requireThisVersion({ pending, unknown }: MigrationState): void {
  if (unknown.length > 0) {
    const sentence = `the database is of a newer version (it knows ${unknown.at(-1)}): run the admin command of that version`
    throw refused('version', sentence)
  }
  if (pending.length > 0) {
    throw refused(
      'version',
      `the database is of an older version (${pending[0]} is missing): make a backup with that version, then start the console of this one once, which brings it up to date`,
    )
  }
}

async function prepare(database: Database, env: Env, output: Output): Promise<void> {
  await migrate(database)
  const first = await seed(database, env.ADMIN_PASSWORD)
  if (!first) return
  const secret = env.ADMIN_PASSWORD === '' ? first.password : 'as in ADMIN_PASSWORD'
  output.note(`The database was empty and is prepared; first sign-in: ${first.account} / ${secret}`)
}

/** Opens the database of a console for a command. @throws CommandError when it is empty or of another version */
export async function openConsole(env: Env, output: Output, wanted: Wanted): Promise<OpenConsole> {
  const nothing = () =>
    refused('empty', `there is no console in ${placeOf(env)}: set the same variables as for the console itself`)
  if (wanted === 'there' && env.DATABASE_URL === '' && !existsSync(sqliteFile(env))) throw nothing()
  const database = await openAny(env)
  try {
    const state = await migrationState(database)
    if (state.applied.length === 0 && wanted === 'there') throw nothing()
    if (state.applied.length === 0) await prepare(database, env, output)
    else requireThisVersion(state)
    const { db } = database
    const secrets = openSecrets(env)
    const trail = createTrail(db, secrets, env)
    const log: OpenConsole['log'] = (deed, request, answer = {}) =>
      trail.deed({ userId: 0, namespaceId: 0, api: `admin ${deed}`, requestTime: Date.now(), request, answer })
    return { env, database, db, secrets, log }
  } catch (error) {
    await database.close()
    throw error
  }
}
