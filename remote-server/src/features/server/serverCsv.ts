import { csvText, plainCell } from '@windlass/shared-kit/contract/csvText'
import { SERVER_SYSTEMS } from '@windlass/shared-kit/contract/server'
import { parse } from 'csv-parse/browser/esm/sync'
import { isHost, isPort, isTag, SSH_PORT, TEXT_LENGTH } from './serverRules.ts'

const REQUIRED = ['name', 'os', 'host', 'port', 'owner', 'path'] as const
/** All that a file may hold, in the order of the template. */
export const CSV_COLUMNS = [
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
  'jumps',
  'tags',
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

/** More would hold the console up; the server refuses it as well. */
export const MOST_ROWS = 1000
const MOST_BYTES = 1024 * 1024

/** What is wrong with one row; each has a text of that name. */
export type RowProblem =
  | 'columns'
  | 'duplicate'
  | 'exists'
  | 'host'
  | 'jump'
  | 'jumps'
  | 'long'
  | 'name'
  | 'os'
  | 'owner'
  | 'port'
  | 'tags'

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
  /** Neither key nor password: it is stored, and cannot be reached before somebody adds one. */
  isWithoutLogin: boolean
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

const MAY_BE_LONG: readonly CsvColumn[] = ['jumps', 'tags']
const HOP = /^[^@|]+@(\[[^\]]+\]|[^:|[\]]+)(:\d{1,5})?(\|.*)?$/

const listed = (text: string) => text.split(';').flatMap((part) => part.trim() || [])

const isColumn = (name: string): name is CsvColumn => CSV_COLUMNS.some((column) => column === name)
const refused = (kind: FileProblem['kind'], detail = ''): CsvFile => ({ rows: [], problem: { kind, detail } })

/** A file with the header and one example, for spreadsheets. */
export function templateCsv(): string {
  const example = ['web-1', 'linux', '10.0.0.5', String(SSH_PORT), 'root', '', '/root/.ssh/id_rsa', 'Front end']
  return csvText([CSV_COLUMNS, CSV_COLUMNS.map((_column, index) => example[index])])
}

/**
 * Reads a file as the server will, so that most mistakes show before anything is sent.
 * @param stored sign-ins that are there already, as `signInOf` writes them
 */
export function readServerCsv(text: string, stored: ReadonlySet<string> = new Set()): CsvFile {
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
  return {
    rows: withDuplicates(
      body.map(({ record, info }) => readRow(header, record, info.lines)),
      stored,
    ),
  }
}

function readRow(header: readonly string[], record: readonly string[], line: number): CsvRow {
  const cell = (column: CsvColumn) => plainCell(record[header.indexOf(column)] ?? '')
  const [name, host, port, owner, os] = [cell('name'), cell('host'), cell('port'), cell('owner'), cell('os')]
  const problems = record.length === header.length ? problemsOf(cell) : (['columns'] as const)
  const isWithoutLogin = cell('path') === '' && cell('password') === ''
  return { line, name, host, port, owner, os, problems, isWithoutLogin }
}

function problemsOf(cell: (column: CsvColumn) => string): RowProblem[] {
  const checks: readonly [RowProblem, boolean][] = [
    ['name', cell('name') !== ''],
    ['os', SERVER_SYSTEMS.some((system) => system === cell('os'))],
    ['host', isHost(cell('host'))],
    ['port', isPort(cell('port'))],
    ['owner', cell('owner') !== ''],
    ['jump', isJumpComplete(cell)],
    ['jumps', listed(cell('jumps')).every((hop) => HOP.test(hop))],
    ['tags', listed(cell('tags')).every(isTag)],
    ['long', CSV_COLUMNS.every((column) => MAY_BE_LONG.includes(column) || cell(column).length <= TEXT_LENGTH)],
  ]
  return checks.filter(([, isFine]) => !isFine).map(([problem]) => problem)
}

function isJumpComplete(cell: (column: CsvColumn) => string): boolean {
  if (cell('jumpHost') === '') return cell('jumps') === ''
  return isHost(cell('jumpHost')) && (cell('jumpPort') === '' || isPort(cell('jumpPort'))) && cell('jumpOwner') !== ''
}

/** What the server tells two servers apart by. */
export const signInOf = ({ host, port, owner }: Pick<CsvRow, 'host' | 'port' | 'owner'>): string =>
  `${owner}@${host.toLowerCase()}:${Number(port) || SSH_PORT}`

/** One sign-in is stored once in a namespace, so its second row would be refused. */
function withDuplicates(rows: readonly CsvRow[], stored: ReadonlySet<string>): CsvRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const key = signInOf(row)
    const problem = stored.has(key) ? 'exists' : seen.has(key) ? 'duplicate' : undefined
    seen.add(key)
    return problem ? { ...row, problems: [...row.problems, problem] } : row
  })
}
