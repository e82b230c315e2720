import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { readEnv } from '../../env.ts'
import { type Database, openDatabase } from '../../platform/db.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { createEmptyDatabase } from '../../testing/testServer.ts'
import { SEALED_COLUMNS } from '../backup/consoleShape.ts'
import { IMPORT_PARTS } from '../import/importParts.ts'
import type { ImportReport } from '../import/runImport.ts'
import { adminLine } from './adminLine.ts'
import { camel, type Known } from './expectedReading.ts'
import type { GeneratedSource } from './generatedSource.ts'

export type OurRow = Record<string, unknown>
/** Every row of the tables that an import touches, by our names. */
export type Contents = Readonly<Record<string, readonly OurRow[]>>

const EMPTY: readonly unknown[] = ['', 0, null]
/** A row without its id, and without what is empty because the other database has no such thing. */
export const withoutEmpty = (row: OurRow | undefined, wanted: object) =>
  Object.fromEntries(
    Object.entries(row ?? {}).filter(
      ([name, value]) => name !== 'id' && (Object.hasOwn(wanted, name) || !EMPTY.includes(value)),
    ),
  )

/** Of two that are one for us, by which columns they are. */
const LIKE: Readonly<Record<string, readonly string[]>> = {
  users: ['account'],
  namespaces: ['name'],
  servers: ['namespaceId', 'ip', 'port', 'owner'],
  'permissions of roles': ['roleId', 'permissionId'],
  'members of namespaces': ['namespaceId', 'userId'],
  'servers of projects': ['projectId', 'serverId'],
  'users of projects': ['projectId', 'userId'],
}
/** What makes a row the same as another one for us. */
export const likenessOf = (part: string, row: OurRow | undefined): string[] =>
  (LIKE[part] ?? []).map((name) => String(row?.[name]).toLowerCase())

/** A console beside no running server, that rows come into. */
export interface ImportedConsole {
  dataDir: string
  database: Database
  /** Where its settings are, for other commands. */
  place: { DATA_DIR: string; DATABASE_URL: string }
  importing(address: string, ...more: string[]): Promise<ImportReport>
  /** With what is encrypted decrypted. */
  contents(): Promise<Contents>
  /** What a test may ask about what came. */
  known(after: Contents): Promise<Known>
}

async function read({ db }: Database): Promise<Record<string, OurRow[]>> {
  const tables = new Set([...IMPORT_PARTS.map(({ into }) => into), 'monitorState', 'publish'] as const)
  const found: Record<string, OurRow[]> = {}
  for (const table of tables) {
    const rows = db.selectFrom(table as 'user').selectAll()
    const key = table === 'monitorState' ? 'monitorId' : 'id'
    found[table] = (await rows.orderBy(key as 'id').execute()) as unknown as OurRow[]
  }
  // What the commands themselves write down.
  found['operationLog'] = found['operationLog']?.filter((row) => !String(row['api']).startsWith('admin ')) ?? []
  return found
}

/** Makes an empty console of the engine of this run. */
export async function makeImportedConsole({ folder }: GeneratedSource): Promise<ImportedConsole> {
  const dataDir = path.join(folder, randomUUID())
  const place = { DATA_DIR: dataDir, DATABASE_URL: await createEmptyDatabase() }
  await adminLine(['create-admin', 'Boss'], { env: place, input: 'Harbour-1\n' })
  const env = readEnv(place)
  const database = openDatabase(env)
  const secrets = openSecrets(env)
  return {
    ...{ dataDir, database, place },
    importing: async (address, ...more) => {
      const args = ['import', address, '--time-zone', 'Asia/Shanghai', '--files', folder, '--json', ...more]
      const outcome = await adminLine(args, { env: place, variables: { WINDLASS_SOURCE_PASSWORD: '' } })
      if (outcome.exitCode !== 0) throw new Error(`import ended with ${outcome.exitCode}: ${outcome.stderr}`)
      return outcome.json() as unknown as ImportReport
    },
    contents: async () => {
      const found = await read(database)
      for (const [table, column, purpose] of SEALED_COLUMNS) {
        for (const row of found[camel(table)] ?? []) {
          const sealed = row[camel(column)]
          if (typeof sealed === 'string' && sealed !== '') row[camel(column)] = secrets.decrypt(sealed, purpose)
        }
      }
      return found
    },
    known: async (after) => {
      const map = await database.db.selectFrom('importMap').selectAll().execute()
      const byKey = new Map(map.map((row) => [`${row.part} ${row.sourceId}`, row]))
      const now = Date.now()
      const of: Known['of'] = (part, id) => byKey.get(`${part} ${id}`)?.targetId
      const find = (table: string, id: number) => after[table]?.find((row) => row['id'] === id)
      return {
        ...{ now, of },
        isAdopted: (part, id) => byKey.get(`${part} ${id}`)?.isAdopted === 1,
        isSuper: (id) => find('user', id)?.['superManager'] === 1,
        homeOf: (table, id) => Number(find(table, id)?.['namespaceId']) || (of('namespaces', 1) ?? 1),
      }
    },
  }
}
