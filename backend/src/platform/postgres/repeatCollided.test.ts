import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/testServer.ts'
import { untilWaiting } from '../../testing/untilWaiting.ts'
import { type Database, type Db, openDatabase } from '../db.ts'
import { repeatCollided } from './repeatCollided.ts'

const open: Database[] = []
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
})

const collision = (code: string) => Object.assign(new Error('the server says no'), { code })

describe('work', () => {
  it.each(['40P01', '40001'])('that ended with %s is done again', async (code) => {
    let runs = 0
    const work = async () => {
      runs += 1
      if (runs < 3) throw collision(code)
      return runs
    }
    expect(await repeatCollided(work)).toBe(3)
  })

  it.each([
    ['a key that is taken', '23505', 1],
    ['collisions that do not end', '40P01', 6],
  ])('ends with the error of %s', async (_what, code, expected) => {
    let runs = 0
    const work = async () => {
      runs += 1
      throw collision(code)
    }
    await expect(repeatCollided(work)).rejects.toMatchObject({ code })
    expect(runs).toBe(expected)
  })
})

/** Two rows that count who wrote them. */
async function twoRows(isRepeating = true): Promise<Db> {
  const database = openDatabase({ DATABASE_URL: await createEmptyDatabase(), DATA_DIR: '' }, isRepeating)
  open.push(database)
  await sql`create table tally (id integer primary key, count integer not null)`.execute(database.db)
  await sql`insert into tally values (1, 0), (2, 0)`.execute(database.db)
  return database.db
}

const add = (db: Db, id: number) => sql`update tally set count = count + 1 where id = ${id}`.execute(db)
const counts = async (db: Db) =>
  (await sql<{ count: number }>`select count from tally order by id`.execute(db)).rows.map(({ count }) => count)

/** Both write both rows, each the other one first, and neither goes on before both hold theirs. */
function crosswise(db: Db) {
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const write = (own: 0 | 1) =>
    db.transaction().execute(async (trx) => {
      runs += 1
      await add(trx, own + 1)
      holding[own].resolve()
      await holding[1 - own]?.promise
      await add(trx, 2 - own)
    })
  return { run: () => Promise.allSettled([write(0), write(1)]), runs: () => runs }
}

describe.runIf(TEST_ENGINE === 'postgres')('with PostgreSQL', () => {
  it('two transactions that wait for each other are both written, once', async () => {
    const db = await twoRows()
    const both = crosswise(db)
    expect((await both.run()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(both.runs()).toBe(3)
    expect(await counts(db)).toEqual([2, 2])
  })

  it('one of them is undone where work cannot be done again', async () => {
    const db = await twoRows(false)
    const both = crosswise(db)
    const ends = await both.run()
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refused).toEqual([expect.objectContaining({ code: '40P01' })])
    expect(both.runs()).toBe(2)
    expect(await counts(db)).toEqual([1, 1])
  })

  it('a lone statement that waits for a transaction crosswise is written, once', async () => {
    const db = await twoRows()
    let alone: Promise<unknown> = Promise.resolve()
    let runs = 0
    await db.transaction().execute(async (trx) => {
      runs += 1
      await add(trx, 2)
      // It waits longer than this transaction, so that it is the one which PostgreSQL ends.
      if (runs === 1) alone = sql`update tally set count = count + 10`.execute(db)
      await untilWaiting(db)
      await add(trx, 1)
    })
    await alone
    expect(runs).toBe(1)
    expect(await counts(db)).toEqual([11, 11])
  })

  it('a transaction that read what another one has changed is done again', async () => {
    const db = await twoRows()
    let runs = 0
    await db.transaction().execute(async (trx) => {
      runs += 1
      await sql`set transaction isolation level repeatable read`.execute(trx)
      await counts(trx)
      if (runs === 1) await add(db, 1)
      await add(trx, 1)
    })
    expect(runs).toBe(2)
    expect(await counts(db)).toEqual([2, 0])
  })
})
