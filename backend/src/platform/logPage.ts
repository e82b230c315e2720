import { Code, type InputOf } from '@windlass/shared-kit/contract'
import type { LoginLogList, LogTotal } from '@windlass/shared-kit/contract/log'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'

/** Which rows of a log are asked for: times in milliseconds, `from` included, `to` not. */
export interface LogTimes {
  from?: number
  to?: number
}

/** Between two rows: a row is at its time and, among those of the same millisecond, at its id. */
interface Place {
  time: number
  id: number
}

/** Which page of a log is asked for. */
export interface LogCut extends LogTimes {
  limit: number
  offset: number
  before?: Place
  after?: Place
}

/** One page of a log, newest first, with the places where its neighbours begin; "" where there is none. */
export interface LogPage<Row> {
  list: Row[]
  older: string
  newer: string
}

/** Names of the two columns in whose order a log is read; there has to be an index on them. */
export interface LogOrder {
  time: string
  id: string
}

/** What every row that is read for a page brings along. */
export interface LogRow {
  id: number
  /** Milliseconds. */
  logTime: number
}

type PageInput = Pick<InputOf<typeof LoginLogList>, 'page' | 'rows' | 'from' | 'to' | 'before' | 'after'>

const SECOND_MS = 1000

/** Super managers look into every namespace, everybody else into the one he works in. */
export const logScope = (caller: Caller): number | undefined => (caller.isSuperManager ? undefined : caller.namespaceId)

const inMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * SECOND_MS)

/** The times of an input, which counts in seconds. */
export const logTimes = ({ from, to }: Pick<PageInput, 'from' | 'to'>): LogTimes => ({ from: inMs(from), to: inMs(to) })

function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  const [time = '', id = ''] = text.split('.')
  return { time: Number(time), id: Number(id) }
}

/** @throws AppError for a page so far away that its rows cannot be counted */
export function logCut(input: PageInput): LogCut {
  const offset = (input.page - 1) * input.rows
  if (!Number.isSafeInteger(offset)) throw new AppError(Code.IllegalParameter, 'page is too large')
  const { before, after } = input
  return { ...logTimes(input), limit: input.rows, offset, before: placeOf(before), after: placeOf(after) }
}

type Query<Tables, Names extends keyof Tables, Row> = SelectQueryBuilder<Tables, Names, Row>

/** Only the rows of these times. */
export function withinTimes<Tables, Names extends keyof Tables, Row>(
  query: Query<Tables, Names, Row>,
  order: Pick<LogOrder, 'time'>,
  { from, to }: LogTimes,
): Query<Tables, Names, Row> {
  const time = sql<number>`${sql.ref(order.time)}`
  let some = query
  if (from !== undefined) some = some.where(sql<boolean>`${time} >= ${from}`)
  if (to !== undefined) some = some.where(sql<boolean>`${time} < ${to}`)
  return some
}

const placeText = (row: LogRow | undefined): string => (row ? `${row.logTime}.${row.id}` : '')

/** Reads one page out of the rows of a query, which selects `id` and `logTime` and has no order of its own. */
export async function readLogPage<Tables, Names extends keyof Tables, Row extends LogRow>(
  query: Query<Tables, Names, Row>,
  order: LogOrder,
  cut: LogCut,
): Promise<LogPage<Row>> {
  const { before, after, limit } = cut
  const direction = after ? 'asc' : 'desc'
  const columns = sql`(${sql.ref(order.time)}, ${sql.ref(order.id)})`
  let some = withinTimes(query, order, cut)
  if (before) some = some.where(sql<boolean>`${columns} < (${before.time}, ${before.id})`)
  if (after) some = some.where(sql<boolean>`${columns} > (${after.time}, ${after.id})`)
  if (!before && !after) some = some.offset(cut.offset)
  // One more than is answered tells whether there is another page.
  const rows = await some
    .orderBy(sql.ref(order.time), direction)
    .orderBy(sql.ref(order.id), direction)
    .limit(limit + 1)
    .execute()
  const hasMore = rows.length > limit
  // Fewer newer rows than a page holds: the newest page has them, and is a whole one.
  if (after && !hasMore) return readLogPage(query, order, { ...cut, offset: 0, after: undefined })
  const list = hasMore ? rows.slice(0, limit) : rows
  if (after) list.reverse()
  const isNewest = !after && !before && cut.offset === 0
  // The types of Kysely lose sight of the row, because a query may be asked for one of its columns only.
  const found = list as unknown as Row[]
  return {
    list: found,
    older: after || hasMore ? placeText(found.at(-1)) : '',
    newer: isNewest ? '' : placeText(found[0]),
  }
}

/** Counts the rows of a query, up to a number after which nobody wants to wait for the true one. */
export async function countLog<Tables, Names extends keyof Tables, Row>(
  db: Db,
  query: Query<Tables, Names, Row>,
  atMost: number | undefined,
): Promise<LogTotal> {
  const rows = query.select(sql<number>`1`.as('one'))
  const bounded = atMost === undefined ? rows : rows.limit(atMost)
  const { rows: counted } = await sql<LogTotal>`select count(*) as total from (${bounded}) as counted`.execute(db)
  return { total: counted[0]?.total ?? 0 }
}

const EXPORT_ROWS = 1000

/** Every row of some times, oldest pages last, without holding more than a page in memory. */
export async function* everyLogPage<Row>(
  times: LogTimes,
  read: (cut: LogCut) => Promise<LogPage<Row>>,
): AsyncGenerator<Row[]> {
  let before: Place | undefined
  do {
    const { list, older } = await read({ ...times, limit: EXPORT_ROWS, offset: 0, before })
    yield list
    before = older === '' ? undefined : placeOf(older)
  } while (before)
}
