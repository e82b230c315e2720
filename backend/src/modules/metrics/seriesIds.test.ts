import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { HOUR_MS } from './metricSample.store.ts'
import { SERIES_A_SERVER, type SeriesName } from './metricSeries.store.ts'
import { createSeriesIds } from './seriesIds.ts'

let server: TestServer
const now = Date.now()

/** Names of a server, of one type or another. */
const names = (serverId: number, count: number): SeriesName[] =>
  Array.from({ length: count }, (_each, index) => ({ serverId, type: 1 + (index % 2), item: `item ${index}` }))
const stored = (serverId: number) =>
  server.platform.db.selectFrom('metricSeries').selectAll().where('serverId', '=', serverId).orderBy('id').execute()

beforeAll(async () => {
  server = await makeTestServer()
})
afterAll(() => closeTestServer(server))

describe('the ids of series', () => {
  it('are made once, of many servers together, and found again by others', async () => {
    const wanted = [1, 2, 3].flatMap((serverId) => names(serverId, 4))
    const idOf = await createSeriesIds(server.platform.db).find([...wanted, ...wanted], now)
    const ids = wanted.map(idOf)
    expect(new Set(ids).size).toBe(12)
    expect(ids).not.toContain(undefined)
    const again = await createSeriesIds(server.platform.db).find(wanted, now)
    expect(wanted.map(again)).toEqual(ids)
    expect(new Set((await stored(2)).map(({ id }) => id))).toEqual(new Set(ids.slice(4, 8)))
  })

  it('end at what a server may have, and those of its neighbour do not', async () => {
    const ids = createSeriesIds(server.platform.db)
    await ids.find(names(11, SERIES_A_SERVER - 2), now)
    const [many, few] = [names(11, SERIES_A_SERVER + 3), names(12, 2)]
    const idOf = await ids.find([...many, ...few], now)
    expect(many.filter((name) => idOf(name) === undefined)).toEqual(many.slice(SERIES_A_SERVER))
    expect(few.map(idOf)).not.toContain(undefined)
    expect(await stored(11)).toHaveLength(SERIES_A_SERVER)
  })

  it('are noted as seen within the hour, those alone that came', async () => {
    const ids = createSeriesIds(server.platform.db)
    const [first, second] = names(21, 2)
    if (!first || !second) throw new Error('there are two')
    await ids.find([first, second], now - 2 * HOUR_MS)
    await ids.find([first], now)
    await ids.find([second], now - HOUR_MS - 1)
    expect((await stored(21)).map(({ seenTime }) => seenTime)).toEqual([now, now - 2 * HOUR_MS])
  })

  it('stay known to whoever asks while all is forgotten, and are read anew by the next', async () => {
    const ids = createSeriesIds(server.platform.db)
    const wanted = names(31, 3)
    const asking = ids.find(wanted, now)
    ids.clear()
    const idOf = await asking
    expect(wanted.map(idOf)).not.toContain(undefined)
    await server.platform.db.deleteFrom('metricSeries').where('serverId', '=', 31).execute()
    ids.clear()
    const renewed = await ids.find(wanted, now)
    expect(wanted.map(renewed)).not.toEqual(wanted.map(idOf))
    expect(new Set((await stored(31)).map(({ id }) => id))).toEqual(new Set(wanted.map(renewed)))
  })
})
