import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  CRON_LOG_DAYS,
  CRON_LOG_ROWS,
  CronAdd,
  CronCopy,
  CronEdit,
  CronHistory,
  CronList,
  CronLogList,
  CronRemove,
  CronStart,
  CronStop,
  CronToggle,
} from '@windlass/shared-kit/contract/cron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { missedTime } from './cronRow.ts'

const MINUTE_MS = 60_000
const page = { page: 1, rows: 50 }

let server: TestServer
let serverId = 0
let others = 0

async function addServer(row: Record<string, unknown> = {}): Promise<number> {
  const { id } = await server.platform.db
    .insertInto('server')
    .values({
      ...{ namespaceId: 1, name: 'web-1', ip: `10.0.0.${++others}`, port: 22, owner: 'root', os: 'linux', state: 1 },
      ...{ insertTime: 1, updateTime: 1, ...row },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const fields = { expression: '0 */5 * * * *', command: '/usr/bin/true', singleMode: 0, logLevel: 0, description: '' }
const add = (more: object = {}) => server.admin.call(CronAdd, { serverId, ...fields, ...more })
const listed = async (id: number, of = serverId) =>
  (await server.admin.call(CronList, { serverId: of })).list.find((task) => task.id === id)

/** A run that an agent has told of. */
const addRun = (cronId: number, execCode: number, reportTime: number) =>
  createCronLogStore(server.platform.db).add({
    ...{ cronId, serverId, execCode, message: `Stdout:\n${execCode}\n`, reportTime, insertTime: reportTime },
    ...{ state: execCode === 0 ? 'success' : 'failed', sign: `${cronId} ${reportTime} ${execCode}` },
  })

beforeAll(async () => {
  server = await makeTestServer()
  serverId = await addServer()
})
afterAll(() => closeTestServer(server))

describe('tasks', () => {
  it('are added, listed by id, changed and taken away, with the names of those who did', async () => {
    const { id: first } = await add({ command: '  /bin/sh /opt/nightly.sh  ', description: 'nightly', logLevel: 2 })
    const { id: second } = await add({ expression: '0  0 3\t* * mon', singleMode: 1 })
    const list = (await server.admin.call(CronList, { serverId })).list
    expect(list.map(({ id }) => id)).toEqual([first, second])
    expect(list[0]).toMatchObject({
      ...{ serverId, command: '/bin/sh /opt/nightly.sh', description: 'nightly', logLevel: 2, singleMode: 0, state: 1 },
      ...{ editor: '', isEnabled: true, lastRun: null, missedTime: 0, notifyType: 0, notifyTarget: '' },
    })
    expect(list[0]?.creator).not.toBe('')
    expect(list[1]).toMatchObject({ expression: '0 0 3 * * mon', singleMode: 1 })

    await server.admin.call(CronEdit, { id: first, ...fields, command: 'uptime -p' })
    expect(await listed(first)).toMatchObject({ command: 'uptime -p', description: '', editor: list[0]?.creator })

    await server.admin.call(CronRemove, { id: first })
    expect(await listed(first)).toBeUndefined()
    for (const call of [
      server.admin.ask(CronEdit, { id: first, ...fields }),
      server.admin.ask(CronRemove, { id: first }),
      server.admin.ask(CronToggle, { id: first, isEnabled: true }),
      server.admin.ask(CronStart, { id: first }),
    ]) {
      expect(await call).toMatchObject({ code: 2, message: 'no such task; load the list again' })
    }
    const operations = await server.platform.db
      .selectFrom('operationLog')
      .select('api')
      .where('api', 'like', '/cron/%')
      .execute()
    expect(operations.map(({ api }) => api)).toEqual(
      expect.arrayContaining(['/cron/add', '/cron/edit', '/cron/remove', '/cron/toggle']),
    )
    await server.admin.call(CronRemove, { id: second })
  })

  it.each([
    ['five fields', { expression: '*/5 * * * *' }, 'has 5 fields and needs six'],
    ['the weekday 7', { expression: '0 0 0 * * 7' }, 'weekdays go from 0, Sunday, to 6, Saturday'],
    ['a zone', { expression: 'TZ=Asia/Shanghai 0 0 0 * * *' }, 'agents run tasks in UTC'],
    ['a name', { expression: '@daily' }, 'agents do not know @daily'],
    ['second 60', { expression: '60 * * * * *' }, 'choose one from 0 to 59'],
    ['a day that never comes', { expression: '0 0 0 31 2 *' }, 'never comes up'],
    ['a range that ends before it begins', { expression: '0 9-5 * * * *' }, 'ends before it begins'],
    ['a step of nothing', { expression: '0 */0 * * * *' }, 'a step goes from 1 to 60'],
    ['a letter', { expression: '0 0 0 L * *' }, 'cannot be read'],
    ['an endless expression', { expression: `0 ${'1,'.repeat(200)}1 * * * *` }, 'expression'],
    ['no expression', { expression: '' }, 'expression'],
    ['no command', { command: '' }, 'command'],
    ['a blank command', { command: ' \t ' }, 'command is a required field'],
    ['a command of two lines', { command: 'true\nrm -rf /' }, 'one line'],
    ['a command that cannot be seen', { command: 'true \u202etxt' }, 'one line'],
    ['a command of 256 letters', { command: 'x'.repeat(256) }, 'command'],
    ['a description of 256 letters', { description: 'x'.repeat(256) }, 'description'],
    ['a mode that is no number', { singleMode: '1' }, 'singleMode'],
    ['a level of 256', { logLevel: 256 }, 'logLevel'],
    ['a channel without a room', { notifyType: 255 }, 'http'],
    ['a room behind a file', { notifyType: 1, notifyTarget: 'file:///etc/passwd' }, 'http'],
    ['server 0', { serverId: 0 }, 'serverId'],
    ['a server that is none', { serverId: 999_999 }, 'no such server'],
  ])('are refused in words with %s', async (_what, more, message) => {
    const answer = await server.admin.ask(CronAdd, { serverId, ...fields, ...more } as never)
    expect(answer).toMatchObject({ code: 2, data: null, message: expect.stringContaining(message) })
  })

  it('are kept while they are disabled, and left alone by clients that do not know of it', async () => {
    const { id } = await add({ isEnabled: false, notifyType: 255, notifyTarget: 'https://hook.example.com/a-secret' })
    expect(await listed(id)).toMatchObject({ isEnabled: false, state: 1 })
    await server.admin.call(CronEdit, { id, ...fields, command: 'date' })
    expect(await listed(id)).toMatchObject({
      ...{ command: 'date', isEnabled: false, notifyType: 255 },
      notifyTarget: 'https://hook.example.com/a-secret',
    })
    await server.admin.call(CronToggle, { id, isEnabled: true })
    expect(await listed(id)).toMatchObject({ isEnabled: true })

    const reader = await server.makeUser([Permission.ShowCronPage])
    const [row] = (await reader.call(CronList, { serverId })).list
    expect(row?.notifyTarget).not.toContain('a-secret')
    const stored = await server.platform.db.selectFrom('cron').select('notifyTarget').execute()
    expect(JSON.stringify(stored)).not.toContain('a-secret')
    await server.admin.call(CronEdit, { id, ...fields, notifyType: 0, notifyTarget: 'https://x.example.com' })
    expect(await listed(id)).toMatchObject({ notifyType: 0, notifyTarget: '' })
    await server.admin.call(CronRemove, { id })
  })

  it('are copied to other servers, disabled, and not where they are already', async () => {
    const { id } = await add({ command: 'copied', logLevel: 1 })
    const [one, two] = [await addServer(), await addServer()]
    const { list } = await server.admin.call(CronCopy, { id, serverIds: [one, two, one, serverId] })
    expect(list).toEqual([
      { serverId: one, id: expect.any(Number), isNew: true },
      { serverId: two, id: expect.any(Number), isNew: true },
      { serverId, id, isNew: false },
    ])
    expect((await server.admin.call(CronList, { serverId: one })).list).toMatchObject([
      { command: 'copied', logLevel: 1, isEnabled: false, serverId: one },
    ])
    const again = await server.admin.call(CronCopy, { id, serverIds: [two], isEnabled: true })
    expect(again.list).toMatchObject([{ isNew: false }])
    expect(await server.admin.ask(CronCopy, { id, serverIds: [one, 999_999] })).toMatchObject({ code: 2 })
    expect(await server.admin.ask(CronCopy, { id, serverIds: [] })).toMatchObject({ code: 2 })
  })

  it('are of their server: another namespace sees and changes none, and all see those of a shared one', async () => {
    const { id } = await add({ command: 'ours' })
    const logId = await addRun(id, 0, Date.now())
    const elsewhere = server.inNamespace(server.admin, await server.makeNamespace())
    const theirs = await addServer({ namespaceId: elsewhere.namespaceId })
    for (const answer of [
      await elsewhere.ask(CronList, { serverId }),
      await elsewhere.ask(CronAdd, { serverId, ...fields }),
      await elsewhere.ask(CronEdit, { id, ...fields }),
      await elsewhere.ask(CronToggle, { id, isEnabled: false }),
      await elsewhere.ask(CronRemove, { id }),
      await elsewhere.ask(CronCopy, { id, serverIds: [theirs] }),
      await server.admin.ask(CronCopy, { id, serverIds: [theirs] }),
      await elsewhere.ask(CronStart, { id }),
      await elsewhere.ask(CronStop, { id: logId ?? 0 }),
      await elsewhere.ask(CronHistory, { serverId, cronId: id }),
      // Not by the way of a server of one's own.
      await elsewhere.ask(CronHistory, { serverId: theirs, cronId: id }),
    ]) {
      expect(answer).toMatchObject({ code: 2, data: null })
    }
    expect(await elsewhere.ask(CronLogList, { serverId: theirs, cronId: id, ...page })).toMatchObject({ code: 2 })
    expect(await listed(id)).toMatchObject({ command: 'ours', isEnabled: true })

    const shared = await addServer({ namespaceId: 0 })
    await elsewhere.call(CronAdd, { serverId: shared, ...fields })
    expect((await server.admin.call(CronList, { serverId: shared })).list).toHaveLength(1)
  })

  it('ask for the permission of each act', async () => {
    const { id } = await add()
    const reader = await server.makeUser([Permission.ShowCronPage])
    expect((await reader.call(CronList, { serverId })).list.length).toBeGreaterThan(0)
    for (const answer of [
      await reader.ask(CronAdd, { serverId, ...fields }),
      await reader.ask(CronEdit, { id, ...fields }),
      await reader.ask(CronToggle, { id, isEnabled: false }),
      await reader.ask(CronRemove, { id }),
      await reader.ask(CronStart, { id }),
      await reader.ask(CronCopy, { id, serverIds: [serverId] }),
    ]) {
      expect(answer).toMatchObject({ code: Code.Denied })
    }
  })
})

describe('the log of a task', () => {
  it('comes in pages with their total, newest first, and by result', async () => {
    const { id: cronId } = await add()
    const now = Date.now()
    for (let run = 0; run < 5; run++) await addRun(cronId, run % 2 === 0 ? 0 : -1, now + run * 1000)
    const get = (more: object) => server.admin.call(CronLogList, { serverId, cronId, page: 1, rows: 2, ...more })
    expect(await get({})).toMatchObject({ total: 5, list: [{ execCode: 0, state: 'success' }, { execCode: -1 }] })
    expect((await get({ page: 3 })).list).toHaveLength(1)
    expect(await get({ result: 'failed' })).toMatchObject({ total: 2, list: [{ state: 'failed' }, { execCode: -1 }] })
    expect((await get({ result: 'success', rows: 10 })).list).toHaveLength(3)
    const { list } = await server.admin.call(CronHistory, { serverId, cronId })
    expect(list.map(({ isFailed }) => isFailed)).toEqual([false, true, false, true, false])
    for (const wrong of [{ page: 0 }, { rows: 0 }, { rows: 501 }, { cronId: 0 }, { result: 'all' }]) {
      const input = { serverId, cronId, ...page, ...wrong } as never
      expect(await server.admin.ask(CronLogList, input)).toMatchObject({ code: Code.IllegalParameter })
    }
    await server.admin.call(CronRemove, { id: cronId })
    expect((await get({})).total).toBe(5)
  })

  it(`keeps the newest ${CRON_LOG_ROWS} of each task, of ${CRON_LOG_DAYS} days`, async () => {
    const { id: cronId } = await add()
    const { id: other } = await add()
    const store = createCronLogStore(server.platform.db)
    const now = Date.now()
    for (let run = 0; run < 5; run++) await addRun(cronId, 0, now - run)
    await addRun(other, 0, now - (CRON_LOG_DAYS + 1) * 24 * 60 * MINUTE_MS)
    await store.trim(cronId, 3)
    const total = async (id: number) => (await server.admin.call(CronLogList, { serverId, cronId: id, ...page })).total
    expect([await total(cronId), await total(other)]).toEqual([3, 1])
    await store.removeBefore(now - CRON_LOG_DAYS * 24 * 60 * MINUTE_MS, new AbortController().signal)
    expect([await total(cronId), await total(other)]).toEqual([3, 0])
  })
})

describe('a run that was due', () => {
  const noon = Date.UTC(2026, 2, 1, 12)
  const task = { expression: '0 */5 * * * *', isEnabled: 1, logLevel: 1, heardTime: noon + 3_000, updateTime: 1 }
  const due = noon + 5 * MINUTE_MS

  it('is missed when nothing was heard of it for three minutes', () => {
    expect(missedTime(task, due + 2 * MINUTE_MS)).toBe(0)
    expect(missedTime(task, due + 3 * MINUTE_MS)).toBe(due)
    expect(missedTime(task, due + 60 * MINUTE_MS)).toBe(due)
    expect(missedTime({ ...task, heardTime: due + 1_000 }, due + 4 * MINUTE_MS)).toBe(0)
  })

  it('is not missed before an agent can know of the task, nor when it is disabled or tells failures only', () => {
    const updateTime = due - MINUTE_MS
    expect(missedTime({ ...task, updateTime }, due + 4 * MINUTE_MS)).toBe(0)
    expect(missedTime({ ...task, updateTime }, due + 8 * MINUTE_MS)).toBe(due + 5 * MINUTE_MS)
    expect(missedTime({ ...task, isEnabled: 0 }, due + 60 * MINUTE_MS)).toBe(0)
    expect(missedTime({ ...task, logLevel: 0 }, due + 60 * MINUTE_MS)).toBe(0)
    expect(missedTime({ ...task, expression: 'nonsense' }, due + 60 * MINUTE_MS)).toBe(0)
  })
})
