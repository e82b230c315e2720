import net, { type AddressInfo } from 'node:net'
import { Code, type InputOf, Permission } from '@windlass/shared-kit/contract'
import {
  MonitorAcknowledge,
  MonitorAdd,
  type MonitorBucket,
  MonitorCheck,
  MonitorEdit,
  MonitorHistory,
  MonitorIncidentList,
  MonitorList,
  MonitorRemove,
  MonitorToggle,
  MonitorType,
} from '@windlass/shared-kit/contract/monitor'
import {
  MonitorMaintenanceAdd,
  MonitorMaintenanceEdit,
  MonitorMaintenanceList,
  MonitorMaintenanceRemove,
} from '@windlass/shared-kit/contract/monitorMaintenance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../testing/deployBench.ts'
import { answering, type Receiver, startReceiver } from '../../testing/receiver.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let notices: Receiver
let site: Receiver

beforeAll(async () => {
  server = await makeTestServer()
  notices = await startReceiver()
  site = await startReceiver()
})
afterAll(async () => {
  await closeTestServer(server)
  await notices.close()
  await site.close()
})

type Input = InputOf<typeof MonitorAdd>

const input = (change: Partial<Input> = {}): Input => ({
  ...{ name: 'shop', type: MonitorType.Site, target: { items: [site.origin], timeout: 2 } },
  ...{ second: 1, times: 1, silentCycle: 60, notifyType: 255, notifyTarget: `${notices.origin}/room` },
  ...change,
})
const find = async (id: number) => {
  const row = (await server.admin.call(MonitorList)).list.find((one) => one.id === id)
  if (row?.status === undefined) throw new Error(`there is no monitor ${id}`)
  return { ...row, status: row.status }
}
const healthOf = async (id: number) => (await find(id)).status.health
const incidents = async (id: number) => (await server.admin.call(MonitorIncidentList, { id })).list
const told = (name: string) =>
  notices.received
    .filter(({ path }) => path === '/room')
    .map(
      ({ body }) => (JSON.parse(body) as { data: { Monitor: { name: string }; ErrorMsg: string; Event: string } }).data,
    )
    .filter((data) => data.Monitor.name === name)
const refusal = async (change: Partial<Input>) => {
  const { code, message } = await server.admin.ask(MonitorAdd, input(change))
  expect(code).toBe(Code.Failed)
  return message
}

describe('a monitor', () => {
  it('tells an outage once, shows it, can be acknowledged, and tells its end', async () => {
    site.answers.splice(0, 1, answering(503))
    const { id } = await server.admin.call(MonitorAdd, input({ name: 'journey', times: 2 }))
    await until('it is down', async () => (await healthOf(id)) === 'down')
    const down = await find(id)
    expect(down).toMatchObject({ errorContent: 'Unexpected response status code: 503', namespaceId: 0, state: 1 })
    expect(down.status).toMatchObject({ quiet: 'told', error: 'Unexpected response status code: 503', uptime: 0 })
    const [open] = await incidents(id)
    expect(open).toMatchObject({ kind: 'down', endTime: 0, notices: 1, reason: 'Unexpected response status code: 503' })

    const reader = await server.makeUser([Permission.ShowMonitorPage])
    const acknowledge = { id: open?.id ?? 0, reason: 'the provider is told' }
    expect(await reader.ask(MonitorAcknowledge, acknowledge)).toMatchObject({ code: Code.Denied })
    await server.admin.call(MonitorAcknowledge, acknowledge)
    expect(await server.admin.ask(MonitorAcknowledge, acknowledge)).toMatchObject({ code: Code.Failed })

    site.answers.splice(0, 1, answering(200, 'fine'))
    await until('it is up', async () => (await healthOf(id)) === 'up')
    await until('both notices have arrived', () => told('journey').length === 2)
    expect(told('journey').map(({ Event }) => Event)).toEqual(['down', 'up'])
    expect(told('journey')[1]?.ErrorMsg).toContain('is up again')
    const [closed] = await incidents(id)
    expect(closed).toMatchObject({
      acknowledgedBy: 'Administrator',
      acknowledgeReason: 'the provider is told',
      notices: 1,
    })
    expect(closed?.endTime).toBeGreaterThan(closed?.startTime ?? 0)
    expect((await find(id)).errorContent).toBe('Unexpected response status code: 503')

    const sums = async (range: '1h' | '7d') => {
      const { buckets } = await server.admin.call(MonitorHistory, { id, range })
      const total = (of: (bucket: MonitorBucket) => number) => buckets.reduce((sum, bucket) => sum + of(bucket), 0)
      return { count: total(({ count }) => count), failures: total(({ failures }) => failures) }
    }
    await until('the pass is in the history', async () => {
      const { count, failures } = await sums('1h')
      return failures >= 2 && count > failures
    })
    expect((await sums('7d')).failures).toBe((await sums('1h')).failures)
    await server.admin.call(MonitorRemove, { id })
    expect((await server.admin.call(MonitorList)).list).toEqual([])
  })

  it('begins anew when it is edited, keeps what an edit leaves out, and is still while it is suspended', async () => {
    site.answers.splice(0, 1, answering(500))
    const { id: parentId } = await server.admin.call(
      MonitorAdd,
      input({ name: 'router', target: { items: [notices.origin] } }),
    )
    const { id } = await server.admin.call(MonitorAdd, input({ name: 'edited', parentId, certificateDays: 14 }))
    await until('it is down', async () => (await healthOf(id)) === 'down')
    await server.admin.call(MonitorEdit, { id, ...input({ name: 'edited', times: 60 }) })
    await until('it fails anew', async () => (await healthOf(id)) === 'failing')
    expect(await find(id)).toMatchObject({ parentId, certificateDays: 14, times: 60 })
    expect((await incidents(id)).map(({ endTime }) => endTime > 0)).toEqual([true])
    await server.admin.call(MonitorToggle, { id, state: 0 })
    const suspended = await find(id)
    expect(suspended).toMatchObject({ state: 0, status: { health: 'waiting' } })
    const before = site.received.length
    await server.admin.call(MonitorToggle, { id: parentId, state: 0 })
    // Longer than the interval: nothing may arrive that one of both has asked for.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(site.received.length - before).toBeLessThanOrEqual(1)
    await server.admin.call(MonitorToggle, { id, state: 1 })
    await until('it is checked again', async () => (await healthOf(id)) === 'failing')
    for (const each of [id, parentId]) await server.admin.call(MonitorRemove, { id: each })
  })

  it('says nothing while its parent is down, in maintenance, or while somebody wants silence', async () => {
    site.answers.splice(0, 1, answering(500))
    const { id: parentId } = await server.admin.call(MonitorAdd, input({ name: 'parent', second: 3600 }))
    const { id: child } = await server.admin.call(MonitorAdd, input({ name: 'child', parentId }))
    await until('the child is quiet', async () => (await find(child)).status.quiet === 'parent')
    const { id: planned } = await server.admin.call(MonitorAdd, input({ name: 'planned', state: 1 } as Partial<Input>))
    const window = { monitorId: planned, name: 'move', kind: 'once' as const, timeZone: 'Europe/Berlin' }
    const now = Date.now()
    const { id: windowId } = await server.admin.call(MonitorMaintenanceAdd, {
      ...window,
      startTime: now,
      endTime: now + 3_600_000,
    })
    await server.admin.call(MonitorEdit, { id: planned, ...input({ name: 'planned' }) })
    await until('the window is seen', async () => (await healthOf(planned)) === 'failing')
    expect((await find(planned)).status).toMatchObject({ quiet: 'maintenance', failures: 0 })
    expect((await server.admin.call(MonitorMaintenanceList, { id: planned })).list).toMatchObject([
      { id: windowId, isNow: true },
    ])
    const toldBefore = told('planned').length
    await server.admin.call(MonitorMaintenanceEdit, {
      id: windowId,
      ...window,
      startTime: now - 2000,
      endTime: now - 1000,
    })
    await until('it is told after the window', () => told('planned').length > toldBefore)
    await server.admin.call(MonitorMaintenanceRemove, { id: windowId })
    expect((await server.admin.call(MonitorMaintenanceList, { id: 0 })).list).toEqual([])
    expect(told('child')).toEqual([])
    expect(told('parent')).toHaveLength(1)
    for (const id of [parentId, child, planned]) await server.admin.call(MonitorRemove, { id })
  })

  it('belongs to its namespace', async () => {
    const { id } = await server.admin.call(MonitorAdd, input({ second: 3600 }))
    const stranger = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    expect((await stranger.call(MonitorList)).list).toEqual([])
    for (const answer of [
      await stranger.ask(MonitorEdit, { id, ...input() }),
      await stranger.ask(MonitorToggle, { id, state: 0 }),
      await stranger.ask(MonitorRemove, { id }),
      await stranger.ask(MonitorHistory, { id, range: '24h' }),
      await stranger.ask(MonitorIncidentList, { id }),
      await stranger.ask(MonitorAdd, input({ parentId: id })),
      await stranger.ask(MonitorMaintenanceAdd, {
        monitorId: id,
        name: 'w',
        kind: 'once',
        startTime: 1,
        endTime: 2,
        timeZone: 'UTC',
      }),
    ]) {
      expect(answer).toMatchObject({ code: Code.Failed })
    }
    await server.admin.call(MonitorRemove, { id })
  })
})

describe('bad input', () => {
  it.each([
    [{ name: '  ' }, 'name'],
    [{ target: { items: [' ', ''] } }, 'at least one item'],
    [{ target: { items: ['ftp://example.org'] } }, 'write https://'],
    [{ target: { items: ['https://'] } }, 'write https://'],
    [{ type: MonitorType.Port, target: { items: ['example.org'] } }, '127.0.0.1:8080'],
    [{ type: MonitorType.Port, target: { items: ['example.org:70000'] } }, '127.0.0.1:8080'],
    [{ type: MonitorType.Ping, target: { items: ['-f example.org'] } }, 'no host name'],
    [{ type: MonitorType.Ping, target: { items: ['--flood'] } }, 'no host name'],
    [{ type: MonitorType.Process, target: { items: ['shop'] } }, 'no server'],
    [{ type: MonitorType.Process, target: { items: ['1'] } }, 'which process'],
    [{ type: MonitorType.Script, target: { items: ['1'] } }, 'write the script'],
    [{ type: MonitorType.Process, target: { items: ['4711'], process: 'nginx' } }, 'no server 4711'],
    [{ failScript: 'true', failServerId: 4711 }, 'no server 4711'],
    [{ failScript: 'true' }, 'MONITOR_HOST_SCRIPTS'],
    [{ successServerId: -1 }, 'MONITOR_HOST_SCRIPTS'],
    [{ notifyTarget: 'not an address' }, 'http://'],
    [{ notifyType: 4 as const, notifyTarget: 'nobody' }, 'mail address'],
    [{ silentCycle: 0 }, 'silentCycle'],
    [{ second: 0 }, 'second'],
    [{ times: 70_000 }, 'times'],
    [{ target: { items: ['https://a'], timeout: -1 } }, 'timeout'],
    [{ parentId: 4711 }, 'parent'],
    [{ certificateDays: 366 }, 'certificateDays'],
  ])('is refused by name: %o', async (change, words) => {
    expect(await refusal(change as Partial<Input>)).toContain(words)
  })

  it('leads no monitor in a circle', async () => {
    const { id } = await server.admin.call(MonitorAdd, input({ second: 3600 }))
    const { id: child } = await server.admin.call(MonitorAdd, input({ second: 3600, parentId: id }))
    expect(await server.admin.ask(MonitorEdit, { id, ...input({ parentId: child }) })).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('above itself'),
    })
    for (const each of [child, id]) await server.admin.call(MonitorRemove, { id: each })
  })
})

describe('a check by hand', () => {
  const check = (type: InputOf<typeof MonitorCheck>['type'], item: string, timeout = 2) =>
    server.admin.ask(MonitorCheck, { type, target: { items: [item], timeout } })

  it('says SUCCESS, or what is wrong', async () => {
    site.answers.splice(0, 1, answering(200, 'fine'))
    expect(await check(MonitorType.Site, site.origin)).toEqual({ code: 0, message: 'SUCCESS', data: null })
    for (const status of [201, 204, 404]) {
      site.answers.splice(0, 1, answering(status))
      expect(await check(MonitorType.Site, site.origin)).toMatchObject({
        code: Code.Failed,
        message: `MonitorErr : Unexpected response status code: ${status}`,
      })
    }
    const location = `${notices.origin}/elsewhere`
    site.answers.splice(0, 1, answering(302, '', { location }))
    expect(await check(MonitorType.Site, site.origin)).toMatchObject({ code: 0 })
    site.answers.splice(0, 1, answering(302, '', { location: 'ftp://example.org' }))
    expect(await check(MonitorType.Site, site.origin)).toMatchObject({ code: Code.Failed })
  })

  it('gives up on a site that never answers, and on a body that never ends or breaks off', async () => {
    site.answers.splice(0, 1, () => undefined)
    expect((await check(MonitorType.Site, site.origin, 1)).message).toContain('no answer within 1 s')
    site.answers.splice(0, 1, (response) => void response.writeHead(200, { 'content-length': '100' }).write('half'))
    expect((await check(MonitorType.Site, site.origin, 1)).message).toContain('no answer within 1 s')
    site.answers.splice(0, 1, (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 50)
    })
    expect((await check(MonitorType.Site, site.origin)).message).toContain('closed before the answer was complete')
    site.answers.splice(0, 1, answering(200))
  })

  it('dials ports, and hides the credentials of an address', async () => {
    const listener = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    const { port } = listener.address() as AddressInfo
    expect(await check(MonitorType.Port, `127.0.0.1:${port}`)).toMatchObject({ code: 0 })
    await new Promise((resolve) => listener.close(resolve))
    expect((await check(MonitorType.Port, `127.0.0.1:${port}`)).message).toBe(
      `MonitorErr : 127.0.0.1:${port}: connection refused`,
    )
    const { message } = await check(MonitorType.Site, `http://me:secret@127.0.0.1:${port}/`)
    expect(message).toContain('connection refused')
    expect(message).not.toContain('secret')
  })

  it('pings, or says why it cannot', async () => {
    const up = await check(MonitorType.Ping, '127.0.0.1')
    const away = await check(MonitorType.Ping, 'no-such-host.invalid', 1)
    // Not every machine has the program; one that has not says so instead of calling the host down.
    const isInstalled = up.code === 0
    expect(up.message).toMatch(isInstalled ? /^SUCCESS$/ : /ping is not installed/)
    expect(away.message).toMatch(isInstalled ? /no-such-host.invalid: no answer to ping/ : /ping is not installed/)
  })

  it('needs the permission to add or to edit', async () => {
    const reader = await server.makeUser([Permission.ShowMonitorPage])
    const order = { type: MonitorType.Site, target: { items: [site.origin] } }
    expect(await reader.ask(MonitorCheck, order)).toMatchObject({ code: Code.Denied })
    const editor = await server.makeUser([Permission.EditMonitor])
    expect(await editor.ask(MonitorCheck, order)).toMatchObject({ code: 0 })
  })
})
