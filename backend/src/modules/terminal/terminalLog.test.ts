import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Code, NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { TerminalSessionList } from '@windlass/shared-kit/contract/terminal'
import {
  TERMINAL_NOT_ENDED,
  TerminalLogList,
  TerminalLogTotal,
  TerminalRecord,
  TerminalRecordSearch,
} from '@windlass/shared-kit/contract/terminalLog'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { hostOf, openTerminal, type TerminalClient } from '../../testing/terminalClient.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { createRecordFolder } from './recordFolder.ts'

const READ = [Permission.ShowTerminalLogPage, Permission.ShowTerminalRecord]
const DAY_MS = 86_400_000

let sshd: TestSshd
let server: TestServer
const clients: TerminalClient[] = []

const addServer = async (to: TestServer) =>
  (
    await to.platform.db
      .insertInto('server')
      .values({
        ...{ namespaceId: 1, name: 'logged', ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath },
        ...{ insertTime: 1, updateTime: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const listen = async (settings: Record<string, string> = {}) => {
  const started = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir, ...settings })
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  return started
}

let serverId: number
beforeAll(async () => {
  sshd = await startSshd()
  server = await listen({ TERMINAL_GRACE_MINUTES: '5' })
  serverId = await addServer(server)
})
afterEach(() => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

const open = async (person: TestCaller, query: Record<string, string | number> = {}, at = server) => {
  const client = openTerminal(hostOf(at), person, { serverId, ...query })
  clients.push(client)
  await client.ready()
  client.type("unset HISTFILE; PS1='ready''> '\n")
  await client.until('ready> ')
  const [{ recordId = 0, session = '' } = {}] = (await person.call(TerminalSessionList)).list
  return { client, recordId, session }
}

const makeUser = (permissions: readonly number[] = READ, at = server) =>
  at.makeUser([Permission.ShowTerminalPage, ...permissions])

const fileOf = (id: number, at = server) => path.join(at.env.DATA_DIR, 'terminal-log', `${id}.cast`)

const insert = async (values: object = {}, at = server) =>
  (
    await at.platform.db
      .insertInto('terminalLog')
      .values({ namespaceId: 1, userId: 1, serverId: 1, startTime: 1000, seenTime: 2000, endTime: 3000, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const endOf = async (recordId: number, at = server) => {
  const { list } = await at.admin.call(TerminalLogList, { page: 1, rows: 500 })
  return list.find(({ id }) => id === recordId)
}

const cast = async (id: number, lines: readonly unknown[]) => {
  await mkdir(path.dirname(fileOf(id)), { recursive: true })
  const header = { version: 2, width: 80, height: 24 }
  await writeFile(fileOf(id), [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const download = (person: TestCaller, recordId: number, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `${TerminalRecord.path}?recordId=${recordId}`,
    headers: { ...person.headers, [NAMESPACE_HEADER]: String(person.namespaceId), ...headers },
  })

describe('the list of terminals', () => {
  it('shows a namespace its own, newest first, and a super manager all', async () => {
    const elsewhere = await server.makeNamespace()
    const [first, second] = [await insert(), await insert({ endTime: 0, seenTime: Date.now() })]
    const foreign = await insert({ namespaceId: elsewhere })
    const reader = await makeUser()
    const { list } = await reader.call(TerminalLogList, { page: 1, rows: 100 })
    expect(list.map(({ id }) => id)).not.toContain(foreign)
    expect(list.findIndex(({ id }) => id === second)).toBeLessThan(list.findIndex(({ id }) => id === first))
    expect(list.find(({ id }) => id === second)?.endTime).toBe(TERMINAL_NOT_ENDED)
    const { total } = await reader.call(TerminalLogTotal)
    expect(total).toBe(list.length)
    expect((await server.admin.call(TerminalLogTotal)).total).toBeGreaterThan(total)
    const named = await reader.call(TerminalLogList, { page: 1, rows: 100, username: 'Administrator' })
    expect(named.list.length).toBeGreaterThan(0)
    expect((await reader.call(TerminalLogTotal, { serverName: 'no such' })).total).toBe(0)
    const [one] = (await reader.call(TerminalLogList, { page: 2, rows: 1 })).list
    expect(one?.id).toBe(list[1]?.id)
  })
})

describe('a recording', () => {
  it('is sent as a file, in parts too, to who may see it', async () => {
    const id = await insert()
    await cast(id, [[0.5, 'o', 'hello 中文']])
    const reader = await makeUser()
    const whole = await download(reader, id)
    expect(whole.headers).toMatchObject({
      'content-type': 'application/x-asciicast',
      'content-disposition': `attachment;filename=${id}.cast`,
      'accept-ranges': 'bytes',
    })
    expect(whole.rawPayload).toEqual(await readFile(fileOf(id)))
    const part = await download(reader, id, { range: 'bytes=5-14' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 5-14/${whole.rawPayload.length}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(5, 15))
    expect((await download(reader, id, { range: 'bytes=99999-' })).statusCode).toBe(416)
  })

  it('is refused in words', async () => {
    const foreign = await insert({ namespaceId: await server.makeNamespace() })
    await cast(foreign, [])
    const reader = await makeUser()
    for (const id of [foreign, 999_999, await insert()]) {
      expect((await download(reader, id)).json()).toMatchObject({ code: Code.Failed, data: null })
      expect(await reader.ask(TerminalRecordSearch, { recordId: id, text: 'x' })).toMatchObject({ code: Code.Failed })
    }
    expect((await download(server.admin, foreign)).statusCode).toBe(200)
    const without = await makeUser([Permission.ShowTerminalLogPage])
    expect((await download(without, foreign)).json()).toMatchObject({ code: Code.Denied })
  })

  it('is searched for what it showed', async () => {
    const id = await insert()
    const events = [
      [0.5, 'o', '$ make\r\n'],
      [1.5, 'o', '\x1b[31mErr'],
      [1.75, 'o', 'or\x1b[0m: no such file\r\n'],
      [2, 'r', '100x30'],
      [3.25, 'o', `${'x'.repeat(2000)} second ERROR here\r\n`],
    ]
    await cast(id, events)
    await writeFile(fileOf(id), `${await readFile(fileOf(id), 'utf8')}[4,"o","half an err`)
    const reader = await makeUser()
    const { list, isCut } = await reader.call(TerminalRecordSearch, { recordId: id, text: 'error' })
    expect(isCut).toBe(false)
    expect(list.map(({ time }) => time)).toEqual([1.75, 3.25])
    expect(list[0]?.line).toBe('Error: no such file')
    expect(list[1]?.line).toContain('second ERROR here')
    await cast(
      id,
      Array.from({ length: 2000 }, (_, i) => [i, 'o', `match ${i}\r\n`]),
    )
    expect(await reader.call(TerminalRecordSearch, { recordId: id, text: 'match' })).toMatchObject({ isCut: true })
  })

  it('plays in the stand-alone player', async () => {
    const { client, recordId } = await open(await makeUser())
    client.type('printf "\\033[31mred\\033[0m 中文\\n"\n')
    await client.until('中文\r\n')
    client.send({ type: 'resize', rows: 20, cols: 70 })
    client.type('exit\n')
    await client.closed
    await expect.poll(async () => (await endOf(recordId))?.endReason).toBe('exit')
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    // The player wants a terminal of its own.
    const words = ['-qec', `asciinema cat ${fileOf(recordId)}`, '/dev/null']
    const { stdout } = await promisify(execFile)('script', words, { env })
    expect(stdout).toContain('\x1b[31mred\x1b[0m 中文')
  })

  it('goes when it is old, unless it is being written', async () => {
    const folder = createRecordFolder(server.env.DATA_DIR)
    const [old, open, fresh] = [await insert(), await insert(), await insert()]
    for (const id of [old, open, fresh]) await cast(id, [])
    const long = new Date(Date.now() - 181 * DAY_MS)
    for (const id of [old, open]) await utimes(fileOf(id), long, long)
    await folder.removeOld(180, new Set([open]))
    expect(await Promise.all([old, open, fresh].map(folder.size))).toEqual([0, expect.any(Number), expect.any(Number)])
    await expect(stat(fileOf(old))).rejects.toThrow('ENOENT')
    expect((await endOf(old))?.recordSize).toBe(0)
  })
})

describe('settings', () => {
  const withSettings = async (settings: Record<string, string>, run: (at: TestServer, id: number) => Promise<void>) => {
    const at = await listen(settings)
    try {
      await run(at, await addServer(at))
    } finally {
      await closeTestServer(at)
    }
  }

  it('can turn recording off', () =>
    withSettings({ TERMINAL_RECORD: 'off' }, async (at, id) => {
      const { client, recordId } = await open(await makeUser(READ, at), { serverId: id }, at)
      expect(await client.ready()).toMatchObject({ isRecorded: false })
      expect((await endOf(recordId, at))?.recordSize).toBe(0)
    }))

  it('can require it, and then nobody works unrecorded', () =>
    withSettings({ TERMINAL_RECORD: 'required' }, async (at, id) => {
      const folder = path.join(at.env.DATA_DIR, 'terminal-log')
      await rm(folder, { recursive: true, force: true })
      await writeFile(folder, 'in the way')
      const client = openTerminal(hostOf(at), await makeUser(READ, at), { serverId: id })
      clients.push(client)
      expect(await client.frame('ended')).toMatchObject({
        reason: 'failed',
        message: expect.stringContaining('recorded'),
      })
      await rm(folder)
    }))

  it('say how long a session waits, with and without keys', async () => {
    const person = await makeUser()
    const [away, idle] = [await open(person), await open(person)]
    away.client.socket.terminate()
    await away.client.closed
    await expect
      .poll(async () => (await person.call(TerminalSessionList)).list.filter((row) => row.endTime))
      .toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 })
    await expect.poll(async () => (await endOf(away.recordId))?.endReason).toBe('grace')
    expect(idle.client.socket.readyState).toBe(idle.client.socket.OPEN)
    vi.setSystemTime(Date.now() + (480 - 5) * 60_000 - 30_000)
    expect((await idle.client.frame('idle')).endsInMs).toBeLessThanOrEqual(60_000)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await idle.client.frame('ended')).toMatchObject({ reason: 'idle' })
  })
})

it('closes what a console left open that did not come to its end', async () => {
  const dataDir = path.join(sshd.folder, 'left')
  const before = await makeTestServer({ DATA_DIR: dataDir })
  const shared = { DATA_DIR: dataDir, DATABASE_URL: before.env.DATABASE_URL }
  const hourAgo = Date.now() - 3_600_000
  const id = await insert({ startTime: hourAgo, seenTime: hourAgo + 60_000, endTime: 0 }, before)
  await before.stop()
  const after = await makeTestServer(shared)
  const row = await endOf(id, after)
  expect(row).toMatchObject({ endReason: 'lost' })
  expect(new Date(row?.endTime ?? '').getTime() - new Date(row?.startTime ?? '').getTime()).toBe(60_000)
  await closeTestServer(after)
})
