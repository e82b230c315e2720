import { existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  CommandExec,
  CommandSetAdd,
  CommandSetEdit,
  CommandSetList,
  CommandSetRemove,
  CommandStart,
  ServiceList,
  ServiceLog,
  ServiceManage,
} from '@windlass/shared-kit/contract/serverProcess'
import { ScriptRunGet, ScriptRunList } from '@windlass/shared-kit/contract/serverScript'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTarget, type DeployBench, makeDeployBench, until } from '../../testing/deployBench.ts'
import { runSupervisor, SUPERVISORD } from '../../testing/supervisor.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let serverId: number
let port: number

beforeAll(async () => {
  bench = await makeDeployBench()
  port = (await bench.startTarget()).sshd.port
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  serverId = await addTarget(server.admin, bench, { name: 'one', port })
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

const itemsOf = (...items: { name: string; command: string }[]) => JSON.stringify(items)

describe('a command set', () => {
  it('is added, listed, changed and removed inside of its namespace', async () => {
    const items = itemsOf({ name: ' start ', command: ' echo hi ' })
    const { id } = await server.admin.call(CommandSetAdd, { name: 'web', items })
    const blank = await server.admin.call(CommandSetAdd, { name: 'blank' })
    const { list } = await server.admin.call(CommandSetList)
    expect(list.map(({ name }) => name)).toEqual(['blank', 'web'])
    expect(JSON.parse(list[1]?.items ?? '')).toEqual([{ name: 'start', command: 'echo hi' }])
    const elsewhere = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    expect((await elsewhere.call(CommandSetList)).list).toEqual([])
    expect((await elsewhere.ask(CommandSetEdit, { id, name: 'x' })).code).toBe(Code.Failed)
    expect((await elsewhere.ask(CommandSetRemove, { id })).code).toBe(Code.Failed)
    expect((await elsewhere.ask(CommandExec, { id, serverId, name: 'start' })).code).toBe(Code.Failed)
    await server.admin.call(CommandSetEdit, { id, name: 'webs', items })
    await server.admin.call(CommandSetRemove, { id: blank.id })
    expect((await server.admin.call(CommandSetList)).list.map(({ name }) => name)).toEqual(['webs'])
  })

  it.each([
    ['', 'items must be JSON'],
    ['{"name": "a"}', 'items must be JSON'],
    ['[{"name": "a"}]', 'names have'],
    [itemsOf({ name: 'a', command: ' ' }), 'needs a name and a command'],
    [itemsOf({ name: 'a', command: 'b' }, { name: 'a ', command: 'c' }), 'two commands are named a'],
    [itemsOf({ name: 'a'.repeat(51), command: 'b' }), 'names have'],
    [itemsOf(...Array.from({ length: 51 }, (_, at) => ({ name: `n${at}`, command: 'x' }))), 'at most 50'],
  ])('refuses the items %s', async (items, message) => {
    const answer = await server.admin.ask(CommandSetAdd, { name: 'bad', items })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining(message) })
  })
})

describe('a command', () => {
  it('runs as it is written, and answers for the server that was asked', async () => {
    const items = itemsOf({ name: 'status', command: 'echo "[${SERVER_NAME}]"; echo oh >&2; exit 2' })
    const { id } = await server.admin.call(CommandSetAdd, { name: 'say', items })
    expect(await server.admin.call(CommandExec, { id, serverId, name: 'status' })).toEqual({
      ...{ serverId, execRes: false, stdout: '[]\n', stderr: 'oh\n' },
    })
    expect(await server.admin.ask(CommandExec, { id, serverId, name: 'stop' })).toMatchObject({
      ...{ code: Code.Failed, message: 'Command empty' },
    })
    expect(await server.admin.call(CommandExec, { id, serverId: 999_999, name: 'status' })).toMatchObject({
      ...{ serverId: 999_999, execRes: false, stderr: expect.stringContaining('server') },
    })
  })

  it('is run on several servers as a run that can be watched', async () => {
    const two = await addTarget(server.admin, bench, { name: 'two', port, host: 'localhost' })
    const { id: setId } = await server.admin.call(CommandSetAdd, {
      ...{ name: 'both', items: itemsOf({ name: 'go', command: 'echo gone' }) },
    })
    const { id } = await server.admin.call(CommandStart, { id: setId, serverIds: [serverId, two], name: 'go' })
    await until('it has ended', async () => (await server.admin.call(ScriptRunGet, { id })).endTime !== '')
    const run = await server.admin.call(ScriptRunGet, { id })
    expect(run).toMatchObject({ kind: 'process', title: 'both: go', states: { success: 2 }, script: 'echo gone' })
    const { list } = await server.admin.call(ScriptRunList, { kind: 'process', page: 1, rows: 5 })
    expect(list[0]?.id).toBe(id)
  })
})

describe.skipIf(!existsSync(SUPERVISORD))('services of a server with supervisor', () => {
  it('are listed, stopped and started by their true names, and their log is followed', async () => {
    const supervisor = await runSupervisor(bench.folder)
    try {
      const { list, keepers } = await server.admin.call(ServiceList, { serverId })
      expect(keepers.find(({ keeper }) => keeper === 'supervisor')).toEqual({
        ...{ keeper: 'supervisor', isHere: true, problem: '' },
      })
      expect(list.filter(({ keeper }) => keeper === 'supervisor')).toMatchObject([{ name: 'talker', state: 'running' }])
      const one = { serverId, keeper: 'supervisor', name: 'talker' } as const
      await server.admin.call(ServiceManage, { ...one, action: 'stop' })
      const stateOf = async () =>
        (await server.admin.call(ServiceList, { serverId })).list.find(({ name }) => name === 'talker')?.state
      expect(await stateOf()).toBe('stopped')
      await server.admin.call(ServiceManage, { ...one, action: 'start' })
      expect(await stateOf()).toBe('running')
      await appendFile(supervisor.logFile, 'written before\n')
      const said = await follow({ ...one, lines: 100 }, 'written later', server.admin, () =>
        appendFile(supervisor.logFile, 'written later\n'),
      )
      expect(said).toContain('written before')
      const hostile = path.join(bench.folder, 'hostile')
      for (const name of [`$(touch ${hostile})`, `'; touch ${hostile}; '`, 'no-such'])
        expect(await server.admin.ask(ServiceManage, { ...one, name, action: 'stop' })).toMatchObject({
          code: Code.Failed,
        })
      for (const name of ['-x', 'a\nb', 'all'])
        expect((await server.admin.ask(ServiceManage, { ...one, name, action: 'stop' })).code).toBe(Code.Failed)
      expect(existsSync(hostile)).toBe(false)
      expect(await stateOf()).toBe('running')
    } finally {
      await supervisor.stop()
    }
  }, 60_000)

  it('end for a reader who loses the right to them, with the reason', async () => {
    const supervisor = await runSupervisor(bench.folder)
    const reader = await server.makeUser([Permission.ShowServerProcessPage])
    const roles = server.platform.db.selectFrom('namespaceUser').select('roleId').where('userId', '=', reader.userId)
    try {
      await appendFile(supervisor.logFile, 'written before\n')
      const one = { serverId, keeper: 'supervisor', name: 'talker', lines: 100 }
      const said = await follow(one, '"type":"end"', reader, async () => {
        await server.platform.db.deleteFrom('rolePermission').where('roleId', 'in', roles).execute()
      })
      expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toMatchObject({ type: 'end', code: Code.Denied })
    } finally {
      await supervisor.stop()
    }
  }, 60_000)
})

/** Reads the log over the wire until it says something; leaving the request ends the program on the server. */
async function follow(
  input: object,
  wanted: string,
  reader: TestCaller,
  onHeard: () => Promise<void>,
): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const leave = new AbortController()
  const response = await fetch(`${origin}${ServiceLog.path}`, {
    ...{ method: 'POST', body: JSON.stringify(input), signal: leave.signal },
    headers: { ...reader.headers, origin, 'content-type': 'application/json', 'G-N-ID': '1' },
  })
  let said = ''
  for await (const chunk of response.body ?? []) {
    if (said === '') await onHeard()
    said += Buffer.from(chunk).toString()
    if (said.includes(wanted)) break
  }
  leave.abort()
  await until('nothing follows the log any more', async () => {
    const { stdout } = await execa('ps', ['-A', '-o', 'args='])
    return !stdout.includes('supervisorctl tail -f talker')
  })
  return said
}

describe('the keepers of services', () => {
  it('are told as they are on the machine', async () => {
    const { keepers } = await server.admin.call(ServiceList, { serverId })
    expect(keepers.map(({ keeper }) => keeper)).toEqual(['systemd', 'supervisor'])
    expect(keepers[0]?.isHere).toBe(existsSync('/run/systemd/system'))
  })
})
