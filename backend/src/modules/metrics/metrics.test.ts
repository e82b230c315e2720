import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Endpoint, type Envelope, Permission } from '@windlass/shared-kit/contract'
import {
  AgentGetServerId,
  AgentReport,
  MetricType,
  ServerMetricsNow,
  ServerReport,
  ServerSetCollect,
} from '@windlass/shared-kit/contract/serverMetrics'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type LocalSshd, startLocalSshd, writeKeyPair } from '../../platform/ssh/localSshd.ts'
import { until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { agentKey, agentSign, enrolmentKey } from './agentKeys.ts'
import { forgetOld, packHours } from './metricCompaction.ts'
import { HOUR_MS, MINUTE_MS } from './metricSample.store.ts'

const LEGACY = 'the key of the old console'
const unix = () => String(Math.floor(Date.now() / 1000))

let folder: string
let sshd: LocalSshd
let server: TestServer
let serverId = 0
let addresses = 0

/** As an agent writes: a line of JSON with the letters escaped that Go escapes. */
const goJson = (value: unknown) =>
  `${JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')}\n`

async function addServer(row: Record<string, unknown> = {}): Promise<number> {
  const { id } = await server.platform.db
    .insertInto('server')
    .values({
      ...{ namespaceId: 1, name: 'web-1', ip: `10.0.0.${++addresses}`, port: 22, owner: 'root', os: 'linux', state: 1 },
      ...{ insertTime: 1, updateTime: 1, ...row },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Sent {
  key?: string
  timestamp?: string
  sign?: string
  type?: string
  query?: string
}

/** Calls as an agent does. */
async function send(endpoint: Endpoint, body: string, sent: Sent = {}): Promise<Envelope<unknown>> {
  const { timestamp = unix(), key = agentKey(server.platform.secrets, serverId), type = 'application/json' } = sent
  const sign = sent.sign ?? agentSign(body, timestamp, key)
  const response = await server.app.inject({
    method: 'POST',
    url: `${endpoint.path}?timestamp=${timestamp}&sign=${encodeURIComponent(sign)}${sent.query ?? ''}`,
    headers: { 'content-type': type },
    payload: body,
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

const localTime = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString()
const clockText = (ms: number) => localTime(ms).slice(0, 16).replace('T', ' ')
const report = (fields: Record<string, unknown> = {}) =>
  goJson({ serverId, type: 1, item: 'cpu_usage', value: '12.34', reportTime: clockText(Date.now()), ...fields })
const range = (from: number, to: number) => `${new Date(from).toISOString()},${new Date(to).toISOString()}`
const chart = (type: number, from = Date.now() - HOUR_MS, to = Date.now() + MINUTE_MS) =>
  server.admin.call(ServerReport, { serverId, type, datetimeRange: range(from, to) })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-metrics-'))
  const authorizedKeys = [await writeKeyPair(path.join(folder, 'id'), 'console')]
  sshd = await startLocalSshd({ folder: path.join(folder, 'sshd'), authorizedKeys })
  server = await makeTestServer({ AGENT_LEGACY_KEY: LEGACY, SSH_KEY_DIR: folder })
  serverId = await addServer({ name: 'db <&> 1' })
})
afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => {
  vi.useRealTimers()
})

/** For a test in which no minute may end between two looks at the clock. */
const standStill = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })

describe('the signature of agents', () => {
  it.each([
    ['{"serverId":1}\n', '1700000000', 'k', 'OEeggVZT6AR1PekFtWOSL1Gvjdg4L82Hp0-tijK7otY='],
    [
      '{"serverId":7,"type":1,"item":"cpu_usage","value":"12.34","reportTime":"2024-05-01 12:00"}\n',
      '1700000000',
      'test key with spaces +0800',
      'co-8gpnWOOCJ62ZQB5kP6ry66HrSjbdYybghfaLvaWo=',
    ],
  ])('is the one of existing agents for %s', (body, timestamp, key, sign) => {
    expect(agentSign(body, timestamp, key)).toBe(sign)
  })

  it('lets an existing agent report, and the chart shows it', async () => {
    standStill()
    expect(await send(AgentReport, report())).toEqual({ code: 0, message: '', data: null })
    expect(await send(AgentReport, report({ item: 'loadavg <1m> & more', type: 3, value: '-0.50' }))).toMatchObject({
      code: 0,
    })
    const { map } = await chart(MetricType.Cpu)
    expect(map).toMatchObject({ cpu_usage: [{ item: 'cpu_usage', value: '12.34' }] })
    expect(map['cpu_usage']?.[0]?.reportTime).toBe(`${clockText(Date.now())}:00`)
    expect((await chart(MetricType.Load)).map).toMatchObject({ 'loadavg <1m> & more': [{ value: '-0.5' }] })
    const now = await server.admin.call(ServerMetricsNow, { serverId })
    expect(now.agent).toMatchObject({ key: 'own', zone: 480, version: '' })
    expect(now.items.find(({ item }) => item === 'cpu_usage')).toMatchObject({ type: 1, value: 12.34 })
  })

  it('is asked for, in the order agents know', async () => {
    const post = async (query: string) =>
      (await server.app.inject({ method: 'POST', url: `/agent/report${query}`, payload: { serverId } })).json()
    expect(await post('')).toMatchObject({ code: 2, message: expect.stringContaining('sign missing') })
    expect(await post('?sign=x')).toMatchObject({ code: 2, message: expect.stringContaining('timestamp missing') })
    expect(await post('?sign=x&timestamp=now')).toMatchObject({ code: 2, message: 'parse timestamp error' })
    expect(await post(`?sign=x&timestamp=${unix()}`)).toMatchObject({ code: 2, message: 'sign error' })
  })

  it('is of one server: the key of another, or one made up, opens nothing', async () => {
    const other = await addServer()
    const key = agentKey(server.platform.secrets, other)
    for (const wrong of [key, 'k', '', enrolmentKey(server.platform.secrets)]) {
      expect(await send(AgentReport, report({ value: '1' }), { key: wrong })).toMatchObject({
        code: 2,
        message: 'sign error',
      })
    }
    expect(await send(AgentReport, report({ value: '2' }), { sign: 'x'.repeat(44) })).toMatchObject({
      message: 'sign error',
    })
  })

  it('may be that of all older agents while a setting allows it', async () => {
    expect(await send(AgentReport, report({ value: '55' }), { key: LEGACY })).toMatchObject({ code: 0 })
    expect((await server.admin.call(ServerMetricsNow, { serverId })).agent.key).toBe('legacy')
    const strict = await makeTestServer()
    try {
      const body = goJson({ serverId: 1, type: 1, item: 'cpu_usage', value: '1', reportTime: clockText(Date.now()) })
      const timestamp = unix()
      for (const key of [LEGACY, '']) {
        const sign = encodeURIComponent(agentSign(body, timestamp, key))
        const url = `/agent/report?timestamp=${timestamp}&sign=${sign}`
        const headers = { 'content-type': 'application/json' }
        const answer = await strict.app.inject({ method: 'POST', url, headers, payload: body })
        expect(answer.json()).toMatchObject({ code: 2, message: 'sign error' })
      }
    } finally {
      await closeTestServer(strict)
    }
  })

  it('is good for half a minute, before and after', async () => {
    standStill()
    const at = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds)
    expect(await send(AgentReport, report(), { timestamp: at(-40) })).toMatchObject({
      message: expect.stringContaining('request expired'),
    })
    expect(await send(AgentReport, report(), { timestamp: at(40) })).toMatchObject({
      message: expect.stringContaining('from the future'),
    })
    expect(await send(AgentReport, report(), { timestamp: at(-25) })).toMatchObject({ code: 0 })
    expect(await send(AgentReport, report(), { timestamp: at(25) })).toMatchObject({ code: 0 })
  })

  it('is good once: a repetition is answered and stored no second time', async () => {
    standStill()
    const timestamp = unix()
    const [first, second] = [report({ item: 'replayed', value: '1' }), report({ item: 'replayed', value: '2' })]
    expect(await send(AgentReport, first, { timestamp })).toMatchObject({ code: 0 })
    expect(await send(AgentReport, second, { timestamp })).toMatchObject({ code: 0 })
    expect(await send(AgentReport, first, { timestamp })).toEqual({ code: 0, message: '', data: null })
    expect((await chart(MetricType.Cpu)).map['replayed']).toMatchObject([{ value: '2' }])
  })

  it('covers the body alone: nothing of the address counts', async () => {
    expect(
      await send(AgentReport, report({ item: 'signed', value: '3' }), { query: '&item=forged&value=9' }),
    ).toMatchObject({ code: 0 })
    const { map } = await chart(MetricType.Cpu)
    expect(map['signed']).toMatchObject([{ value: '3' }])
    expect(map['forged']).toBeUndefined()
  })
})

describe('what agents send', () => {
  it.each([
    ['no JSON', 'hello'],
    ['a list', '[1]'],
    ['nothing', ''],
    ['a text for the server', () => report({ serverId: 'x' })],
    ['server 0', () => report({ serverId: 0 })],
    ['a server that is none', () => report({ serverId: 2 ** 31 })],
    ['type 0', () => report({ type: 0 })],
    ['type 9', () => report({ type: 9 })],
    ['a type that is a text', () => report({ type: '1' })],
    ['no item', () => report({ item: '' })],
    ['an item that cannot be seen', () => report({ item: 'cpu\u0007' })],
    ['an item with a NUL', () => report({ item: 'cpu\0' })],
    ['an item of 300 letters', () => report({ item: 'x'.repeat(300) })],
    ['NaN', () => report({ value: 'NaN' })],
    ['Infinity', () => report({ value: '+Inf' })],
    ['more than a number can be', () => report({ value: '1e99' })],
    ['a word', () => report({ value: '12 percent' })],
    ['a number that is no text', () => report({ value: 12 })],
    ['a megabyte', () => report({ value: '1'.repeat(1_000_000) })],
    ['two megabytes', () => report({ value: '1'.repeat(2_000_000) })],
    ['a time that is none', () => report({ reportTime: 'yesterday' })],
  ])('is refused in words when it is %s', async (_what, body) => {
    const answer = await send(AgentReport, typeof body === 'string' ? body : body())
    expect(answer).toMatchObject({ code: 2, data: null })
    expect(answer.message).not.toBe('')
    expect(answer.message).not.toContain('the log has the reason')
  })

  it('is refused as a form, for a disabled server and for one that is gone', async () => {
    expect(await send(AgentReport, report(), { type: 'text/plain' })).toMatchObject({ code: 2 })
    const disabled = await addServer({ state: 0 })
    for (const id of [disabled, 999_999]) {
      const key = agentKey(server.platform.secrets, id)
      expect(await send(AgentReport, report({ serverId: id }), { key })).toMatchObject({
        code: 2,
        message: expect.stringContaining('no such server'),
      })
    }
  })

  it('is less than nothing for no memory: agents count what is free twice', async () => {
    await send(AgentReport, report({ type: 2, item: 'ram_usage', value: '-12.50' }))
    expect((await chart(MetricType.Ram)).map['ram_usage']).toMatchObject([{ value: '0' }])
  })

  it('may be many items, but not without end', async () => {
    const busy = await addServer()
    const key = agentKey(server.platform.secrets, busy)
    const one = (item: string) => send(AgentReport, report({ serverId: busy, item }), { key })
    const answers = await Promise.all(Array.from({ length: 310 }, (_each, index) => one(`item ${index}`)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(300)
    expect(await one('item 0 again')).toMatchObject({ code: 2, message: expect.stringContaining('300 items') })
  })

  it('knows its zone by the time it writes', async () => {
    const abroad = await addServer()
    const key = agentKey(server.platform.secrets, abroad)
    const reportTime = new Date(Date.now() - 5 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
    await send(AgentReport, report({ serverId: abroad, reportTime, agentVersion: '2.0.1' }), { key })
    const now = await server.admin.call(ServerMetricsNow, { serverId: abroad })
    expect(now.agent).toMatchObject({ zone: -300, version: '2.0.1' })
    expect(Math.abs(now.now - (now.items[0]?.time ?? 0))).toBeLessThan(2 * MINUTE_MS)
  })
})

describe('an agent that knows only a name', () => {
  const ask = (body: object, key = enrolmentKey(server.platform.secrets)) =>
    send(AgentGetServerId, goJson(body), { key })

  it('asks for its id with the key of enrolment, twice if it likes', async () => {
    expect(await ask({ name: 'db <&> 1' })).toMatchObject({ code: 0, data: { id: serverId } })
    expect(await ask({ name: 'db <&> 1' })).toMatchObject({ code: 0, data: { id: serverId } })
    const newer = await addServer({ name: 'db <&> 1' })
    expect(await ask({ name: 'db <&> 1', ip: '' })).toMatchObject({ data: { id: newer } })
    expect(await ask({ ip: '10.0.0.1' }, LEGACY)).toMatchObject({ data: { id: serverId } })
  })

  it('is refused without one, for a disabled server, and with the key of a server', async () => {
    await addServer({ name: 'off', state: 0 })
    for (const body of [{}, { name: '' }, { name: 'off' }, { name: 'nobody' }])
      expect(await ask(body)).toMatchObject({ code: 2 })
    expect(await ask({ name: 'db <&> 1' }, agentKey(server.platform.secrets, serverId))).toMatchObject({
      message: 'sign error',
    })
  })
})

describe('measurements', () => {
  const day = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 26 * HOUR_MS

  it('are packed when their hour is over, and read back minute by minute and by the hour', async () => {
    const { db } = server.platform
    const { id: seriesId } = await db
      .insertInto('metricSeries')
      .values({ serverId, type: 1, item: 'history', seenTime: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const first = day / MINUTE_MS
    const rows = Array.from({ length: 26 * 60 }, (_each, index) => ({
      seriesId,
      minute: first + index,
      value: index / 100,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('metricSample')
        .values(rows.slice(at, at + 500))
        .execute()
    const before = (await chart(MetricType.Cpu, day, day + HOUR_MS - 1)).map['history']
    await packHours(db, new AbortController().signal)
    await packHours(db, new AbortController().signal)
    const { map, step } = await chart(MetricType.Cpu, day, day + HOUR_MS - 1)
    expect(map['history']).toEqual(before)
    expect(map['history']).toHaveLength(60)
    expect(step).toBe(MINUTE_MS)
    expect(map['history']?.[7]).toMatchObject({ value: '0.07', time: day + 7 * MINUTE_MS })
    const left = await db
      .selectFrom('metricSample')
      .select('minute')
      .where('seriesId', '=', seriesId)
      .orderBy('minute')
      .execute()
    expect(left.length).toBeLessThan(130)
    const long = await chart(MetricType.Cpu, day - 30 * 24 * HOUR_MS, Date.now())
    expect(long.step).toBe(4 * HOUR_MS)
    const points = long.map['history'] ?? []
    expect(points.reduce((sum, point) => Math.max(sum, point.max ?? 0), 0)).toBeCloseTo(15.59)
    expect(points.length).toBeLessThanOrEqual(8)
    const old = [{ hour: first / 60 - 40 * 24 }, { hour: first / 60 - 100 * 24 }]
    const value = { seriesId, count: 60, mean: 1, least: 0, most: 2 }
    await db
      .insertInto('metricHour')
      .values(old.map((each) => ({ ...value, ...each })))
      .execute()
    await db
      .insertInto('metricPack')
      .values(old.map((each) => ({ seriesId, ...each, pack: Buffer.alloc(9) })))
      .execute()
    await forgetOld(db, new AbortController().signal)
    expect(
      (await db.selectFrom('metricHour').select('hour').where('seriesId', '=', seriesId).orderBy('hour').execute())[0],
    ).toEqual(old[0])
    expect(
      (await db.selectFrom('metricPack').select('hour').where('seriesId', '=', seriesId).orderBy('hour').execute())[0]
        ?.hour,
    ).toBe(first / 60)
  })

  it('of a minute that comes after its hour was packed are not lost', async () => {
    const { db } = server.platform
    const { id: seriesId } = await db
      .selectFrom('metricSeries')
      .select('id')
      .where('item', '=', 'history')
      .executeTakeFirstOrThrow()
    const minute = day / MINUTE_MS + 3
    await db.insertInto('metricSample').values({ seriesId, minute, value: 77 }).execute()
    expect((await chart(MetricType.Cpu, day, day + HOUR_MS - 1)).map['history']?.[3]).toMatchObject({ value: '77' })
    await packHours(db, new AbortController().signal)
    const points = (await chart(MetricType.Cpu, day, day + HOUR_MS - 1)).map['history']
    expect(points).toHaveLength(60)
    expect(points?.[3]).toMatchObject({ value: '77' })
  })

  it.each([
    '',
    'now',
    '2026-01-01 00:00:00',
    '2026-01-02 00:00:00,2026-01-01 00:00:00',
    'a,b',
    '2026-01-01 00:00:00,2026-06-01 00:00:00',
  ])('are refused for the range "%s"', async (datetimeRange) => {
    expect(await server.admin.ask(ServerReport, { serverId, type: 1, datetimeRange })).toMatchObject({ code: 2 })
  })

  it('are of the servers of the namespace', async () => {
    const elsewhere = server.inNamespace(server.admin, await server.makeNamespace())
    const datetimeRange = range(Date.now() - HOUR_MS, Date.now())
    expect(await elsewhere.ask(ServerReport, { serverId, type: 1, datetimeRange })).toMatchObject({
      code: 2,
      message: 'no such server',
    })
    expect(await elsewhere.ask(ServerMetricsNow, { serverId })).toMatchObject({ code: 2, message: 'no such server' })
    expect(await elsewhere.ask(ServerSetCollect, { serverId, collect: 'ssh' })).toMatchObject({
      code: 2,
      message: 'no such server',
    })
  })
})

describe('a server without an agent', () => {
  const reachable = () => ({ ip: sshd.host, port: sshd.port, owner: sshd.user, path: path.join(folder, 'id') })

  it('is asked over SSH, and tells what an agent would', async () => {
    const id = await addServer(reachable())
    await server.admin.call(ServerSetCollect, { serverId: id, collect: 'ssh' })
    const now = () => server.admin.call(ServerMetricsNow, { serverId: id })
    await until('a measurement', async () => (await now()).ssh.lastTime > 0)
    const { items, ssh, collect } = await now()
    expect(collect).toBe('ssh')
    expect(ssh).toMatchObject({ failures: 0, error: '', isResting: false })
    expect(ssh.nextTime).toBeGreaterThan(Date.now())
    expect(ssh.nextTime).toBeLessThanOrEqual(Date.now() + MINUTE_MS)
    const names = items.map(({ item }) => item)
    for (const item of ['cpu_usage', 'ram_usage', 'loadavg_1m', 'tcp.total', 'tcp.established', 'lo.in'])
      expect(names).toContain(item)
    const ram = items.find(({ item }) => item === 'ram_usage')?.value ?? -1
    expect(ram).toBeGreaterThan(0)
    expect(ram).toBeLessThan(100)
    await server.admin.call(ServerSetCollect, { serverId: id, collect: 'off' })
    expect((await now()).ssh.nextTime).toBe(0)
  })

  it('that does not answer is asked less and less often, and says why', async () => {
    const id = await addServer({ ...reachable(), port: 1 })
    await server.admin.call(ServerSetCollect, { serverId: id, collect: 'ssh' })
    const now = () => server.admin.call(ServerMetricsNow, { serverId: id })
    await until('a failure', async () => (await now()).ssh.failures === 1)
    expect((await now()).ssh.error).toContain('connection refused')
    const { db } = server.platform
    await db.updateTable('metricSource').set({ nextTime: 1 }).where('serverId', '=', id).execute()
    await until('another failure', async () => (await now()).ssh.failures === 2)
    expect((await now()).ssh.nextTime).toBeGreaterThan(Date.now() + MINUTE_MS)
    await server.admin.call(ServerSetCollect, { serverId: id, collect: 'off' })
  })

  it('is left alone while an agent reports', async () => {
    const id = await addServer({ ...reachable(), owner: 'somebody' })
    await send(AgentReport, report({ serverId: id }), { key: agentKey(server.platform.secrets, id) })
    await server.admin.call(ServerSetCollect, { serverId: id, collect: 'ssh' })
    await until(
      'its turn',
      async () => (await server.admin.call(ServerMetricsNow, { serverId: id })).ssh.nextTime > Date.now(),
    )
    expect((await server.admin.call(ServerMetricsNow, { serverId: id })).ssh).toMatchObject({
      isResting: true,
      failures: 0,
      lastTime: 0,
    })
  })

  it('is measured only as those decide who may edit it', async () => {
    const [windows, disabled, shared] = [
      await addServer({ os: 'windows' }),
      await addServer({ state: 0 }),
      await addServer({ namespaceId: 0 }),
    ]
    for (const id of [windows, disabled]) {
      expect(await server.admin.ask(ServerSetCollect, { serverId: id, collect: 'ssh' })).toMatchObject({ code: 2 })
    }
    const editor = await server.makeUser([Permission.EditServer])
    expect(await editor.ask(ServerSetCollect, { serverId: shared, collect: 'off' })).toMatchObject({ code: 1 })
    expect(await editor.ask(ServerSetCollect, { serverId, collect: 'off' })).toMatchObject({ code: 0 })
  })
})
