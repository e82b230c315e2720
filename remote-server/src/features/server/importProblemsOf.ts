import type { ServerImportProblems } from '@windlass/shared-kit/contract/serverBulk'
import { ApiError } from '@windlass/shared-kit/http'

type Rows = ServerImportProblems['rows']

const isRow = (value: unknown): value is Rows[number] =>
  typeof value === 'object' &&
  value !== null &&
  'line' in value &&
  typeof value.line === 'number' &&
  'message' in value &&
  typeof value.message === 'string'

/** The rows a refused import names; undefined when nothing of the file was taken. */
export function importProblemsOf(error: unknown): Rows | undefined {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) return undefined
  const rows: unknown = 'rows' in error.data ? error.data.rows : undefined
  return Array.isArray(rows) ? rows.filter(isRow) : undefined
}
