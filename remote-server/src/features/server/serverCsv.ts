import { SERVER_SYSTEMS } from '@windlass/shared-kit/contract/server'
import { parse } from 'csv-parse/browser/esm/sync'
import { isHost, isPort, SSH_PORT, TEXT_LENGTH } from './serverRules.ts'

const REQUIRED = ['name', 'os', 'host', 'port', 'owner', 'path'] as const
const COLUMNS = [
  'name',
  'os',
  'host',
  'port',
  'owner',
  'password',
  'path',
  'description',
  'jumpHost',
  'jumpPort',
  'jumpOwner',
  'jumpPassword',
  'jumpPath',
] as const
type Column = (typeof COLUMNS)[number]

/** More would hold the console up; the server refuses it as well. */
export const MOST_ROWS = 1000
const MOST_BYTES = 1024 * 1024

/** What is wrong with one row; each has a text of that name. */
export type RowProblem = 'columns' | 'duplicate' | 'host' | 'jump' | 'login' | 'long' | 'name' | 'os' | 'owner' | 'port'

/** One row of the file, as far as a person needs it to recognise the server. */
export interface CsvRow {
  /** Counts from 1, the header. */
  line: number
  name: string
  host: string
  port: string
  owner: string
  os: string
  problems: readonly RowProblem[]
}

/** What is wrong with the whole file; `detail` names it. */
export interface FileProblem {
  kind: 'empty' | 'encoding' | 'large' | 'many' | 'missing' | 'syntax' | 'unknown'
  detail: string
}

/** A file read in the browser, before anything is sent. */
export interface CsvFile {
  rows: readonly CsvRow[]
  problem?: FileProblem
}

/** The same as the server's, so that both name the same lines. */
const OPTIONS = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true } as const

/** A record and where in the file it ends. */
interface Numbered {
  record: string[]
  info: { lines: number }
}

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name)
const refused = (kind: FileProblem['kind'], detail = ''): CsvFile => ({ rows: [], problem: { kind, detail } })

/** A file with the header and one example, for spreadsheets. */
export function templateCsv(): string {
  const example = ['web-1', 'linux', '10.0.0.5', String(SSH_PORT), 'root', '', '/root/.ssh/id_rsa', 'Front end']
  const cells = COLUMNS.map((_column, index) => example[index] ?? '')
  return `${COLUMNS.join(',')}\r\n${cells.join(',')}\r\n`
}

/** Reads a file as the server will, so that most mistakes show before anything is sent. */
export function readServerCsv(text: string): CsvFile {
  if (new Blob([text]).size > MOST_BYTES) return refused('large')
  // What is no UTF-8 was replaced by this character while the file was read.
  if (text.includes('\uFFFD')) return refused('encoding')
  let records: readonly Numbered[]
  try {
    // The option `info` wraps each record, which the types of the parser do not say.
    records = parse(text, OPTIONS) as unknown as Numbered[]
  } catch (error) {
    return refused('syntax', error instanceof Error ? error.message : String(error))
  }
  const [first, ...body] = records
  const header = first?.record
  if (!header || body.length === 0) return refused('empty')
  if (body.length > MOST_ROWS) return refused('many', String(body.length))
  const unknown = header.filter((name) => !isColumn(name))
  if (unknown.length > 0) return refused('unknown', unknown.join(', '))
  const missing = REQUIRED.filter((name) => !header.includes(name))
  if (missing.length > 0) return refused('missing', missing.join(', '))
  return { rows: withDuplicates(body.map(({ record, info }) => readRow(header, record, info.lines))) }
}

function readRow(header: readonly string[], record: readonly string[], line: number): CsvRow {
  const cell = (column: Column) => record[header.indexOf(column)] ?? ''
  const [name, host, port, owner, os] = [cell('name'), cell('host'), cell('port'), cell('owner'), cell('os')]
  const problems = record.length === header.length ? problemsOf(cell) : (['columns'] as const)
  return { line, name, host, port, owner, os, problems }
}

function problemsOf(cell: (column: Column) => string): RowProblem[] {
  const checks: readonly [RowProblem, boolean][] = [
    ['name', cell('name') !== ''],
    ['os', SERVER_SYSTEMS.some((system) => system === cell('os'))],
    ['host', isHost(cell('host'))],
    ['port', isPort(cell('port'))],
    ['owner', cell('owner') !== ''],
    ['login', cell('path') !== '' || cell('password') !== ''],
    ['jump', isJumpComplete(cell)],
    ['long', COLUMNS.every((column) => cell(column).length <= TEXT_LENGTH)],
  ]
  return checks.filter(([, isFine]) => !isFine).map(([problem]) => problem)
}

function isJumpComplete(cell: (column: Column) => string): boolean {
  if (cell('jumpHost') === '') return true
  const hasLogin = cell('jumpPath') !== '' || cell('jumpPassword') !== ''
  return isHost(cell('jumpHost')) && isPort(cell('jumpPort')) && cell('jumpOwner') !== '' && hasLogin
}

/** One host is stored once in a namespace, so its second row would be refused. */
function withDuplicates(rows: readonly CsvRow[]): CsvRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const isDuplicate = seen.has(row.host)
    seen.add(row.host)
    return isDuplicate ? { ...row, problems: [...row.problems, 'duplicate'] } : row
  })
}
