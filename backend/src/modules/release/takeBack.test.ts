import { ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import { OperationLogList } from '@windlass/shared-kit/contract/log'
import { ReleaseHistory, ReleaseList, ReleaseSetRule } from '@windlass/shared-kit/contract/release'
import { ReleaseFailureList } from '@windlass/shared-kit/contract/releaseLoads'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  failure,
  loaded,
  makeReportedConsole,
  type ReportedConsole,
  send,
  startCanary,
} from '../../testing/areaReports.ts'
import { makeTestServer, TEST_ENGINE, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const RULE = { isOn: true, failurePercent: 30, minLoads: 4 }

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

const eventsOf = async (remote: string) => (await server.admin.call(ReleaseHistory, { remote, page: 1, rows: 50 })).list
const canaryOf = async (remote: string) => {
  const { list } = await server.admin.call(ReleaseList)
  return list.find((area) => area.remote === remote)?.canary
}

describe('a canary that fails', () => {
  const armed = async (rule = RULE) => {
    const remote = await makeArea({ hasCanary: true })
    await server.admin.call(ReleaseSetRule, { remote, ...rule })
    return remote
  }
  const failFor = (remote: string, people: readonly TestCaller[], count = 2) =>
    Promise.all(people.map((person) => send(person, failure(remote, { count }))))

  it('goes back by itself, and everybody learns of it', async () => {
    const remote = await armed()
    const frames: unknown[] = []
    const unsubscribe = server.platform.bus.subscribe('hub.announce', (announcement) => frames.push(announcement))
    const [one, two, three] = await makePeople(3)
    if (!one || !two || !three) throw new Error('nobody there')
    await send(one, loaded(remote))
    await send(two, loaded(remote), failure(remote))
    expect(await canaryOf(remote)).not.toBeNull()
    await send(three, failure(remote))
    expect(await canaryOf(remote)).toBeNull()
    const events = (await eventsOf(remote)).filter(({ kind }) => kind === 'autoRollback')
    const why = '2 of 4 loads failed, for 2 of 3 people: 50 %, while the rule allows less than 30 %.'
    expect(events).toMatchObject([{ version: '1.1.0', userName: '', detail: expect.stringContaining(why) }])
    const { list } = await server.admin.call(OperationLogList, { page: 1, rows: 20, api: '/release/autoRollback' })
    expect(list[0]).toMatchObject({ userID: 0, responseData: expect.stringContaining(why) })
    const message = { remote, version: '1.1.0', instead: '1.0.0', isAutomatic: true }
    const told = [{ frame: { message: { ...message, reason: '' } } }]
    await vi.waitFor(() => expect(frames).toMatchObject(told), { timeout: 30_000 })
    unsubscribe()
  })

  it('stays while the rule is off', async () => {
    const remote = await armed({ ...RULE, isOn: false })
    await failFor(remote, await makePeople(4))
    expect(await canaryOf(remote)).not.toBeNull()
    const { list } = await server.admin.call(ReleaseFailureList, { remote })
    expect(list).toMatchObject([{ version: '1.1.0', count: 8 }])
  })

  it('stays while there are too few loads to say anything', async () => {
    const remote = await armed({ ...RULE, minLoads: 5 })
    const people = await makePeople(3)
    await failFor(remote, people.slice(0, 2))
    expect(await canaryOf(remote)).not.toBeNull()
    await failFor(remote, people.slice(2), 1)
    expect(await canaryOf(remote)).toBeNull()
  })

  it('stays when one broken browser tries again and again among others that are fine', async () => {
    const remote = await armed()
    const [broken, ...fine] = await makePeople(4)
    if (!broken) throw new Error('nobody there')
    for (const person of fine) await send(person, loaded(remote))
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let minute = 0; minute < 20; minute++) {
      vi.setSystemTime(now + minute * 60_000)
      await send(broken, failure(remote, { count: 1_000 }))
    }
    expect(await canaryOf(remote)).not.toBeNull()
  })

  it('stays whatever those say who do not get it', async () => {
    const remote = await armed({ ...RULE, minLoads: 1 })
    const [member, ...outsiders] = await makePeople(4)
    if (!member) throw new Error('nobody there')
    const namespaceId = await server.makeNamespace()
    const inside = await server.makeUser([], namespaceId)
    await startCanary(server, remote, { userIds: [member.userId], namespaceIds: [namespaceId] })
    await failFor(remote, outsiders)
    expect(await canaryOf(remote)).not.toBeNull()
    await send(member, loaded(remote), failure(remote))
    await send(inside, failure(remote))
    expect(await canaryOf(remote)).toBeNull()
  })

  it('is not judged by what failed while it was a canary before', async () => {
    const remote = await armed({ ...RULE, minLoads: 10 })
    const people = await makePeople(4)
    await failFor(remote, people)
    await startCanary(server, remote)
    await failFor(remote, people)
    expect(await canaryOf(remote)).not.toBeNull()
  })

  it('goes back once, however many browsers report it at the same moment', async () => {
    const remote = await armed({ ...RULE, minLoads: 1 })
    await failFor(remote, await makePeople(8))
    expect((await eventsOf(remote)).filter(({ kind }) => kind === 'autoRollback')).toHaveLength(1)
    const { list } = await server.admin.call(OperationLogList, { page: 1, rows: 100, api: '/release/autoRollback' })
    expect(list.filter(({ requestData }) => requestData.includes(`"${remote}"`))).toHaveLength(1)
  })

  it.runIf(TEST_ENGINE === 'postgres')('goes back once when two nodes see it at the same moment', async () => {
    const remote = await armed({ ...RULE, minLoads: 4 })
    const shared = { DATA_DIR: server.env.DATA_DIR, DATABASE_URL: server.env.DATABASE_URL }
    const other = await makeTestServer({ CONSOLE_DIR: fixture.consoleDir, ...shared })
    try {
      const people = await makePeople(6)
      const reports = [failure(remote, { count: 2 })]
      await Promise.all(
        people.map(({ headers }, index) =>
          (index % 2 === 0 ? server : other).app.inject({
            method: 'POST',
            url: ReleaseReport.path,
            headers,
            payload: { reports },
          }),
        ),
      )
      expect((await eventsOf(remote)).filter(({ kind }) => kind === 'autoRollback')).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })
})
