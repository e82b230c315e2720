import { Permission } from '@windlass/shared-kit/contract'
import type { SourceRow } from '../import/importSource.ts'

const HOUR_MS = 3_600_000
/** Shanghai has put no clock forward since 1991. */
const ZONE_HOURS = 8
const [SMALLEST, LARGEST] = [-(2 ** 31), 2 ** 31 - 1]

/** What a test knows about the console that rows come into. */
export interface Known {
  /** Ours of a foreign row, by part. */
  of(part: string, sourceId: number): number | undefined
  isAdopted(part: string, sourceId: number): boolean
  /** Of our servers and projects, by their ids; 0 for a server of everybody. */
  homeOf(table: 'server' | 'project', id: number): number
  /** Whether one of our users is a super manager. */
  isSuper(userId: number): boolean
  /** When the import began. */
  now: number
}
/** What has to come of a row: ours with every column but the id, a reason to stay behind, or one that was there. */
export type Expected = Record<string, unknown> | 'stays' | 'is there'
export type Expect = (row: SourceRow, known: Known) => Expected

export const textIn = (row: SourceRow, column: string, limit = Number.POSITIVE_INFINITY): string =>
  [...(row[column] ?? '').replaceAll('\0', '␀')].slice(0, limit).join('')
export const intIn = (row: SourceRow, column: string, otherwise = 0): number =>
  Math.min(Math.max(Number(row[column] ?? otherwise), SMALLEST), LARGEST)
export const idIn = (row: SourceRow, column: string): number => Number(row[column])
export const timeIn = (row: SourceRow, column: string): number => {
  const text = row[column] ?? '0000'
  if (/^(0000|1970-01-01)/.test(text)) return 0
  return Date.parse(`${text.replace(' ', 'T')}Z`) - ZONE_HOURS * HOUR_MS
}
export const timesIn = (row: SourceRow) => {
  const insertTime = timeIn(row, 'insert_time')
  return { insertTime, updateTime: timeIn(row, 'update_time') || insertTime }
}
/** Objects only: what else stands there means nothing. */
export const jsonIn = (row: SourceRow, column: string): Record<string, unknown> =>
  (JSON.parse(row[column] || 'null') ?? {}) as never
/** Texts whose columns have the same name and length on both sides. */
export const texts = (row: SourceRow, ...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [camel(column), textIn(row, column)]))
export const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
export const isOn = (row: SourceRow, column: string) => (intIn(row, column) === 1 ? 1 : 0)
export const among = (known: string, text: string, otherwise: string) =>
  known.split(' ').includes(text) ? text : otherwise
export const PERMISSIONS = new Set<number>(Object.values(Permission))

export function ints(row: SourceRow, ...columns: string[]) {
  return Object.fromEntries(columns.map((column) => [camel(column), intIn(row, column)]))
}
