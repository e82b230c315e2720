import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { openDeployLog } from './deployLog.ts'
import { createPublishLogStore, type PublishLogStore } from './publishLog.store.ts'

const source = { stage: 'afterPull' as const, serverId: 0, serverName: '' }
const KIB = 1024

describe('the stored log of a deploy', () => {
  let server: TestServer
  let store: PublishLogStore

  beforeAll(async () => {
    server = await makeTestServer()
    store = createPublishLogStore(server.platform.db)
  })
  afterAll(() => closeTestServer(server))

  const writeLog = async (chunks: readonly string[]): Promise<string> => {
    const token = randomUUID()
    const log = await openDeployLog({
      store,
      token,
      onStored: () => undefined,
      onError: (error) => expect.unreachable(String(error)),
    })
    const sink = log.sink(source)
    for (const chunk of chunks) {
      sink.take(Buffer.from(chunk), 'out')
      await log.flush()
    }
    sink.end()
    await log.close()
    return token
  }
  const readPages = async (token: string) => {
    const pages: Awaited<ReturnType<PublishLogStore['read']>>[] = []
    for (let offset = 0; ; offset = pages.at(-1)?.nextOffset ?? 0) {
      const page = await store.read(token, offset)
      if (page.entries.length === 0) return pages
      pages.push(page)
    }
  }
  const textOf = (pages: Awaited<ReturnType<typeof readPages>>) =>
    pages.flatMap(({ entries }) => entries.map(({ text }) => text)).join('')

  it('is read whole and once from any offset, however much was said at a time', async () => {
    const chunk = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .chain((text) =>
        fc.integer({ min: 1, max: 6_000 }).map((times) => `${text.replaceAll('\0', '')}\n`.repeat(times)),
      )
    const property = async (chunks: string[], share: number) => {
      const token = await writeLog(chunks)
      const pages = await readPages(token)
      expect(textOf(pages)).toBe(chunks.join(''))
      const offset = Math.floor((await store.end(token)) * share)
      const all = pages.flatMap(({ entries }) => entries)
      const { entries } = await store.read(token, offset)
      expect(entries[0]).toEqual(all.find((entry) => entry.offset >= offset))
    }
    const shares = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 6 }), shares, property), {
      numRuns: 30,
    })
  })

  it('starts with a short answer and goes on in long ones, although a program said all of it at once', async () => {
    const said = 'a line of a program that says very much\n'.repeat(100_000)
    const pages = await readPages(await writeLog([said]))
    const sizes = pages.map(({ nextOffset }, index) => nextOffset - (pages[index - 1]?.nextOffset ?? 0))
    // An answer ends with the entry that reaches its limit.
    const entryBytes = 10 * KIB
    expect(sizes[0]).toBeLessThan(64 * KIB + entryBytes)
    expect(sizes[1]).toBeGreaterThan(64 * KIB)
    expect(Math.max(...sizes)).toBeLessThan(KIB * KIB + entryBytes)
    expect(sizes.length).toBeLessThan(10)
    expect(textOf(pages)).toBe(said)
  })

  it('is read a page at a time although each of its pieces is short', async () => {
    const token = randomUUID()
    const piece = `${JSON.stringify({ time: 1, ...source, stream: 'out', text: 'a\n' })}\n`
    for (let index = 0, end = 0; index < 500; index++) end = await store.append(token, end, [piece])
    expect((await store.read(token, 0)).entries).toHaveLength(500)
  })

  it('has nothing after its end, and nothing at all of a deploy that said nothing', async () => {
    const token = await writeLog(['one\n'])
    const end = await store.end(token)
    expect(await store.read(token, end)).toEqual({ entries: [], nextOffset: end })
    expect(await store.read(randomUUID(), 0)).toEqual({ entries: [], nextOffset: 0 })
  })
})
