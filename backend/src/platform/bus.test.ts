import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../testing/testServer.ts'
import { type Bus, createBus } from './bus.ts'

/** Far above what it takes anywhere; a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 30_000, interval: 20 }

describe('the bus', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const listen = (bus: Bus, topic: string) => {
    const heard: unknown[] = []
    const end = bus.subscribe(topic, (message) => heard.push(message))
    return { heard, end }
  }

  it('tells every listener of a topic, in order, and nobody else', async () => {
    const { bus } = server.platform
    const [one, two, other] = [listen(bus, 'a'), listen(bus, 'a'), listen(bus, 'b')]
    await bus.publish('a', { id: 1 })
    await bus.publish('a', { id: 2, text: "it's; drop table" })
    const all = [{ id: 1 }, { id: 2, text: "it's; drop table" }]
    await vi.waitFor(() => expect(two.heard).toEqual(all), PATIENCE)
    expect(one.heard).toEqual(all)
    expect(other.heard).toEqual([])
  })

  it('tells nothing to somebody who has stopped listening', async () => {
    const { bus } = server.platform
    const [gone, stays] = [listen(bus, 'c'), listen(bus, 'c')]
    gone.end()
    await bus.publish('c', 1)
    await vi.waitFor(() => expect(stays.heard).toEqual([1]), PATIENCE)
    expect(gone.heard).toEqual([])
  })

  describe.runIf(TEST_ENGINE === 'postgres')('between nodes', () => {
    const otherNode = () => createBus(server.platform.database, pino({ level: 'silent' }))

    it('tells the listeners of all of them', async () => {
      const other = await otherNode()
      const [here, there] = [listen(server.platform.bus, 'd'), listen(other, 'd')]
      await other.publish('d', 'from there')
      await server.platform.bus.publish('d', 'from here')
      const all = ['from there', 'from here']
      await vi.waitFor(() => expect([here.heard, there.heard]).toEqual([all, all]), PATIENCE)
      await other.close()
    })

    it('listens again after its connection was lost', async () => {
      const { bus, database } = server.platform
      const { heard } = listen(bus, 'e')
      await database.pool?.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
      )
      await vi.waitFor(async () => {
        await bus.publish('e', 'again')
        expect(heard).toContain('again')
      }, PATIENCE)
    })

    it('refuses what the database would cut off', async () => {
      await expect(server.platform.bus.publish('f', 'x'.repeat(9_000))).rejects.toThrow('too long for the bus')
    })
  })
})
