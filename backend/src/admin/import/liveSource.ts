import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { misused, unreachable } from '../../commandLine/commandError.ts'
import type { ImportSource, SourceRow } from './importSource.ts'

const BATCH = 1000

/** Where a live database is. @throws CommandError when the address holds a password or is none */
function readAddress(address: string) {
  const url = URL.parse(address)
  if (!url || url.pathname.length < 2)
    throw misused('give the address of the database as mysql://user@host:3306/database')
  if (url.password !== '') {
    throw misused(
      'a password in a command line can be read by everybody on this machine: leave it out of the address, it is asked for, or set WINDLASS_SOURCE_PASSWORD',
      'secret',
    )
  }
  const socketPath = url.searchParams.get('socket') ?? undefined
  return {
    ...(socketPath === undefined ? { host: url.hostname, port: Number(url.port || 3306) } : { socketPath }),
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
}

async function* rowsOf(connection: Connection, table: string, afterId: number): AsyncGenerator<SourceRow> {
  let last = afterId
  for (;;) {
    const query = 'select * from ?? where id > ? order by id limit ?'
    const [rows] = await connection.query<RowDataPacket[]>(query, [table, last, BATCH])
    yield* rows as SourceRow[]
    last = Number(rows.at(-1)?.['id'] ?? last)
    if (rows.length < BATCH) return
  }
}

/**
 * Opens a live MySQL or MariaDB and reads it as it stands at this moment, whoever writes meanwhile.
 * @throws CommandError when it does not answer
 */
export async function openLive(address: string, password: string): Promise<ImportSource> {
  const place = readAddress(address)
  const connection = await mysql
    .createConnection({
      ...place,
      password,
      charset: 'utf8mb4',
      // Everything as text: what becomes of it is decided in one place, as for a dump.
      typeCast: (field) => field.string('utf8'),
    })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
      throw unreachable(
        'source',
        `the database of the other console does not answer (${reason}); check address, user and password`,
        error,
      )
    })
  // In UTC a TIMESTAMP is what it is; a DATETIME has no zone and is not touched by this.
  await connection.query("set time_zone = '+00:00'")
  await connection.query('set transaction isolation level repeatable read')
  await connection.query('start transaction with consistent snapshot, read only')
  const [tables] = await connection.query<RowDataPacket[]>(
    'select table_name as name from information_schema.tables where table_schema = ?',
    [place.database],
  )
  const names = new Set(tables.map((row) => String(row['name'])))
  return {
    name: place.database,
    has: (table) => names.has(table),
    rows: (table, afterId) => rowsOf(connection, table, afterId),
    count: async (table, lastId) => {
      const query = 'select count(*) as count from ?? where id <= ?'
      const [rows] = await connection.query<RowDataPacket[]>(query, [table, lastId])
      return Number(rows[0]?.['count'])
    },
    close: () => connection.end(),
  }
}
