import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { misused, refused } from '../../commandLine/commandError.ts'
import { dumpStatements } from './dumpStatements.ts'
import type { ImportSource, SourceRow } from './importSource.ts'
import { insertedTable, readInsert } from './readInsert.ts'

interface TablePlaces {
  columns: string[]
  inserts: { start: number; end: number; charset: string }[]
}

const CHARSETS = /^(utf8(mb[34])?|latin1|ascii|binary)$/
/** Longer than any dump program writes a statement unless it is told to. */
const STATEMENT_LIMIT = 512 * 1024 * 1024
const TAIL_BYTES = 400

async function bytesAt(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start)
  await handle.read(buffer, 0, buffer.length, start)
  return buffer
}

/** What people hand over in place of a dump, told by how it begins. */
function refuseOtherForms(file: string, begin: Buffer): void {
  if (begin[0] === 0x1f && begin[1] === 0x8b) throw misused(`${file} is compressed: unpack it first with gunzip`)
  if (begin.subarray(0, 4).toString('hex') === '28b52ffd')
    throw misused(`${file} is compressed: unpack it first with zstd -d`)
  if (begin[0] === 0xff && begin[1] === 0xfe) {
    throw misused(
      `${file} is UTF-16, as PowerShell writes it: make the dump again with --result-file=dump.sql in place of >`,
    )
  }
}

async function requireWhole(file: string, handle: FileHandle): Promise<void> {
  const { size } = await stat(file)
  const begin = await bytesAt(handle, 0, Math.min(size, TAIL_BYTES))
  refuseOtherForms(file, begin)
  const tail = (await bytesAt(handle, Math.max(0, size - TAIL_BYTES), size)).toString('latin1')
  const isOfProgram = /-- (MySQL|MariaDB) dump/.test(begin.toString('latin1'))
  if (isOfProgram && !tail.includes('Dump completed')) {
    throw refused('cut', `${file} does not end with "Dump completed": it was cut off, make the dump again`)
  }
}

/** The names of the columns, in their order. */
const columnsOf = (create: string): string[] =>
  create
    .slice(create.indexOf('(') + 1)
    .split('\n')
    .flatMap((line) => /^\s*`((?:[^`]|``)+)`\s/.exec(line)?.[1] ?? [])

const CREATE = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`[^`]+`\.)?`?(\w+)`?/i
const NAMES = /SET\s+NAMES\s+'?(\w+)/gi

/** `SET NAMES` stands in a comment that MySQL runs, before the first INSERT. */
async function charsetOf(handle: FileHandle, until: number): Promise<string> {
  const text = (await bytesAt(handle, 0, Math.min(until, 64 * 1024))).toString('latin1')
  const charset = [...text.matchAll(NAMES)].at(-1)?.[1]?.toLowerCase() ?? 'utf8mb4'
  if (!CHARSETS.test(charset)) {
    throw refused('charset', `the dump is written in ${charset}: make it again with --default-character-set=utf8mb4`)
  }
  return charset
}

async function indexOf(file: string, handle: FileHandle): Promise<Map<string, TablePlaces>> {
  const tables = new Map<string, TablePlaces>()
  const at = (table: string) => {
    const found = tables.get(table) ?? { columns: [], inserts: [] }
    tables.set(table, found)
    return found
  }
  let charset: string | undefined
  for await (const { start, end, head } of dumpStatements(file)) {
    const table = insertedTable(head)
    if (table !== undefined) {
      if (end - start > STATEMENT_LIMIT)
        throw refused(
          'size',
          `a statement about ${table} has more than 512 MiB: make the dump without --net-buffer-length`,
        )
      charset ??= await charsetOf(handle, start)
      at(table).inserts.push({ start, end, charset })
    }
    const created = CREATE.exec(head)?.[1]
    if (created !== undefined) at(created).columns = columnsOf((await bytesAt(handle, start, end)).toString('latin1'))
  }
  return tables
}

async function* rowsOf(
  handle: FileHandle,
  places: TablePlaces,
  afterId: number,
  table: string,
): AsyncGenerator<SourceRow> {
  let last = 0
  for (const { start, end, charset } of places.inserts) {
    const { columns = places.columns, rows } = readInsert(await bytesAt(handle, start, end), charset)
    for (const values of rows) {
      if (values.length !== columns.length) {
        throw refused(
          'columns',
          `a row of ${table} has ${values.length} values for ${columns.length} columns: make the dump again with --complete-insert`,
        )
      }
      const row = Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
      const id = Number(row['id'] ?? 0)
      if (id < last)
        throw refused(
          'order',
          `the rows of ${table} are not in the order of their ids: make the dump again with --order-by-primary`,
        )
      last = id
      if (id > afterId) yield row
    }
  }
}

/** Opens a dump as mysqldump and mariadb-dump write it. @throws CommandError when it is none, or not whole */
export async function openDump(file: string): Promise<ImportSource> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw misused(
      `${file} cannot be read (${error.code}); give the path of a dump, or an address as mysql://user@host/database`,
    )
  })
  try {
    await requireWhole(file, handle)
    const tables = await indexOf(file, handle)
    const rows = (table: string, afterId: number) =>
      rowsOf(handle, tables.get(table) ?? { columns: [], inserts: [] }, afterId, table)
    return {
      name: path.basename(file),
      has: (table) => tables.has(table),
      rows,
      count: async (table, lastId) => {
        let count = 0
        for await (const row of rows(table, 0)) {
          if (Number(row['id']) > lastId) break
          count++
        }
        return count
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
