import { createServer, type Server } from 'node:http'
import type { Endpoint, Envelope } from '@windlass/shared-kit/contract'
import {
  type AgentCron,
  AgentCronList,
  AgentCronLogs,
  AgentCronReport,
  CRON_MESSAGE_BYTES,
  CronAdd,
  CronEdit,
  CronList,
  CronLogList,
  CronRemove,
  CronToggle,
} from '@windlass/shared-kit/contract/cron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { agentSign } from '../metrics/agentKeys.ts'
import { createNotificationService } from '../notification/notification.service.ts'
import { createAgentCrons } from './agentCrons.ts'

const LEGACY = 'the key of the old console'
const unix = () => String(Math.floor(Date.now() / 1000))

let room: Server
let roomUrl = ''
let server: TestServer
let serverId = 0
let otherServerId = 0
let cronId = 0
const notices: Record<string, unknown>[] = []

/** As an agent writes: a line of JSON with the letters escaped that Go escapes. */
const goJson = (value: unknown) =>
  `${JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')}\n`

/** Calls as an agent does. */
async function send<Data>(endpoint: Endpoint, value: unknown, timestamp = unix()): Promise<Envelope<Data>> {
  const body = goJson(value)
  const sign = encodeURIComponent(agentSign(body, timestamp, LEGACY))
  const response = await server.app.inject({
    method: 'POST',
    url: `${endpoint.path}?timestamp=${timestamp}&sign=${sign}`,
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** An existing agent sends a whole task of which only the server is set. */
const EMPTY_TASK = {
  ...{ id: 0, expression: '', command: '', singleMode: 0, logLevel: 0, description: '', creator: '', editor: '' },
  ...{ insertTime: '', updateTime: '', state: 0 },
}
const poll = async (of = serverId): Promise<AgentCron[]> => {
  const { code, data } = await send<{ list: AgentCron[] }>(AgentCronList, { ...EMPTY_TASK, serverId: of })
  expect(code).toBe(0)
  return data?.list ?? []
}
const two = (value: number) => String(value).padStart(2, '0')
const clock = (ms: number) => {
  const at = new Date(ms)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
const report = (fields: Record<string, unknown> = {}) => ({
  ...{ serverId, cronId, execCode: 0, message: 'Stdout:\nok\n', reportTime: clock(Date.now()) },
  ...fields,
})
const fields = {
  expression: '0 0 3 * * *',
  command: '/bin/sh /opt/a.sh',
  singleMode: 1,
  logLevel: 2,
  description: 'a <&> b',
}
const runs = async (id = cronId, more: object = {}) =>
  server.admin.call(CronLogList, { serverId, cronId: id, page: 1, rows: 50, ...more })

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
  const address = room.address()
  roomUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/room`
  server = await makeTestServer({ AGENT_LEGACY_KEY: LEGACY })
  const row = { namespaceId: 1, port: 22, owner: 'root', os: 'linux', state: 1, insertTime: 1, updateTime: 1 }
  const added = await server.platform.db
    .insertInto('server')
    .values([
      { ...row, name: 'db-1', ip: '10.0.0.1' },
      { ...row, name: 'db-2', ip: '10.0.0.2' },
    ])
    .returning('id')
    .execute()
  ;[serverId = 0, otherServerId = 0] = added.map(({ id }) => id)
  cronId = (await server.admin.call(CronAdd, { serverId, ...fields })).id
})
afterAll(async () => {
  await closeTestServer(server)
  room.close()
})

describe('an existing agent', () => {
  it('gets the tasks of its server with the members it knows, the same at each poll', async () => {
    const first = await poll()
    expect(first).toEqual([
      {
        ...{ id: cronId, serverId, ...fields, state: 1, creator: expect.any(String), editor: '' },
        insertTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        updateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ])
    await send(AgentCronReport, report({ message: 'Stdout:\nbetween two polls\n' }))
    expect(await poll()).toEqual(first)
    expect(await poll(otherServerId)).toEqual([])
    const { agent, list } = await server.admin.call(CronList, { serverId })
    expect(Math.abs((agent?.pollTime ?? 0) - Date.now())).toBeLessThan(30_000)
    expect(list[0]).toMatchObject({ lastRun: { execCode: 0, state: 'success' } })
  })

  it('no longer gets a task that is disabled or removed, and gets another one after an edit', async () => {
    const { id } = await server.admin.call(CronAdd, { serverId, ...fields, command: 'second' })
    const ids = async () => (await poll()).map((task) => task.id)
    expect(await ids()).toEqual([cronId, id])
    await server.admin.call(CronToggle, { id, isEnabled: false })
    expect(await ids()).toEqual([cronId])
    await server.admin.call(CronToggle, { id, isEnabled: true })
    const before = (await poll())[1]
    await server.admin.call(CronEdit, { id, ...fields, command: 'third' })
    expect((await poll())[1]).toMatchObject({ id, command: 'third', editor: before?.creator })
    await server.admin.call(CronRemove, { id })
    expect(await ids()).toEqual([cronId])
    // What ran while it was removed is told of.
    expect(await send(AgentCronReport, report({ cronId: id, message: 'Stdout:\nlate\n' }))).toMatchObject({ code: 0 })
    expect((await runs(id)).list).toMatchObject([{ message: 'Stdout:\nlate\n' }])
  })

  it('reports runs, and reads them for a page of its own', async () => {
    const before = (await runs()).total ?? 0
    const message = 'Exec error:\nexit status 3\nStdout:\n<b>&\nStderr:\n日本\n'
    expect(await send(AgentCronReport, report({ execCode: 3, message }))).toEqual({ code: 0, message: '', data: null })
    expect(
      await send(AgentCronReport, report({ execCode: -1, message: 'Exec error:\nsignal: killed\n' })),
    ).toMatchObject({
      code: 0,
    })
    const { list, total } = await runs()
    expect(total).toBe(before + 2)
    expect(list[0]).toMatchObject({ execCode: -1, state: 'failed', duration: -1, userName: '' })
    expect(list[1]).toMatchObject({ execCode: 3, message, state: 'failed', isCut: false, serverId, cronId })
    expect(list[1]?.insertTime).toMatch(/^\d{4}-/)
    expect(list[1]?.reportTime.slice(0, 16)).toBe(clock(list[1]?.time ?? 0).slice(0, 16))
    const { data } = await send<{ list: object[] }>(AgentCronLogs, { serverId, cronId, page: 1, rows: 1 })
    expect(data?.list).toEqual([
      {
        ...{ id: list[0]?.id, cronId, serverId, execCode: -1, message: 'Exec error:\nsignal: killed\n' },
        ...{ reportTime: list[0]?.reportTime, insertTime: list[0]?.insertTime },
      },
    ])
  })

  it('in another zone reports the time of its own clock, which is stored as ours', async () => {
    const now = Date.now()
    await send(AgentCronReport, report({ message: 'Stdout:\nfrom afar\n', reportTime: clock(now - 5 * 3_600_000) }))
    const [run] = (await runs()).list
    expect(run?.message).toContain('from afar')
    expect(Math.abs((run?.time ?? 0) - now)).toBeLessThan(60_000)
  })

  it('is believed once: a repetition is answered and stored no second time, on no node', async () => {
    const timestamp = unix()
    const body = report({ message: 'Stdout:\nonce\n' })
    const before = (await runs()).total ?? 0
    expect(await send(AgentCronReport, body, timestamp)).toMatchObject({ code: 0 })
    expect(await send(AgentCronReport, body, timestamp)).toEqual({ code: 0, message: '', data: null })
    const { platform } = server
    const node = createAgentCrons({ ...platform, notifications: createNotificationService(platform) })
    const sign = agentSign(goJson(body), timestamp, LEGACY)
    await node.report(body, { serverId, key: 'legacy', sign, now: Date.now() })
    expect((await runs()).total).toBe(before + 1)
  })

  it('is believed once when it is kept and signed anew, because its answer was lost', async () => {
    const now = Number(unix())
    const time = now - 600
    const body = report({ time, duration: 2000, message: 'Stdout:\nkept\n' })
    const before = (await runs()).total ?? 0
    expect(await send(AgentCronReport, body, String(now - 1))).toMatchObject({ code: 0 })
    expect(await send(AgentCronReport, body, String(now))).toMatchObject({ code: 0 })
    expect((await runs()).total).toBe(before + 1)
    expect(await send(AgentCronReport, { ...body, time: time + 1 })).toMatchObject({ code: 0 })
    expect((await runs()).total).toBe(before + 2)
  })
})

describe('what agents report', () => {
  it('is cut where it is too long, within no character, and never refused for it', async () => {
    const message = `Stdout:\n${'日'.repeat(400_000)}\n`
    expect(await send(AgentCronReport, report({ message }))).toMatchObject({ code: 0 })
    const [run] = (await runs()).list
    expect(run).toMatchObject({ isCut: true })
    expect(Buffer.byteLength(run?.message ?? '')).toBeGreaterThan(CRON_MESSAGE_BYTES - 3)
    expect(Buffer.byteLength(run?.message ?? '')).toBeLessThanOrEqual(CRON_MESSAGE_BYTES)
    expect(message.startsWith(run?.message ?? '-')).toBe(true)
    expect(await send(AgentCronReport, report({ message: 'x'.repeat(CRON_MESSAGE_BYTES) }))).toMatchObject({ code: 0 })
    expect((await runs()).list[0]).toMatchObject({ isCut: false })
  })

  it('may hold whatever a program prints', async () => {
    const message = 'Stdout:\n\u0000\u001b[31mred\u0007\ud800\u202e\n'
    expect(await send(AgentCronReport, report({ message }))).toMatchObject({ code: 0 })
    expect((await runs()).list[0]?.message).toContain('\u001b[31mred\u0007')
  })

  it.each([
    ['a task of another server', () => report({ serverId: otherServerId })],
    ['a task that is none', () => report({ cronId: 999_999 })],
    ['task 0', () => report({ cronId: 0 })],
    ['a task that is a text', () => report({ cronId: '1' })],
    ['a server that is none', () => report({ serverId: 999_999 })],
    ['no message', () => report({ message: '' })],
    ['a message that is no text', () => report({ message: 3 })],
    ['a code of half', () => report({ execCode: 0.5 })],
    ['a code that is too large', () => report({ execCode: 2 ** 40 })],
    ['a code that is NaN', () => report({ execCode: 'NaN' })],
    ['no time', () => report({ reportTime: '' })],
    ['a time that is none', () => report({ reportTime: 'yesterday' })],
    ['a time to come', () => report({ time: Math.floor(Date.now() / 1000) + 3600 })],
    ['a time long gone', () => report({ time: 1_000 })],
    ['a run of less than nothing', () => report({ duration: -5 })],
    ['more than four megabytes', () => report({ message: 'x'.repeat(5 * 1024 * 1024) })],
  ])('is refused in words with %s', async (_what, body) => {
    const before = (await runs()).total
    const answer = await send(AgentCronReport, body())
    expect(answer).toMatchObject({ code: 2, data: null })
    expect(answer.message).not.toBe('')
    expect(answer.message).not.toContain('the log has the reason')
    expect((await runs()).total).toBe(before)
  })

  it('may come late, with how long it took', async () => {
    const time = Math.floor(Date.now() / 1000) - 7200
    await send(AgentCronReport, report({ time, duration: 1234, message: 'Stdout:\nkept\n' }))
    const late = (await runs()).list.find(({ message }) => message.includes('kept'))
    expect(late).toMatchObject({ time: time * 1000, duration: 1234 })
  })

  it('is read by nobody without the key of the server', async () => {
    const body = goJson({ serverId, cronId, page: 1, rows: 1 })
    for (const endpoint of [AgentCronList, AgentCronLogs, AgentCronReport]) {
      const url = `${endpoint.path}?timestamp=${unix()}&sign=${'x'.repeat(44)}`
      const headers = { 'content-type': 'application/json' }
      const answer = await server.app.inject({ method: 'POST', url, headers, payload: body })
      expect(answer.json()).toMatchObject({ code: 2, message: 'sign error' })
    }
    expect(await send(AgentCronLogs, { serverId: otherServerId, cronId, page: 1, rows: 1 })).toMatchObject({ code: 2 })
  })
})

describe('a run that fails', () => {
  it('is told of once an hour to whoever the task names', async () => {
    const notice = { notifyType: 255 as const, notifyTarget: roomUrl }
    const { id } = await server.admin.call(CronAdd, { serverId, ...fields, ...notice })
    await send(AgentCronReport, report({ cronId: id }))
    const fail = (message: string) => send(AgentCronReport, report({ cronId: id, execCode: 2, message }))
    await fail('Stderr:\nno space left\n')
    await fail('Stderr:\nagain\n')
    const deliveries = server.platform.db.selectFrom('notificationDelivery').select('id')
    expect(await deliveries.execute()).toHaveLength(1)
    await expect.poll(() => notices, { timeout: 30_000 }).toHaveLength(1)
    expect(JSON.stringify(notices[0])).toContain('no space left')
    expect(JSON.stringify(notices[0])).toContain('db-1')
    expect(JSON.stringify(notices[0])).not.toContain('/room')
  })
})
