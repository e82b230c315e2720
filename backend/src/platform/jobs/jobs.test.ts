import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'
import type { Database } from '../db.ts'
import { createJobs } from './createJobs.ts'
import type { Job, Jobs } from './jobs.ts'

interface Step {
  name: string
}

const silent = pino({ level: 'silent' })
const PATIENCE = { timeout: 30_000, interval: 50 }

describe('background jobs', () => {
  let server: TestServer
  let running: Jobs[] = []
  let serial = 0
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterEach(async () => {
    for (const jobs of running) {
      await jobs.drain(1_000)
      await jobs.stop()
    }
    running = []
  })
  afterAll(() => closeTestServer(server))

  /** A node of its own with one queue, on the database of the test server. */
  const startNode = async (
    queue: string,
    concurrency: number,
    handler: (job: Job<Step>) => Promise<void>,
    database: Database = server.platform.database,
  ) => {
    const jobs = await createJobs(database, silent)
    jobs.work<Step>(queue, { concurrency }, handler)
    await jobs.start()
    running.push(jobs)
    return jobs
  }
  const newQueue = () => `queue-${++serial}`
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  it('of one key run one after another in the order they were sent, those of other keys beside them', async () => {
    const queue = newQueue()
    const seen: string[] = []
    const busy = new Set<string>()
    const company = Promise.withResolvers<void>()
    let most = 0
    const jobs = await startNode(queue, 4, async ({ data: { name } }) => {
      const key = name.charAt(0)
      expect(busy.has(key)).toBe(false)
      busy.add(key)
      most = Math.max(most, busy.size)
      if (most === 2) company.resolve()
      await company.promise
      await pause(60)
      busy.delete(key)
      seen.push(name)
    })
    for (const number of [1, 2, 3]) {
      for (const key of ['a', 'b']) await jobs.send(queue, key, { name: `${key}${number}` })
    }
    await vi.waitFor(() => expect(seen).toHaveLength(6), PATIENCE)
    expect(seen.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(seen.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2', 'b3'])
    expect(most).toBe(2)
  })

  it('never run more at once than the node allows', async () => {
    const queue = newQueue()
    let [now, most, done] = [0, 0, 0]
    const company = Promise.withResolvers<void>()
    const jobs = await startNode(queue, 2, async () => {
      most = Math.max(most, ++now)
      if (most === 2) company.resolve()
      await company.promise
      await pause(60)
      now--
      done++
    })
    for (let index = 0; index < 6; index++) await jobs.send(queue, `key ${index}`, { name: 'x' })
    await vi.waitFor(() => expect(done).toBe(6), PATIENCE)
    expect(most).toBe(2)
  })

  it('exist only if the transaction that sent them is kept', async () => {
    const queue = newQueue()
    const seen: string[] = []
    const jobs = await startNode(queue, 1, async ({ data }) => {
      seen.push(data.name)
    })
    const { db } = server.platform
    const rolledBack = db.transaction().execute(async (trx) => {
      await jobs.send(queue, 'key', { name: 'rolled back' }, trx)
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await db.transaction().execute(async (trx) => {
      await jobs.send(queue, 'key', { name: 'kept' }, trx)
    })
    await vi.waitFor(() => expect(seen).toEqual(['kept']), PATIENCE)
  })

  it('that fail are not repeated and do not hold back the next of their key', async () => {
    const queue = newQueue()
    const seen: string[] = []
    const jobs = await startNode(queue, 1, async ({ data, attempt }) => {
      seen.push(`${data.name} ${attempt}`)
      if (data.name === 'bad') throw new Error('broken on purpose')
    })
    await jobs.send(queue, 'key', { name: 'bad' })
    await jobs.send(queue, 'key', { name: 'good' })
    await vi.waitFor(() => expect(seen).toContain('good 1'), PATIENCE)
    expect(seen).toEqual(['bad 1', 'good 1'])
  })

  it('that were taken back never run', async () => {
    const queue = newQueue()
    const seen: string[] = []
    const gate = Promise.withResolvers<void>()
    const jobs = await startNode(queue, 1, async ({ data }) => {
      seen.push(data.name)
      if (data.name === 'first') await gate.promise
    })
    await jobs.send(queue, 'key', { name: 'first' })
    await vi.waitFor(() => expect(seen).toEqual(['first']), PATIENCE)
    const id = await jobs.send(queue, 'key', { name: 'second' })
    await jobs.send(queue, 'key', { name: 'third' })
    await jobs.cancel(queue, id)
    gate.resolve()
    await vi.waitFor(() => expect(seen).toContain('third'), PATIENCE)
    expect(seen).toEqual(['first', 'third'])
  })

  it('are waited for at a stop, but not for ever', async () => {
    const queue = newQueue()
    const gate = Promise.withResolvers<void>()
    let isStarted = false
    const jobs = await startNode(queue, 1, async () => {
      isStarted = true
      await gate.promise
    })
    await jobs.send(queue, 'key', { name: 'long' })
    await vi.waitFor(() => expect(isStarted).toBe(true), PATIENCE)
    expect(await jobs.drain(100)).toBe(false)
    gate.resolve()
    expect(await jobs.drain(5_000)).toBe(true)
  })

  it('go to the next node when theirs dies, with the count of their attempts', async () => {
    const queue = newQueue()
    const gate = Promise.withResolvers<void>()
    const attempts: number[] = []
    const seen: string[] = []
    const handler = async ({ data, attempt }: Job<Step>) => {
      if (data.name === 'interrupted') attempts.push(attempt)
      if (attempt === 1 && data.name === 'interrupted') await gate.promise
      seen.push(data.name)
    }
    const death = await dyingDatabase()
    const dying = await createJobs(death.database, silent)
    dying.work<Step>(queue, { concurrency: 1 }, handler)
    await dying.start()
    await dying.send(queue, 'key', { name: 'interrupted' })
    await dying.send(queue, 'key', { name: 'after it' })
    await vi.waitFor(() => expect(attempts).toEqual([1]), PATIENCE)
    await death.die()
    await startNode(queue, 1, handler)
    await vi.waitFor(() => expect(seen).toEqual(['interrupted', 'after it']), PATIENCE)
    expect(attempts).toEqual([1, 2])
    gate.resolve()
  })

  /** A way to the same database that can be cut, as if the process had gone. */
  async function dyingDatabase(): Promise<{ database: Database; die(): Promise<void> }> {
    const { database } = server.platform
    // The embedded database belongs to one process: there, dying means that nobody ends what was begun.
    if (TEST_ENGINE === 'sqlite') return { database, die: async () => undefined }
    const pool = new pg.Pool({ connectionString: server.env.DATABASE_URL, max: 4 })
    pool.on('error', () => undefined)
    return {
      database: { ...database, pool },
      die: async () => {
        await pool.end()
        // Instead of waiting until the others have missed enough of its heartbeats.
        await database.pool?.query(
          "update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'",
        )
      },
    }
  }
})
