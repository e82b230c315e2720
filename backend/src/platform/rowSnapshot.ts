import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import type { Db } from './db.ts'
import type { Tables } from './schema.ts'

/** Said by every change, and by its time already. */
const SILENT = ['insertTime', 'updateTime']

/** A text that holds JSON is taken apart, so that what is secret inside it is masked like everything else. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    // It only looks like JSON, so it is a text after all.
    return value
  }
}

type Scope = 'namespace' | 'everywhere'

async function readRows(db: Db, table: keyof Tables, where: RawBuilder<unknown>, without: readonly string[]) {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where ${where} order by id`.execute(db)
  const isSaid = (name: string) => ![...SILENT, ...without].includes(name)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (isSaid(name) ? [[name, opened(value)]] : []))),
  )
}

const within = (scope: Scope, namespaceId: number) =>
  scope === 'namespace' ? sql`and namespace_id = ${namespaceId}` : sql``

/**
 * Reads the rows an input names by `ids`, as `rowSnapshot` reads one.
 * @returns them by id
 */
export const rowsSnapshot =
  (db: Db, table: keyof Tables, scope: Scope, without: readonly string[] = []) =>
  async (
    { ids }: { ids: readonly number[] },
    { namespaceId }: Pick<Caller, 'namespaceId'>,
  ): Promise<object | undefined> => {
    if (ids.length === 0) return undefined
    const rows = await readRows(db, table, sql`id in (${sql.join(ids)}) ${within(scope, namespaceId)}`, without)
    return Object.fromEntries(rows.map((row) => [String(row['id']), row]))
  }

/**
 * Reads the row an input names by `id`, for the before and after of the operation log: one of the caller's namespace, or
 * of a table that has none.
 * @param without columns whose stored form says nothing to anybody, because it is encrypted
 */
export const rowSnapshot =
  (db: Db, table: keyof Tables, scope: Scope, without: readonly string[] = []) =>
  async ({ id }: { id: number }, { namespaceId }: Pick<Caller, 'namespaceId'>): Promise<object | undefined> =>
    (await readRows(db, table, sql`id = ${id} ${within(scope, namespaceId)}`, without))[0]
