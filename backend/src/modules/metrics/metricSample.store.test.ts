import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createMetricSampleStore, selectBetween } from './metricSample.store.ts'

const FIRST = 1_000
const MINUTES = 120
const SERIES = 250

let server: TestServer

beforeAll(async () => {
  server = await makeTestServer()
  const rows = Array.from({ length: MINUTES * SERIES }, (_each, index) => ({
    minute: FIRST + Math.floor(index / SERIES),
    seriesId: 1 + (index % SERIES),
    value: index,
  }))
  await server.platform.db.transaction().execute((trx) => createMetricSampleStore(trx).addAll(rows))
  if (server.platform.database.engine === 'postgres') await sql`analyze metric_sample`.execute(server.platform.db)
})
afterAll(() => closeTestServer(server))

describe('the minutes of a few series', () => {
  it('are read in order, both ends included, each once', async () => {
    const store = createMetricSampleStore(server.platform.db)
    const found = await store.between([7, 3], FIRST + 118, FIRST + 500)
    expect(found.map(({ minute }) => minute)).toEqual([1118, 1118, 1119, 1119])
    expect(found.map(({ seriesId }) => seriesId).toSorted()).toEqual([3, 3, 7, 7])
    expect(await store.between([], FIRST, FIRST + 1)).toEqual([])
    expect(await store.between([3], FIRST + 1, FIRST)).toEqual([])
  })

  it('are looked up by their key, without what all others have reported', async () => {
    const { db, database } = server.platform
    const select = selectBetween([3, 7], FIRST, FIRST + 60)
    const isEmbedded = database.engine === 'sqlite'
    const { rows } = await (isEmbedded
      ? sql<{ detail: string }>`explain query plan ${select}`.execute(db)
      : sql<{ detail: string }>`explain ${select}`.execute(db))
    const plan = rows.flatMap((row) => Object.values(row)).join('\n')
    expect(plan).toMatch(isEmbedded ? /SEARCH metric_sample USING PRIMARY KEY/ : /Index .*metric_sample_key/)
    expect(plan).not.toMatch(/SCAN metric_sample|Seq Scan on metric_sample/)
  })
})
