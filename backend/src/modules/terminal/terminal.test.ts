import { readFile, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Code, NAMESPACE_HEADER, Permission, State } from '@windlass/shared-kit/contract'
import { RoleChangePermission } from '@windlass/shared-kit/contract/role'
import { ServerToggle } from '@windlass/shared-kit/contract/server'
import { UserLogout } from '@windlass/shared-kit/contract/session'
import { TERMINAL_PATH, TerminalEnd, TerminalSessionList } from '@windlass/shared-kit/contract/terminal'
import { TERMINAL_NOT_ENDED, TerminalLogList } from '@windlass/shared-kit/contract/terminalLog'
import { UserChangeState, UserRemove } from '@windlass/shared-kit/contract/user'
import headless from '@xterm/headless'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../platform/ssh/isAlive.ts'
import type { LocalSshd } from '../../platform/ssh/localSshd.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { hostOf, openTerminal, type TerminalClient } from '../../testing/terminalClient.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const OPEN = [Permission.ShowTerminalPage]

let sshd: TestSshd
let server: TestServer
let host: string
let serverId: number
const clients: TerminalClient[] = []

const addServer = async (place: Pick<LocalSshd, 'host' | 'port' | 'user'> & { keyPath: string }, namespaceId = 1) => {
  const now = Date.now()
  const { id } = await server.platform.db
    .insertInto('server')
    .values({
      ...{ namespaceId, name: `target ${place.port}`, ip: place.host, port: place.port, owner: place.user },
      ...{ path: place.keyPath, insertTime: now, updateTime: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  sshd = await startSshd()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir, TERMINAL_GRACE_MINUTES: '5' })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  host = hostOf(server)
  serverId = await addServer(sshd)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

const open = (person: TestCaller, query: Record<string, string | number> = {}, keepBytes?: number) => {
  const client = openTerminal(host, person, { serverId, rows: 24, cols: 80, ...query }, keepBytes)
  clients.push(client)
  return client
}

/** A terminal with a shell whose prompt is known. */
const shell = async (person: TestCaller, query: Record<string, string | number> = {}, keepBytes?: number) => {
  const client = open(person, query, keepBytes)
  const ready = await client.ready()
  client.type("unset HISTFILE PROMPT_COMMAND; PS1='ready''> '\n")
  await client.until('ready> ')
  return { client, ready }
}

const drop = async (client: TerminalClient) => {
  client.socket.terminate()
  await client.closed
}

/** What a person sees after a drawing and what came since. */
const screenOf = async (client: TerminalClient) => {
  const { rows, cols } = await client.ready()
  const terminal = new headless.Terminal({ rows, cols, scrollback: 5000, allowProposedApi: true })
  for (const part of [...client.screens, client.output()]) {
    await new Promise<void>((resolve) => terminal.write(part, resolve))
  }
  const { active } = terminal.buffer
  const lines = Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? '')
  return { type: active.type, lines, text: lines.join('\n') }
}

const logRow = async (recordId: number) => {
  const { list } = await server.admin.call(TerminalLogList, { page: 1, rows: 100 })
  return list.find(({ id }) => id === recordId)
}

describe('a terminal', () => {
  it('is a real one: size, colours, unbuffered keys, exit code', async () => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person, { rows: 30, cols: 100 })
    expect(ready).toMatchObject({ ctl: 1, role: 'owner', rows: 30, cols: 100, offset: 0, restored: 'none', serverId })
    expect(ready).toMatchObject({ isRecorded: true, graceMinutes: 5, idleMinutes: 480 })
    client.type('stty size; echo $TERM; tty\n')
    await client.until(/30 100\r\nxterm-256color\r\n\/dev\/pts\//)
    client.send({ type: 'resize', rows: 41, cols: 123 })
    client.type('stty size\n')
    await client.until('41 123')
    client.send({ type: 'resize', rows: 0, cols: 9999 })
    expect(await client.frame('resized')).toEqual({ type: 'resized', rows: 1, cols: 500 })
    client.send({ type: 'ping' })
    await client.frame('pong')
    client.type('exit 7\n')
    expect(await client.frame('exit')).toEqual({ type: 'exit', code: 7 })
    expect(await client.closed).toEqual({ code: 1000, reason: 'session closed' })
    const [session] = (await person.call(TerminalSessionList)).list
    expect(session).toBeUndefined()
  })

  it('serves old clients as ever: all frames are keys, all answers are bytes, the session ends with the socket', async () => {
    const person = await server.makeUser(OPEN)
    const client = open(person, { ctl: 0, rows: 24, cols: 80 })
    client.socket.once('open', () => client.socket.send('stty size; echo $TERM; printf "\\344\\270"\n'))
    await client.until(/24 80\r\nxterm\r\n/)
    client.socket.send('{"type":"resize","rows":1,"cols":1}\n')
    await client.until('rows')
    client.socket.send(Buffer.from('exit\n'))
    expect(await client.closed).toEqual({ code: 1000, reason: 'session closed' })
    expect(client.frames).toEqual([])
    const second = open(person, { ctl: 0 })
    await second.until(/[$#] /)
    expect((await person.call(TerminalSessionList)).list).toHaveLength(1)
    await drop(second)
    await expect.poll(async () => (await person.call(TerminalSessionList)).list).toEqual([])
  })

  it('says why it could not be opened', async () => {
    const person = await server.makeUser(OPEN)
    const dead = await addServer({ ...sshd, port: 1 })
    const client = open(person, { serverId: dead })
    expect(await client.frame('ended')).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('connection refused'),
    })
    expect(await client.closed).toMatchObject({ code: 1000, reason: expect.stringContaining('connection refused') })
    const old = open(person, { serverId: dead, ctl: 0 })
    expect(await old.closed).toMatchObject({ code: 1000, reason: expect.stringContaining('connection refused') })
  })

  it('has the limits of its size and a default', async () => {
    const person = await server.makeUser(OPEN)
    const client = openTerminal(host, person, { serverId })
    clients.push(client)
    expect(await client.ready()).toMatchObject({ rows: 24, cols: 80 })
    const odd = open(person, { rows: -5, cols: 100_000 })
    expect(await odd.ready()).toMatchObject({ rows: 1, cols: 500 })
  })
})

describe('a session without its socket', () => {
  it('goes on where the reader was', async () => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person)
    client.type('i=0; while [ $i -lt 40 ]; do i=$((i+1)); echo "number $i"; sleep 0.05; done\n')
    await client.until('number 5\r\n')
    const offset = client.position()
    await drop(client)
    const away = { session: ready.session, serverId, endTime: expect.stringMatching(/^2/) }
    await expect
      .poll(async () => (await person.call(TerminalSessionList)).list)
      .toMatchObject([{ ...away, people: [{ role: 'owner', isHere: false }] }])
    await wait(500)
    const back = open(person, { session: ready.session, offset })
    expect(await back.ready()).toMatchObject({ restored: 'bytes', offset, role: 'owner' })
    await back.until('number 40\r\n')
    const numbers = [...`${client.output()}${back.output()}`.matchAll(/^number (\d+)\r$/gm)].map(([, n]) => Number(n))
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('comes back as a screen with its scrollback after a reload, also when that was long', async () => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person)
    client.type('seq 1 400000; echo "the"" end"\n')
    await client.until(/the end\r\n[^]*ready> $/)
    await drop(client)
    const back = open(person, { session: ready.session, offset: 10 })
    expect(await back.ready()).toMatchObject({ restored: 'screen', offset: client.position() })
    back.type('echo later\n')
    await back.until('later\r\n')
    const { lines } = await screenOf(back)
    expect(lines.length).toBeGreaterThan(5000)
    const numbers = lines.filter((line) => /^\d+$/.test(line)).map(Number)
    expect(numbers.at(-1)).toBe(400_000)
    expect(numbers[0]).toBe(400_000 - numbers.length + 1)
    expect(lines).toContain('the end')
  })

  it('comes back inside an editor', async () => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person, { rows: 10, cols: 40 })
    const file = path.join(sshd.folder, 'pages')
    await writeFile(file, Array.from({ length: 200 }, (_, i) => `page line ${i + 1}`).join('\n'))
    client.type(`TERM=xterm less ${file}\n`)
    await client.until('page line 9')
    await drop(client)
    const back = open(person, { session: ready.session, rows: 10, cols: 40 })
    await back.ready()
    await expect.poll(async () => (await screenOf(back)).type).toBe('alternate')
    expect((await screenOf(back)).text).toContain('page line 9')
    back.type('q')
    await back.until('ready> ')
    expect(await screenOf(back)).toMatchObject({ type: 'normal', text: expect.stringContaining('less') })
  })

  it('is taken over by another device of the same person, and by nobody else', async () => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person)
    const other = open(person, { session: ready.session, offset: client.position(), rows: 20, cols: 60 })
    expect(await other.ready()).toMatchObject({ restored: 'bytes', role: 'owner', rows: 20, cols: 60 })
    expect(await client.frame('taken')).toEqual({ type: 'taken' })
    expect(await client.closed).toMatchObject({ code: 1000 })
    other.type('stty size\n')
    await other.until('20 60')
    const stranger = open(await server.makeUser(OPEN), { session: ready.session })
    expect(await stranger.frame('ended')).toMatchObject({ reason: 'unknown' })
    const elsewhere = await server.makeNamespace()
    const foreign = open(await server.makeUser(OPEN, elsewhere), { session: ready.session })
    expect(await foreign.frame('ended')).toMatchObject({ reason: 'unknown' })
    expect(other.socket.readyState).toBe(other.socket.OPEN)
  })

  it('ends when its owner says so, and he is told the truth afterwards', async () => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person)
    const stranger = await server.makeUser(OPEN)
    expect(await stranger.ask(TerminalEnd, { session: ready.session })).toMatchObject({ code: Code.Failed })
    await person.call(TerminalEnd, { session: ready.session })
    expect(await client.frame('ended')).toMatchObject({ reason: 'closed' })
    const back = open(person, { session: ready.session })
    expect(await back.frame('ended')).toMatchObject({ reason: 'closed' })
    const third = await shell(person)
    third.client.send({ type: 'end' })
    expect(await third.client.frame('ended')).toMatchObject({ reason: 'closed' })
  })

  it('survives a link to the server that stands still for a while', async () => {
    const person = await server.makeUser(OPEN)
    const { client } = await shell(person)
    client.type('echo pid $PPID\n')
    await client.until(/pid \d+\r\n/)
    const pid = Number(/pid (\d+)\r\n/.exec(client.output())?.[1])
    process.kill(pid, 'SIGSTOP')
    client.type('echo still ""here\n')
    // Longer than other connections are waited for.
    await wait(20_000)
    process.kill(pid, 'SIGCONT')
    await client.until('still here\r\n')
    expect(client.frames.map(({ type }) => type)).not.toContain('ended')
  }, 60_000)

  it('is lost with the link', async () => {
    const person = await server.makeUser(OPEN)
    const { client } = await shell(person)
    client.type('echo pid $PPID\n')
    await client.until(/pid \d+\r\n/)
    process.kill(Number(/pid (\d+)\r\n/.exec(client.output())?.[1]), 'SIGKILL')
    expect(await client.frame('ended')).toMatchObject({ reason: 'lost' })
  })
})

describe('who may not, or not any more', () => {
  const refusal = async (person: TestCaller, query: Record<string, string | number>, origin?: string) => {
    const asked = new URLSearchParams({ ctl: '1', [NAMESPACE_HEADER]: String(person.namespaceId) })
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
    const headers = {
      ...person.headers,
      ...{ origin: origin ?? `http://${host}`, connection: 'upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
    }
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = get(`http://${host}${TERMINAL_PATH}?${asked}`, { headers, agent: false }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      request.on('upgrade', (_response, socket) => {
        socket.destroy()
        resolve({ status: 101, body: '' })
      })
      request.on('error', reject)
    })
  }

  it('is refused before the upgrade', async () => {
    const person = await server.makeUser(OPEN)
    const without = await server.makeUser(Object.values(Permission).filter((id) => id !== Permission.ShowTerminalPage))
    const foreign = await addServer({ ...sshd, host: '127.0.0.2' }, await server.makeNamespace())
    const codeOf = ({ status, body }: { status: number; body: string }) => [status, JSON.parse(body).code]
    expect(codeOf(await refusal(without, { serverId }))).toEqual([200, Code.Denied])
    expect(codeOf(await refusal(server.nobody, { serverId }))).toEqual([200, Code.IllegalRequest])
    for (const wrong of [foreign, 0, -1, 99_999, 'x', 2 ** 40]) {
      expect(codeOf(await refusal(person, { serverId: wrong }))).toEqual([200, Code.Failed])
    }
    expect(codeOf(await refusal(person, {}))).toEqual([200, Code.Failed])
    expect(await refusal(person, { serverId }, 'http://127.0.0.1.evil.example')).toMatchObject({ status: 403 })
    expect(await refusal(person, { serverId })).toMatchObject({ status: 101 })
  })

  const roleOf = async ({ userId }: TestCaller) =>
    (
      await server.platform.db
        .selectFrom('namespaceUser')
        .select('roleId')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).roleId

  it('is out at once when the permission is taken, with and without a socket', async () => {
    const person = await server.makeUser(OPEN)
    const roleId = await roleOf(person)
    const [here, away] = [await shell(person), await shell(person)]
    away.client.type('echo pid $$\n')
    await away.client.until(/pid \d+\r\n/)
    const pid = Number(/pid (\d+)\r\n/.exec(away.client.output())?.[1])
    await drop(away.client)
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [] })
    expect(await here.client.frame('ended')).toMatchObject({ reason: 'permission' })
    expect(await here.client.closed).toMatchObject({ code: 1008 })
    await expect.poll(() => isAlive(pid)).toBe(false)
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [...OPEN] })
    expect((await person.call(TerminalSessionList)).list).toEqual([])
  })

  it('is out when he signs out', async () => {
    const person = await server.makeUser(OPEN)
    const [here, away] = [await shell(person), await shell(person)]
    await drop(away.client)
    await person.call(UserLogout)
    expect(await here.client.frame('ended')).toMatchObject({ reason: 'signed-out' })
    await expect.poll(() => logEnds(person.userId)).toEqual(['signed-out', 'signed-out'])
  })

  const logEnds = async (userId: number) =>
    (await server.admin.call(TerminalLogList, { page: 1, rows: 200 })).list
      .filter(({ userID }) => userID === userId)
      .map(({ endReason }) => endReason)

  it.each([
    ['disabled', (id: number) => server.admin.call(UserChangeState, { id, state: State.Disabled })],
    ['removed', (id: number) => server.admin.call(UserRemove, { id })],
  ])('is out when his account is %s, with and without a socket', async (_what, leave) => {
    const person = await server.makeUser(OPEN)
    const [here, away] = [await shell(person), await shell(person)]
    away.client.type('echo pid $$\n')
    await away.client.until(/pid \d+\r\n/)
    const pid = Number(/pid (\d+)\r\n/.exec(away.client.output())?.[1])
    await drop(away.client)
    await leave(person.userId)
    expect(await here.client.frame('ended')).toMatchObject({ reason: 'signed-out' })
    expect(await here.client.closed).toMatchObject({ code: 1008 })
    await expect.poll(() => isAlive(pid)).toBe(false)
    await expect.poll(() => logEnds(person.userId)).toEqual(['signed-out', 'signed-out'])
  })

  it('is out when the server is disabled', async () => {
    const person = await server.makeUser(OPEN)
    const other = await addServer({ ...sshd, host: 'localhost' })
    const { client } = await shell(person, { serverId: other })
    await server.admin.call(ServerToggle, { id: other, state: 0 })
    expect(await client.frame('ended')).toMatchObject({
      reason: 'server',
      message: expect.stringContaining('disabled'),
    })
  })
})

describe('hostile clients', () => {
  it.each([
    ['a message of ten megabytes', (client: TerminalClient) => client.socket.send(Buffer.alloc(10_000_000)), 1009],
    ['text that is no JSON', (client: TerminalClient) => client.socket.send('{"type":'), 1007],
    [
      'a frame of the wrong shape',
      (client: TerminalClient) => client.socket.send('{"type":"resize","rows":"9"}'),
      1007,
    ],
    ['a bare number', (client: TerminalClient) => client.socket.send('1'), 1007],
  ])('lose their socket by %s, and their session waits', async (_what, act, code) => {
    const person = await server.makeUser(OPEN)
    const { client, ready } = await shell(person)
    act(client)
    expect(await client.closed).toMatchObject({ code })
    const back = open(person, { session: ready.session })
    expect(await back.ready()).toMatchObject({ restored: 'screen' })
  })

  it('may say what this server does not know, and acknowledge what they like', async () => {
    const { client } = await shell(await server.makeUser(OPEN))
    client.socket.send('{"type":"newer","x":1}')
    for (const bytes of [-1, 1e300, 0.5]) client.send({ type: 'ack', bytes })
    for (const rows of [-1, 1e300, 0.5]) client.send({ type: 'resize', rows, cols: rows })
    client.type('echo al""ive\n')
    await client.until('alive\r\n')
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  it('open a thousand sockets for nothing', async () => {
    const person = await server.makeUser(OPEN)
    const session = '00000000-0000-4000-8000-000000000000'
    const all = Array.from({ length: 1000 }, () => open(person, { session }))
    const outcomes = await Promise.all(
      all.map((client) =>
        client.closed.then(
          () => client.frames.at(-1)?.type,
          () => 'refused',
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome !== 'ended' && outcome !== 'refused')).toEqual([])
    const { client } = await shell(person)
    client.type('echo al""ive\n')
    await client.until('alive\r\n')
  }, 180_000)

  it('get thirty sessions, and a sentence', async () => {
    const person = await server.makeUser(OPEN)
    const all = Array.from({ length: 33 }, () => open(person))
    const outcomes = await Promise.all(
      all.map((client) =>
        Promise.race([
          client.ready().then(() => 'ready'),
          client.closed.then(
            () => 'refused',
            () => 'refused',
          ),
        ]),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(30)
    expect((await person.call(TerminalSessionList)).list).toHaveLength(30)
  }, 60_000)
})

describe('the log', () => {
  it('keeps what fits of the name of a browser that says too much, and lets it work', async () => {
    const person = await server.makeUser([...OPEN, Permission.ShowTerminalLogPage])
    const talker = { ...person, headers: { ...person.headers, 'user-agent': 'x'.repeat(3000) } }
    const { client } = await shell(talker)
    const [{ recordId = 0 } = {}] = (await person.call(TerminalSessionList)).list
    expect(await logRow(recordId)).toMatchObject({ userAgent: 'x'.repeat(255) })
    client.type('exit\n')
    expect(await client.closed).toEqual({ code: 1000, reason: 'session closed' })
  })

  it('tells who, where, when, and holds a recording that can be played', async () => {
    const person = await server.makeUser([...OPEN, Permission.ShowTerminalLogPage])
    const { client } = await shell(person)
    const [{ recordId = 0 } = {}] = (await person.call(TerminalSessionList)).list
    expect(await logRow(recordId)).toMatchObject({
      ...{ userID: person.userId, serverID: serverId, namespaceID: 1, endTime: TERMINAL_NOT_ENDED, endReason: '' },
      remoteAddr: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    })
    client.type('printf "\\033[31mred\\033[0m 中文\\n"\n')
    await client.until('中文\r\n')
    client.send({ type: 'resize', rows: 20, cols: 70 })
    client.type('exit\n')
    await client.closed
    await expect.poll(async () => (await logRow(recordId))?.endReason).toBe('exit')
    const file = path.join(server.env.DATA_DIR, 'terminal-log', `${recordId}.cast`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const [header, ...events] = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(header).toMatchObject({ version: 2, width: 80, height: 24, env: { TERM: 'xterm-256color' } })
    expect(events.map(([, code]) => code)).toContain('r')
    const text = events
      .filter(([, code]) => code === 'o')
      .map(([, , said]) => said)
      .join('')
    expect(text).toContain('\x1b[31mred\x1b[0m 中文')
  })
})
