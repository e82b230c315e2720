import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, csvText } from '@windlass/shared-kit/contract/csvText'
import type { FastifyReply } from 'fastify'
import { parseTimestamp } from './timestamp.ts'
import { requireZone, zonedText } from './zonedTime.ts'

type Format = 'csv' | 'ndjson'

interface Export<Row> {
  /** Of the file, without ending. */
  name: string
  format: Format
  /** Which members of a row are written, and in which order. */
  columns: readonly (keyof Row & string)[]
  /** Whose clocks the times are of; they are as on the wire without one. */
  zone: string | undefined
  pages: AsyncIterable<readonly Row[]>
}

/** Times get the offset of a zone, so that a file means the same to everybody. */
function cellWriter(name: string | undefined): (column: string, value: unknown) => unknown {
  if (!name) return (_column, value) => value
  const zone = requireZone(name)
  return (column, value) => {
    const time = column.endsWith('Time') && typeof value === 'string' ? parseTimestamp(value) : undefined
    return time === undefined ? value : zonedText(time, zone).replace(' ', 'T').replace(' ', '')
  }
}

async function* textOf<Row extends object>({ format, columns, zone, pages }: Export<Row>): AsyncGenerator<string> {
  const write = cellWriter(zone)
  if (format === 'csv') yield BYTE_ORDER_MARK + csvText([columns])
  for await (const rows of pages) {
    const cells = rows.map((row) => columns.map((column) => write(column, row[column])))
    if (format === 'csv') yield csvText(cells)
    else
      yield cells
        .map((values) => `${JSON.stringify(Object.fromEntries(columns.map((column, i) => [column, values[i]])))}\n`)
        .join('')
  }
}

/** Streams a log instead of an envelope; whoever leaves ends the reading of the database. */
export async function sendLog<Row extends object>(reply: FastifyReply, log: Export<Row>): Promise<null> {
  const text = textOf(log)
  // What is wrong with the question is found out before the answer begins.
  const first = await text.next()
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': log.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="${log.name}.${log.format}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  if (!first.done) reply.raw.write(first.value)
  // A file that breaks off must not look like a whole one.
  await pipeline(Readable.from(text), reply.raw).catch(() => reply.raw.destroy())
  return null
}
