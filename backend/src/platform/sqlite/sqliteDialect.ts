import {
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'

/** What changes nothing leaves nothing to wait for; statements that count no rows, such as DDL, are taken to change. */
const COUNTS_ROWS = /^\s*(delete|insert|update)\b/i

type Prepared = SqliteStatement & { readonly readonly: boolean }

/** A statement that tells when it wrote. */
function watched(sql: string, statement: Prepared, onWrite: () => void): SqliteStatement {
  if (statement.readonly) return statement
  const countsRows = COUNTS_ROWS.test(sql)
  return {
    reader: statement.reader,
    iterate: (parameters) => statement.iterate(parameters),
    all: (parameters) => {
      const rows = statement.all(parameters)
      if (!countsRows || rows.length > 0) onWrite()
      return rows
    },
    run: (parameters) => {
      const result = statement.run(parameters)
      if (!countsRows || result.changes > 0) onWrite()
      return result
    },
  }
}

interface Parts {
  database: SqliteDatabase
  takeWritten: () => boolean
  settle: () => Promise<void>
  close: () => Promise<void>
}

/** One connection, taken in the order of asking and given on before what it wrote is on the disk. */
class GroupCommitDriver extends SqliteDriver {
  readonly #settle: () => Promise<void>
  readonly #takeWritten: () => boolean
  readonly #close: () => Promise<void>
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(parts: Parts) {
    super(parts)
    this.#takeWritten = parts.takeWritten
    this.#settle = parts.settle
    this.#close = parts.close
  }

  override async acquireConnection() {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    const hasWritten = this.#takeWritten()
    const next = this.#waiting.shift()
    // It stays taken for the one who is next, so that nobody comes in between.
    if (next) next()
    else this.#isTaken = false
    if (hasWritten) await this.#settle()
  }

  override destroy(): Promise<void> {
    return this.#close()
  }
}

/** Our driver gives one connection to one after the other itself. */
class OwnTurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

interface Connection {
  prepare(sql: string): Prepared
  /** Waits until everything that was written before is on the disk. */
  settle(): Promise<void>
  close(): Promise<void>
}

/**
 * SQLite with one connection, in which whoever wrote goes on only when `settle` says that it is on the disk, while
 * others already work with it.
 */
export function sqliteDialect({ prepare, settle, close }: Connection): Dialect {
  let hasWritten = false
  const onWrite = () => {
    hasWritten = true
  }
  const takeWritten = () => {
    const value = hasWritten
    hasWritten = false
    return value
  }
  const database: SqliteDatabase = {
    prepare: (sql) => watched(sql, prepare(sql), onWrite),
    // The driver closes it, with what belongs to it.
    close: () => undefined,
  }
  return {
    createAdapter: () => new OwnTurnsAdapter(),
    createDriver: () => new GroupCommitDriver({ database, takeWritten, settle, close }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}
