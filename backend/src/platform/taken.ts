import { failed } from './errors.ts'

/** What SQLite and PostgreSQL call a value that has to be unique and is not. */
const UNIQUE_VIOLATIONS: ReadonlySet<string> = new Set(['SQLITE_CONSTRAINT_UNIQUE', '23505'])

/**
 * Waits for a write and refuses it with a message of its own when a unique value is taken already. Asking the
 * database instead of looking first leaves no gap between two people who choose the same name.
 */
export async function unlessTaken<T>(write: Promise<T>, message: string): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.has(String(error.code))) {
      throw failed(message)
    }
    throw error
  }
}
