import { readStatedTime } from '../../platform/zonedTime.ts'
import type { SourceRow } from './importSource.ts'

/** Reads the columns of a foreign row as what ours are; a column that is missing or NULL is as if it were empty. */
export interface FieldReader {
  id: number
  has(column: string): boolean
  /** Cut to a number of characters; what PostgreSQL cannot keep is made visible. */
  text(column: string, limit?: number): string
  /** Cut to what a column of ours holds. */
  int(column: string, otherwise?: number): number
  /** The id of another foreign row, which may be larger than ours ever are. */
  ref(column: string): number
  /** Milliseconds since 1970; 0 when there is none, as in a zero date. */
  time(column: string): number
  times(): { insertTime: number; updateTime: number }
  /** JSON that cannot be read is as if it were empty. */
  json(column: string): unknown
}

const [SMALLEST_INT, LARGEST_INT] = [-2_147_483_648, 2_147_483_647]
const TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/

/** A time of the foreign database, which names no zone. */
function readTime(text: string, zone: string): number {
  if (!TIME.test(text) || text.startsWith('0000')) return 0
  const plain = text.slice(0, 19).replace('T', ' ')
  // What its schema writes for "none" is the beginning of the epoch in any zone.
  if (plain.startsWith('1970-01-01')) return 0
  try {
    return readStatedTime(plain, zone).time
  } catch {
    // A clock that was put forward never showed it, or there is no such day: MySQL has kept it all the same.
    const time = Date.parse(`${plain.replace(' ', 'T')}Z`)
    return Number.isNaN(time) ? 0 : time
  }
}

/** The beginning of a text in whole letters, as both databases count them: half of an emoji is no text. */
export const cutText = (text: string, limit: number): string =>
  text.length <= limit ? text : [...text].slice(0, limit).join('')

/** @param zone of the foreign database, in which its times are written */
export function fieldReader(row: SourceRow, zone: string): FieldReader {
  const text = (column: string, limit = Number.POSITIVE_INFINITY) =>
    cutText((row[column] ?? '').replaceAll('\0', '␀'), limit)
  const time = (column: string) => readTime(row[column] ?? '', zone)
  return {
    id: Number(row['id'] ?? 0),
    has: (column) => (row[column] ?? null) !== null,
    text,
    int: (column, otherwise = 0) => {
      const value = Number(row[column] ?? otherwise)
      return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), SMALLEST_INT), LARGEST_INT) : otherwise
    },
    ref: (column) => Number(row[column] ?? 0),
    time,
    times: () => {
      const insertTime = time('insert_time')
      return { insertTime, updateTime: time('update_time') || insertTime }
    },
    json: (column) => {
      try {
        return JSON.parse(row[column] || 'null')
      } catch {
        return null
      }
    },
  }
}
