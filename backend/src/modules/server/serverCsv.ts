import { plainCell } from '@windlass/shared-kit/contract/csvText'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { CsvError, parse } from 'csv-parse/sync'
import { failed } from '../../platform/errors.ts'
import { inputReader } from '../../platform/input.ts'
import type { ServerInput } from './serverInput.ts'

const ROW_LIMIT = 1000
const REQUIRED = ['name', 'os', 'host', 'port', 'owner', 'path'] as const
const OPTIONAL = [
  ...['password', 'description', 'jumpHost', 'jumpPort', 'jumpOwner', 'jumpPath', 'jumpPassword'],
  ...['jumps', 'tags'],
] as const
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL]

/** What a row cannot be imported for; `line` counts from 1, the header. */
export interface RowProblem {
  line: number
  message: string
}

/** A row that can be stored, or why it cannot. */
export type CsvRow = { line: number; input: ServerInput } | RowProblem

const read = inputReader(ServerAdd)

function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    // The only thing it throws for; the person can save the file again in another encoding.
    throw failed('the file is not UTF-8 text; save it as "CSV UTF-8"')
  }
}

function checkHeader(header: readonly string[]): void {
  const unknown = header.filter((name) => !COLUMNS.includes(name))
  if (unknown.length > 0) throw failed(`unknown column ${unknown.join(', ')}; known are ${COLUMNS.join(', ')}`)
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  if (twice.length > 0) throw failed(`column ${twice.join(', ')} is there twice`)
  const missing = REQUIRED.filter((name) => !header.includes(name))
  if (missing.length > 0) throw failed(`missing column ${missing.join(', ')}`)
}

const listed = (text: string): string[] => text.split(';').flatMap((part) => part.trim() || [])

/** `owner@host:port|key file`, without the port for 22 and without the key file where a password is used. */
const HOP = /^([^@|]+)@(\[[^\]]+\]|[^:|[\]]+)(?::(\d{1,5}))?(?:\|(.*))?$/

const hopOf = (text: string) => {
  const [, owner, host = '', port = '0', path = ''] = HOP.exec(text) ?? []
  return owner === undefined ? text : { owner, host: host.replace(/^\[|\]$/g, ''), port: Number(port), path }
}

const wholeNumber = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

function readRow(header: readonly string[], line: number, cells: readonly string[], namespaceId: number): CsvRow {
  if (cells.length !== header.length) {
    return { line, message: `has ${cells.length} columns where the header has ${header.length}` }
  }
  const cell = (name: string) => plainCell(cells[header.indexOf(name)] ?? '')
  const port = wholeNumber(cell('port'))
  if (port === undefined) return { line, message: 'port must be a whole number' }
  const jumps = listed(cell('jumps')).map(hopOf)
  const odd = jumps.find((hop) => typeof hop === 'string')
  if (odd !== undefined) return { line, message: `jumps must look like owner@host:port|key file, not ${odd}` }
  const { input, problem } = read(
    {},
    {
      ...{ name: cell('name'), namespaceId, os: cell('os'), ip: cell('host'), port, owner: cell('owner') },
      ...{ path: cell('path'), password: cell('password'), description: cell('description') },
      ...{ jumpIP: cell('jumpHost'), jumpPort: wholeNumber(cell('jumpPort')) ?? 0, jumpOwner: cell('jumpOwner') },
      ...{ jumpPath: cell('jumpPath'), jumpPassword: cell('jumpPassword') },
      ...{ jumps, tags: listed(cell('tags')) },
    },
  )
  return input ? { line, input } : { line, message: problem.replace(/\bip\b/, 'host').replace('jumpIP', 'jumpHost') }
}

/**
 * Reads comma-separated text with a header row.
 * @throws AppError when the file as a whole is not what it should be
 */
export function readServerCsv(file: Buffer, namespaceId: number): CsvRow[] {
  const text = decode(file)
  try {
    const options = { bom: true, trim: true, skipEmptyLines: true, relaxColumnCount: true, info: true } as const
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]
    const [head, ...rows] = records
    if (!head) throw failed('the file is empty')
    checkHeader(head.record)
    if (rows.length > ROW_LIMIT) throw failed(`at most ${ROW_LIMIT} servers at once; the file has ${rows.length}`)
    return rows.map(({ record, info }) => readRow(head.record, info.lines, record, namespaceId))
  } catch (error) {
    if (error instanceof CsvError) throw failed(`the file is no CSV: ${error.message}`)
    throw error
  }
}
