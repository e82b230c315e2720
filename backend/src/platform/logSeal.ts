import { sql } from 'kysely'
import type { Db } from './db.ts'
import { othersFirst, PRUNED_ROWS } from './pruneRows.ts'
import type { Secrets } from './secrets.ts'

/** The logs that can be sealed, with what a seal covers. A new column has to be added at the end. */
const SEALED = {
  loginLog: ['id', 'account', 'remoteAddr', 'userAgent', 'referer', 'reason', 'loginTime'],
  operationLog: [
    ...(['id', 'userId', 'namespaceId', 'router', 'api', 'requestTime', 'requestData', 'responseTime'] as const),
    ...(['responseData', 'beforeData', 'afterData'] as const),
  ],
} as const
export type SealedLog = keyof typeof SEALED
export const SEALED_LOGS = Object.keys(SEALED) as SealedLog[]

/** A row as it is stored. */
type SealedRow = Readonly<Record<string, string | number>> & { id: number; seal: string }

/** Seals each row together with the seal of the row before, so that nobody changes, adds or removes one unseen. */
export interface LogSeal {
  add(log: SealedLog, insert: (trx: Db) => Promise<SealedRow>): Promise<void>
}

const sealOf = (secrets: Secrets, log: SealedLog, before: string, row: SealedRow): string =>
  secrets.sign(JSON.stringify([before, ...SEALED[log].map((field) => row[field])]), `log:${log}`)

/** The key of the seals is the console's own, which is not in the database: who can only write there cannot seal. */
export function createLogSeal(db: Db, secrets: Secrets): LogSeal {
  return {
    add: (log, insert) =>
      db.transaction().execute(async (trx) => {
        // Holds the end of the chain until this row is part of it; several nodes take turns.
        const end = await trx
          .insertInto('logChain')
          .values({ log, rows: 1 })
          .onConflict((conflict) =>
            conflict.column('log').doUpdateSet((row) => ({ rows: sql`${row.ref('logChain.rows')} + 1` })),
          )
          .returning('seal')
          .executeTakeFirstOrThrow()
        const row = await insert(trx)
        const seal = sealOf(secrets, log, end.seal, row)
        await sql`update ${sql.table(log)} set seal = ${seal} where id = ${row.id}`.execute(trx)
        await trx.updateTable('logChain').set({ seal }).where('log', '=', log).execute()
      }),
  }
}

const READ_ROWS = 1000

/** What came of following the seals of a log. */
export interface SealReport {
  log: SealedLog
  /** Rows whose seals are right. */
  sealed: number
  /** Rows without one: written while sealing was off, or by somebody else. */
  unsealed: number
  /** Where the chain is broken, as far as it was followed: a row was changed, or rows before it were removed. */
  brokenAt: readonly number[]
  /** The last rows are missing. */
  isCutOff: boolean
  /** The seal of the last row: whoever writes it down elsewhere can tell later that nothing was cut off since. */
  seal: string
  /** Whether the seal that was asked for is still there. */
  hasSeen: boolean
}

const MOST_BREAKS = 20

/**
 * Follows the seals of a log from its first row to its end.
 * @param seen a seal that must be among them
 */
export async function checkSeals(db: Db, secrets: Secrets, log: SealedLog, seen?: string): Promise<SealReport> {
  const chain = await db.selectFrom('logChain').selectAll().where('log', '=', log).executeTakeFirst()
  const report = { log, sealed: 0, unsealed: 0, brokenAt: [] as number[], hasSeen: false }
  let [last, id] = [chain?.prunedSeal ?? '', chain?.prunedId ?? 0]
  for (;;) {
    const { rows } =
      await sql<SealedRow>`select * from ${sql.table(log)} where id > ${id} order by id limit ${READ_ROWS}`.execute(db)
    for (const row of rows) {
      id = row.id
      if (row.seal === '') report.unsealed++
      else {
        if (sealOf(secrets, log, last, row) === row.seal) report.sealed++
        else if (report.brokenAt.length < MOST_BREAKS) report.brokenAt.push(row.id)
        last = row.seal
        if (last === seen) report.hasSeen = true
      }
    }
    if (rows.length < READ_ROWS) break
  }
  const end = chain?.seal ?? ''
  return { ...report, isCutOff: last !== end, seal: end }
}

/** Removes the oldest rows before an id, and remembers where the chain goes on, so that it is whole after each batch. */
async function pruneBatch(trx: Db, log: SealedLog, keptFrom: number): Promise<number> {
  const { rows } = await sql<SealedRow>`select id, seal from ${sql.table(log)}
    where id < ${keptFrom} order by id limit ${PRUNED_ROWS}`.execute(trx)
  const [newest, last] = [rows.at(-1), rows.findLast(({ seal }) => seal !== '')]
  if (!newest) return 0
  if (last) {
    const pruned = { prunedId: last.id, prunedSeal: last.seal }
    // Another node may be further already.
    await trx.updateTable('logChain').set(pruned).where('log', '=', log).where('prunedId', '<', last.id).execute()
  }
  await sql`delete from ${sql.table(log)} where id <= ${newest.id}`.execute(trx)
  return rows.length
}

/**
 * Removes the rows before a moment, batch by batch, and remembers where the chain goes on.
 * @returns how many went
 * @throws AbortError when the signal comes
 */
export async function pruneSealed(
  db: Db,
  log: SealedLog,
  time: string,
  before: number,
  signal?: AbortSignal,
): Promise<number> {
  // In the order of ids, which ends at the first row that stays; by the index of times every row that stays were read.
  const first = await sql<{ id: number }>`select id from ${sql.table(log)}
    where ${sql.ref(time)} + 0 >= ${before} order by id limit 1`.execute(db)
  // Never the last row, so that the chain does not end in nothing.
  const newest = await sql<{ id: number }>`select id from ${sql.table(log)} order by id desc limit 1`.execute(db)
  const keptFrom = first.rows[0]?.id ?? newest.rows[0]?.id ?? 0
  let removed = 0
  for (;;) {
    const count = await db.transaction().execute((trx) => pruneBatch(trx, log, keptFrom))
    removed += count
    if (count < PRUNED_ROWS) return removed
    await othersFirst(signal)
  }
}
