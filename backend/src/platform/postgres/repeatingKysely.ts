import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'
import type { Tables } from '../schema.ts'
import { repeatCollided } from './repeatCollided.ts'

/** Repeats statements that are alone; one of a transaction can only be repeated with all of it. */
class RepeatingDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
    connection.executeQuery = <Row>(query: CompiledQuery, how?: AbortableOperationOptions) => {
      const run = () => execute<Row>(query, how)
      return this.#inTransaction.has(connection) ? run() : repeatCollided(run)
    }
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    this.#inTransaction.add(connection)
  }

  override async releaseConnection(connection: Parameters<PostgresDriver['releaseConnection']>[0]): Promise<void> {
    this.#inTransaction.delete(connection)
    await super.releaseConnection(connection)
  }
}

/** PostgreSQL whose lone statements are repeated when they collide. */
export class RepeatingDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new RepeatingDriver(this.#config)
  }
}

/**
 * A database that repeats transactions which collide. Their functions may therefore run more than once: what they do
 * beside the database belongs behind the transaction, or into a job that is sent in it.
 */
export class RepeatingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const begin = () => super.transaction()
    const execute: TransactionBuilder<Tables>['execute'] = (work) => repeatCollided(() => begin().execute(work))
    return Object.assign(begin(), { execute })
  }
}
