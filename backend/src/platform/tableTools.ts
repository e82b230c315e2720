import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from './db.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** What a portable migration needs beyond Kysely: the few spellings that differ between the engines. */
export interface TableTools {
  engine: Engine
  /** Creates a table with its auto-incremented primary key `id`. */
  table(db: Kysely<unknown>, name: string): CreateTableBuilder<string, string>
  /** Adds insert_time and update_time, milliseconds since 1970. */
  timed(builder: CreateTableBuilder<string, string>): CreateTableBuilder<string, string>
  text: Column
  int: Column
  /** Moves the counter of `id` past rows that were inserted with a fixed id. */
  advanceId(db: Kysely<unknown>, table: string): Promise<void>
}

/** The tools for one engine. */
export function tableTools(engine: Engine): TableTools {
  const text: Column = (column) => column.notNull().defaultTo('')
  const int: Column = (column) => column.notNull().defaultTo(0)
  return {
    engine,
    text,
    int,
    table: (db, name) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'sqlite' ? 'integer' : 'serial', (column) =>
          engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        ) as unknown as CreateTableBuilder<string, string>,
    timed: (builder) => builder.addColumn('insert_time', 'bigint', int).addColumn('update_time', 'bigint', int),
    advanceId: async (db, table) => {
      // SQLite's AUTOINCREMENT already counts from the largest id it has seen.
      if (engine === 'sqlite') return
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        db,
      )
    },
  }
}
