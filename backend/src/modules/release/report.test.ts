import { Permission } from '@windlass/shared-kit/contract'
import { ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import { ReleaseList, ReleaseVersionList } from '@windlass/shared-kit/contract/release'
import { ReleaseFailureList, ReleaseLoads } from '@windlass/shared-kit/contract/releaseLoads'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { failure, loaded, makeReportedConsole, type ReportedConsole, send } from '../../testing/areaReports.ts'
import type { TestCaller, TestServer } from '../../testing/testServer.ts'
import { createReportService } from './report.service.ts'
import { FAILURES_PER_VERSION } from './report.store.ts'

const HOUR_MS = 3_600_000
const NO_RELEASES = {
  isKnown: async () => false,
  canaryFor: async () => undefined,
  takeBack: async () => false,
  inspect: async () => '',
}

let fixture: ReportedConsole
let server: TestServer
let makeArea: ReportedConsole['makeArea']
let makePeople: ReportedConsole['makePeople']

beforeAll(async () => {
  fixture = await makeReportedConsole()
  ;({ server, makeArea, makePeople } = fixture)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => fixture.close())

const versionOf = async (remote: string, version: string) => {
  const { list } = await server.admin.call(ReleaseVersionList, { remote })
  return list.find((row) => row.version === version)
}
const nameOf = async (person: TestCaller) => (await person.call(UserInfo)).userInfo.name

describe('reports of browsers', () => {
  it('become loads, failures, times and users of each version', async () => {
    const remote = await makeArea()
    const [one, two] = await makePeople(2)
    if (!one || !two) throw new Error('nobody there')
    await send(
      one,
      loaded(remote, { ms: 120, count: 3 }),
      failure(remote),
      loaded(remote, { version: '1.0.0', ms: 900 }),
    )
    await send(two, loaded(remote, { version: '1.0.0', ms: 20 }), failure(remote, { outcome: 'render' }))
    expect(await versionOf(remote, '1.1.0')).toMatchObject({
      loads: 3,
      failures: 2,
      medianMs: 125,
      users: 1,
      share: 0.5,
    })
    expect(await versionOf(remote, '1.0.0')).toMatchObject({ loads: 2, failures: 0, users: 2, share: 1 })
    const { list } = await server.admin.call(ReleaseList)
    expect(list.find((area) => area.remote === remote)).toMatchObject({ loads: 5, failures: 2, users: 2 })
  })

  it('of areas and versions that are not here fill no table', async () => {
    const remote = await makeArea()
    const before = await server.platform.db.selectFrom('remoteLoad').selectAll().execute()
    await send(server.admin, failure('nowhere'), failure(remote, { version: '9.9.9' }), loaded(remote, { version: '' }))
    expect(await server.platform.db.selectFrom('remoteLoad').selectAll().execute()).toEqual(before)
    expect((await server.admin.call(ReleaseFailureList, { remote })).list).toEqual([])
    expect((await server.admin.call(ReleaseFailureList, { remote: 'nowhere' })).list).toEqual([])
  })

  it('of one failure are one row, whatever differs from browser to browser', async () => {
    const remote = await makeArea()
    const [one, two] = await makePeople(2)
    if (!one || !two) throw new Error('nobody there')
    const message = (id: number) => `cannot  load https://console.test/remotes/a.js?t=${id} after ${id} ms`
    await send(one, failure(remote, { message: message(1_760_000_000_001), errorId: 'first' }))
    await send(two, failure(remote, { message: message(1_760_000_000_999), errorId: 'second', count: 2 }))
    await send(two, failure(remote, { message: message(1), outcome: 'render' }))
    const { list } = await server.admin.call(ReleaseFailureList, { remote })
    expect(list).toHaveLength(2)
    expect(list.find(({ kind }) => kind === 'load')).toMatchObject({
      message: 'cannot load https://console.test/remotes/a.js after # ms',
      ...{ version: '1.1.0', count: 3, lastErrorId: 'second', lastUser: await nameOf(two) },
      lastUserAgent: 'lightMyRequest',
    })
  })

  it('keep a bounded number of failures, and count what is beyond', async () => {
    const remote = await makeArea()
    const words = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))
    const all = Array.from({ length: FAILURES_PER_VERSION + 20 }, (_, index) =>
      failure(remote, { message: `failed in ${words(index)}` }),
    )
    for (let start = 0; start < all.length; start += 40) await send(server.admin, ...all.slice(start, start + 40))
    const { list } = await server.admin.call(ReleaseFailureList, { remote })
    expect(list).toHaveLength(FAILURES_PER_VERSION + 1)
    expect(list.find(({ message }) => message === '')).toMatchObject({ count: 20 })
  })

  it('that come in a flood are refused and change nothing', async () => {
    const remote = await makeArea()
    const [flooder] = await makePeople(1)
    if (!flooder) throw new Error('nobody there')
    // Otherwise the minute in which so many are allowed may end.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (let sent = 0; sent < 30; sent++) await send(flooder, loaded(remote))
    const before = await versionOf(remote, '1.1.0')
    for (let sent = 0; sent < 20; sent++) {
      const answer = await flooder.ask(ReleaseReport, { reports: [failure(remote, { count: 1_000 })] })
      expect(answer).toMatchObject({ code: 2, message: expect.stringMatching(/^too many reports; try again in \d+ s/) })
    }
    expect(await versionOf(remote, '1.1.0')).toEqual(before)
    expect(before).toMatchObject({ loads: 30, failures: 0 })
  })

  it('are forgotten after thirty days, and who sent them after two', async () => {
    const remote = await makeArea({ hasCanary: true })
    const { db } = server.platform
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    const rowsOf = async (table: 'remoteLoad' | 'remoteUser' | 'remoteFailure' | 'remoteEvidence') =>
      (await db.selectFrom(table).select('remote').where('remote', '=', remote).execute()).length
    const forget = createReportService(server.platform, NO_RELEASES).forget
    vi.setSystemTime(now - 3 * 24 * HOUR_MS)
    await send(await server.makeUser([]), loaded(remote), failure(remote))
    vi.setSystemTime(now)
    await forget()
    expect([await rowsOf('remoteLoad'), await rowsOf('remoteUser'), await rowsOf('remoteFailure')]).toEqual([2, 0, 1])
    vi.setSystemTime(now + 28 * 24 * HOUR_MS)
    await forget()
    for (const table of ['remoteLoad', 'remoteFailure', 'remoteEvidence'] as const) expect(await rowsOf(table)).toBe(0)
  })
})

describe('the plot of an area', () => {
  it.each([1, 24, 25, 100, 200, 24 * 30])(
    'over %i hours has a point for every span, and no more than fit',
    async (hours) => {
      const remote = await makeArea()
      // Otherwise the span of the load may be over before anybody asks.
      vi.useFakeTimers({ toFake: ['Date'] })
      await send(await server.makeUser([]), loaded(remote, { ms: 90 }), failure(remote))
      const { times, spanMs, versions } = await server.admin.call(ReleaseLoads, { remote, hours })
      expect(times.length).toBeLessThanOrEqual(300)
      expect(times.length * spanMs).toBeGreaterThanOrEqual(hours * HOUR_MS)
      expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === spanMs)).toBe(true)
      expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(spanMs)
      expect(versions).toHaveLength(1)
      const [version] = versions
      expect(version).toMatchObject({ version: '1.1.0' })
      for (const name of ['loads', 'failures', 'medianMs', 'p95Ms'] as const) {
        expect(version?.[name]).toHaveLength(times.length)
      }
      expect([version?.loads.at(-1), version?.failures.at(-1), version?.medianMs.at(-1)]).toEqual([1, 1, 88])
      expect([version?.loads[0], version?.medianMs[0], version?.p95Ms[0]]).toEqual([0, null, null])
    },
  )

  it('puts every load into the span in which it was', async () => {
    const remote = await makeArea()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(now - 6 * HOUR_MS)
    const person = await server.makeUser([])
    for (const [hoursAgo, version] of [
      [5, '1.0.0'],
      [2, '1.0.0'],
      [2, '1.1.0'],
      [0, '1.1.0'],
    ] as const) {
      vi.setSystemTime(now - hoursAgo * HOUR_MS)
      await send(person, loaded(remote, { version }))
    }
    const { times, spanMs, versions } = await server.admin.call(ReleaseLoads, { remote, hours: 3 })
    const hoursOf = (loads: readonly number[]) =>
      loads.flatMap((count, index) => (count > 0 ? [Math.floor((now - (times[index] ?? 0)) / HOUR_MS)] : []))
    expect(spanMs).toBe(300_000)
    expect(versions.map(({ version, loads }) => [version, hoursOf(loads)])).toEqual([
      ['1.1.0', [2, 0]],
      ['1.0.0', [2]],
    ])
  })
})

describe('figures', () => {
  it('are for those who may see releases', async () => {
    const remote = await makeArea()
    const viewer = await server.makeUser([Permission.ShowReleasePage])
    expect((await viewer.call(ReleaseFailureList, { remote })).list).toEqual([])
    const outsider = await server.makeUser([Permission.PublishRelease])
    expect((await outsider.ask(ReleaseLoads, { remote, hours: 1 })).code).not.toBe(0)
  })
})
