import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type InputOf, Permission } from '@windlass/shared-kit/contract'
import { NotificationTest } from '@windlass/shared-kit/contract/notification'
import {
  ServerRuleAdd,
  ServerRuleDelete,
  ServerRuleEdit,
  ServerRuleHistory,
  ServerRuleList,
  ServerRulePreview,
} from '@windlass/shared-kit/contract/serverRule'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createMetricBuffer } from '../metrics/metricBuffer.ts'
import { createMetricsService } from '../metrics/metrics.service.ts'
import { createNotificationService } from '../notification/notification.service.ts'
import { createRuleEngine } from './ruleEngine.ts'

type Input = InputOf<typeof ServerRuleAdd>

const MINUTE_MS = 60_000
/** Far enough ahead that the engine of the server itself does not look at these minutes. */
const FIRST = Math.ceil((Date.now() + 3_600_000) / MINUTE_MS / 60) * 60

let server: TestServer
let serverId = 0
let addresses = 0
let seriesId = 0
let room: Server
const notices: { data: Record<string, Record<string, unknown>> & { CycleValue: string; Recovered: boolean } }[] = []

const rule = (fields: Partial<Input> = {}): Input => ({
  ...{ serverId, item: 'cpu_usage', formula: 'avg', operator: '>=', value: '80', groupCycle: 1, lastCycle: 1 },
  ...{ silentCycle: 10, startTime: '00:00', endTime: '23:59', notifyType: 255 },
  notifyTarget: `http://127.0.0.1:${(room.address() as AddressInfo).port}/room?key=a-secret-of-the-room`,
  ...fields,
})

/** As another node would: on the same database, with nothing in its memory. */
const node = () => {
  const { platform } = server
  const metrics = createMetricsService(platform, createMetricBuffer(platform))
  return createRuleEngine({ ...platform, metrics, notifications: createNotificationService(platform) })
}
const measure = (minute: number, value: number, series = seriesId) =>
  server.platform.db
    .insertInto('metricSample')
    .values({ minute, seriesId: series, value })
    .onConflict((conflict) => conflict.columns(['minute', 'seriesId']).doUpdateSet({ value }))
    .execute()
const deliveries = async () =>
  (
    await server.platform.db
      .selectFrom('notificationDelivery')
      .select('id')
      .where('useBy', '=', 'server_monitor')
      .execute()
  ).length
const received = (count: number) => expect.poll(() => notices, { timeout: 30_000 }).toHaveLength(count)

beforeAll(async () => {
  room = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      notices.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => room.listen(0, '127.0.0.1', resolve))
  server = await makeTestServer()
})
beforeEach(async () => {
  const { db } = server.platform
  serverId = (
    await db
      .insertInto('server')
      .values({
        ...{ namespaceId: 1, name: 'web-1', ip: `10.0.0.${++addresses}`, port: 22, owner: 'root', os: 'linux' },
        ...{ description: 'front', password: 'sealed', path: '/keys/id', state: 1, insertTime: 1, updateTime: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  seriesId = (
    await db
      .insertInto('metricSeries')
      .values({ serverId, type: 1, item: 'cpu_usage', seenTime: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  notices.length = 0
})
afterAll(async () => {
  await closeTestServer(server)
  room.closeAllConnections()
  room.close()
})

const remove = async () => {
  const { list } = await server.admin.call(ServerRuleList, { serverId })
  for (const { id } of list) await server.admin.call(ServerRuleDelete, { id })
}

describe('warning rules', () => {
  it('are added, listed newest first, changed and removed', async () => {
    const { id } = await server.admin.call(ServerRuleAdd, rule({ value: ' 80.5 ', item: ' cpu_usage ' }))
    const later = await server.admin.call(ServerRuleAdd, rule({ startTime: '22:00', endTime: '06:00' }))
    const { list } = await server.admin.call(ServerRuleList, { serverId })
    expect(list.map((row) => row.id)).toEqual([later.id, id])
    expect(list[1]).toMatchObject({ serverId, item: 'cpu_usage', value: '80.5', status: { last: 0, firingTime: 0 } })
    await server.admin.call(ServerRuleEdit, { ...rule({ operator: '<', value: '5' }), id })
    expect((await server.admin.call(ServerRuleList, { serverId })).list[1]).toMatchObject({ operator: '<', value: '5' })
    await server.admin.call(ServerRuleDelete, { id })
    expect(await server.admin.ask(ServerRuleDelete, { id })).toMatchObject({ code: 2 })
    expect((await server.admin.call(ServerRuleList, { serverId })).list).toHaveLength(1)
    await remove()
  })

  it.each([
    ['a threshold that is no number', { value: 'much' }],
    ['a threshold that never ends', { value: 'Infinity' }],
    ['a formula nobody knows', { formula: 'median' as 'avg' }],
    ['an operator nobody knows', { operator: '=' as '<' }],
    ['a cycle of nothing', { groupCycle: 0 }],
    ['a cycle of a week', { groupCycle: 10_080 }],
    ['a silence of nothing', { silentCycle: 0 }],
    ['a clock of 25 hours', { endTime: '25:00' }],
    ['no channel', { notifyType: 0 as 255 }],
    ['a room behind a file', { notifyTarget: 'file:///etc/passwd' }],
    ['a server that is none', { serverId: 999_999 }],
  ])('are refused with %s', async (_what, fields) => {
    expect(await server.admin.ask(ServerRuleAdd, rule(fields))).toMatchObject({ code: 2 })
  })

  it('show the room to those who may change them, to others a hint', async () => {
    await server.admin.call(ServerRuleAdd, rule())
    const reader = await server.makeUser([Permission.ShowServerMonitorPage])
    const [row] = (await reader.call(ServerRuleList, { serverId })).list
    expect(row?.notifyTarget).toContain('127.0.0.1')
    expect(row?.notifyTarget).not.toContain('secret')
    expect((await server.admin.call(ServerRuleList, { serverId })).list[0]?.notifyTarget).toContain(
      'a-secret-of-the-room',
    )
    const stored = await server.platform.db.selectFrom('serverMonitor').select('notifyTarget').execute()
    expect(JSON.stringify(stored)).not.toContain('a-secret')
    const editor = await server.makeUser([Permission.AddServerWarningRule])
    const { notifyTarget: target } = rule()
    expect(await editor.call(NotificationTest, { useBy: 'server_monitor', type: 255, target })).toMatchObject({
      isSent: true,
    })
    await remove()
  })

  it('are of their namespace: another one sees and changes none', async () => {
    const { id } = await server.admin.call(ServerRuleAdd, rule())
    const elsewhere = server.inNamespace(server.admin, await server.makeNamespace())
    expect((await elsewhere.call(ServerRuleList, { serverId })).list).toEqual([])
    expect(await elsewhere.ask(ServerRuleHistory, { serverId })).toMatchObject({ code: 2 })
    expect(await elsewhere.ask(ServerRuleEdit, { ...rule(), id })).toMatchObject({ code: 2 })
    expect(await elsewhere.ask(ServerRuleDelete, { id })).toMatchObject({ code: 2 })
    const { notifyType: _type, notifyTarget: _target, ...terms } = rule()
    expect(await elsewhere.ask(ServerRulePreview, terms)).toMatchObject({ code: 2 })
    await remove()
  })
})

describe('the engine', () => {
  it('warns once however many nodes look, and tells when it is over', async () => {
    await server.admin.call(ServerRuleAdd, rule({ lastCycle: 2 }))
    const nodes = [node(), node(), node()]
    const look = (minute: number) => Promise.all(nodes.map((each) => each.evaluate(minute)))
    const before = await deliveries()
    for (const [offset, value] of [95, 97.504].entries()) {
      await measure(FIRST + offset, value)
      await look(FIRST + offset)
    }
    expect(await deliveries()).toBe(before + 1)
    await received(1)
    expect(notices[0]?.data).toMatchObject({
      Server: { name: 'web-1', description: 'front', password: '', path: '' },
      ServerMonitor: { item: 'cpu_usage', operator: '>=', value: '80', notifyTarget: '' },
      CycleValue: '96.25',
      Recovered: false,
    })
    expect((await server.admin.call(ServerRuleList, { serverId })).list[0]?.status).toMatchObject({
      last: 0,
      firingTime: (FIRST + 1) * MINUTE_MS,
    })
    await measure(FIRST + 2, 1)
    await measure(FIRST + 3, 1)
    await look(FIRST + 2)
    await look(FIRST + 3)
    await received(2)
    expect(notices[1]?.data).toMatchObject({ Recovered: true })
    const { list } = await server.admin.call(ServerRuleHistory, { serverId })
    expect(list).toMatchObject([
      {
        text: 'avg cpu_usage >= 80',
        value: '96.25',
        startTime: (FIRST + 1) * MINUTE_MS,
        endTime: (FIRST + 2) * MINUTE_MS,
        notices: 1,
      },
    ])
    await remove()
    expect((await server.admin.call(ServerRuleHistory, { serverId })).list).toEqual([])
  })

  it('is silent for its minutes, remembers that over a restart, and an edit begins anew', async () => {
    const { id } = await server.admin.call(ServerRuleAdd, rule({ silentCycle: 5 }))
    const before = await deliveries()
    for (let minute = FIRST + 100; minute < FIRST + 108; minute++) {
      await measure(minute, 99)
      await node().evaluate(minute)
    }
    // At 100 and at 105.
    expect(await deliveries()).toBe(before + 2)
    expect((await server.admin.call(ServerRuleHistory, { serverId })).list).toMatchObject([{ notices: 2, endTime: 0 }])
    await server.admin.call(ServerRuleEdit, { ...rule({ silentCycle: 5 }), id })
    expect((await server.admin.call(ServerRuleHistory, { serverId })).list[0]?.endTime).toBeGreaterThan(0)
    await measure(FIRST + 108, 99)
    await node().evaluate(FIRST + 108)
    expect(await deliveries()).toBe(before + 3)
    await remove()
  })

  it('says nothing without values, for a disabled server, and outside of its period', async () => {
    const { db } = server.platform
    await server.admin.call(ServerRuleAdd, rule())
    const clock = (minute: number) => new Date(minute * MINUTE_MS).toTimeString().slice(0, 5)
    const period = { startTime: clock(FIRST + 210), endTime: clock(FIRST + 211) }
    await server.admin.call(ServerRuleAdd, rule({ ...period, operator: '>', value: '-1' }))
    const before = await deliveries()
    await node().evaluate(FIRST + 200)
    await measure(FIRST + 201, 99)
    await db.updateTable('server').set({ state: 0 }).where('id', '=', serverId).execute()
    await node().evaluate(FIRST + 201)
    expect(await deliveries()).toBe(before)
    await db.updateTable('server').set({ state: 1 }).where('id', '=', serverId).execute()
    for (const minute of [FIRST + 209, FIRST + 210]) {
      await measure(minute, 5)
      await node().evaluate(minute)
    }
    expect(await deliveries()).toBe(before + 1)
    await remove()
  })

  it('looks at numbers: 9.5 is not above 10', async () => {
    await server.admin.call(ServerRuleAdd, rule({ formula: 'max', operator: '>', value: '10' }))
    const before = await deliveries()
    await measure(FIRST + 300, 9.5)
    await node().evaluate(FIRST + 300)
    expect(await deliveries()).toBe(before)
    await measure(FIRST + 301, 100)
    await node().evaluate(FIRST + 301)
    expect(await deliveries()).toBe(before + 1)
    await remove()
  })
})

describe('many rules of a minute', () => {
  it('are each judged by what their own server and item were over their own window', async () => {
    const { db } = server.platform
    const first = FIRST + 600
    const addSeries = async (of: number, type: number, item: string) => {
      const row = { serverId: of, type, item, seenTime: Date.now() }
      return (await db.insertInto('metricSeries').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const servers: { id: number; cpu: number; ram: number }[] = []
    for (let index = 0; index < 5; index++) {
      const row = { namespaceId: 1, name: `app-${index}`, ip: `10.1.0.${index}`, port: 22, owner: 'root', os: 'linux' }
      const { id } = await db
        .insertInto('server')
        .values({ ...row, state: 1, insertTime: 1, updateTime: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      servers.push({ id, cpu: await addSeries(id, 1, 'cpu_usage'), ram: await addSeries(id, 2, 'ram_usage') })
    }
    // The processor of each server is busy once, in another minute; the memory of the last one always is.
    for (let offset = 0; offset < 5; offset++) {
      for (const [index, { cpu, ram }] of servers.entries()) {
        await measure(first + offset, index === offset ? 100 : 0, cpu)
        await measure(first + offset, index === 4 ? 91 : 10, ram)
      }
    }
    const added = new Map<number, string>()
    for (const [index, { id }] of servers.entries()) {
      const add = async (name: string, fields: Partial<Input>) =>
        added.set((await server.admin.call(ServerRuleAdd, rule({ serverId: id, ...fields }))).id, `${index} ${name}`)
      await add('peak now', { formula: 'max', value: '99' })
      await add('peak of five', { formula: 'max', value: '99', groupCycle: 5 })
      await add('memory', { item: 'ram_usage', value: '90' })
      await add('nothing', { item: 'swap_usage', operator: '<', value: '1000000' })
    }
    await node().evaluate(first + 5)
    const rows = await db
      .selectFrom('serverMonitorFiring')
      .select('ruleId')
      .where('startTime', '=', (first + 5) * MINUTE_MS)
      .execute()
    const peaks = servers.map((_each, index) => `${index} peak of five`)
    expect(rows.map(({ ruleId }) => added.get(ruleId)).toSorted()).toEqual(
      ['4 memory', '4 peak now', ...peaks].toSorted(),
    )
    for (const id of added.keys()) await server.admin.call(ServerRuleDelete, { id })
  })
})

describe('the preview of a rule', () => {
  it('shows when it would have warned in the last day, and tells nobody', async () => {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    for (let ago = 100; ago >= 0; ago--) await measure(minute - ago, ago >= 40 && ago < 70 ? 95 : 20)
    const {
      notifyType: _type,
      notifyTarget: _target,
      ...terms
    } = rule({ groupCycle: 5, lastCycle: 2, silentCycle: 10 })
    const before = await deliveries()
    const preview = await server.admin.call(ServerRulePreview, terms)
    expect(preview.now).toEqual({ value: 20, isHit: false })
    expect(preview.firings.length).toBeGreaterThanOrEqual(2)
    expect(preview.firings.every(({ value }) => value > 80)).toBe(true)
    expect(preview.evaluations.length).toBeGreaterThanOrEqual(20)
    expect(preview.points.length).toBeGreaterThanOrEqual(20)
    expect(Math.max(...preview.points.map(({ max }) => max))).toBe(95)
    expect(await deliveries()).toBe(before)
    expect(await server.admin.call(ServerRulePreview, { ...terms, item: 'nothing' })).toMatchObject({
      now: null,
      firings: [],
      points: [],
    })
  })
})
