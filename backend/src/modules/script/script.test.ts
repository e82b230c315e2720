import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Code, type InputOf, Permission } from '@windlass/shared-kit/contract'
import {
  hasEnded,
  ScriptExec,
  ScriptRunGet,
  ScriptRunKill,
  ScriptRunList,
  ScriptRunOutput,
  ScriptStart,
} from '@windlass/shared-kit/contract/serverScript'
import { TemplateAdd, type TemplateParameter, TemplateType } from '@windlass/shared-kit/contract/template'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTarget, type DeployBench, makeDeployBench, until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { COMMAND_BYTES } from './remoteProgram.ts'
import { createScriptRunStore } from './scriptRun.store.ts'

let bench: DeployBench
let server: TestServer
let one: number
let two: number
let gone: number

const start = (input: Partial<InputOf<typeof ScriptStart>> & { script: string }, caller: TestCaller = server.admin) =>
  caller.call(ScriptStart, { serverIds: [one], ...input })
const get = (id: number) => server.admin.call(ScriptRunGet, { id })
const whole = async (id: number) => {
  await until('the run has ended', async () => (await get(id)).endTime !== '')
  return get(id)
}
const said = async (id: number, serverId = one) => {
  const { stdout, stderr } = await server.admin.call(ScriptRunOutput, { id, serverId })
  return { out: stdout.head + stdout.tail, err: stderr.head + stderr.tail, cut: stdout.cut }
}
/** One that has ended and waits to be collected is not alive. */
const isAlive = async (pid: number) =>
  !/^\d+ \(.*\) Z|^$/.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
const fileOf = (name: string) => path.join(bench.folder, name)
const pidIn = async (name: string) => Number(await readFile(fileOf(name), 'utf8').catch(() => ''))

beforeAll(async () => {
  bench = await makeDeployBench()
  const target = await bench.startTarget()
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  one = await addTarget(server.admin, bench, { name: 'one ${SERVER_IP}', port: target.sshd.port })
  two = await addTarget(server.admin, bench, { name: 'two', port: target.sshd.port, host: 'localhost' })
  gone = await addTarget(server.admin, bench, { name: 'gone', port: 1 })
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

describe('a script that is waited for', () => {
  it('runs once on every server, with what names the server replaced once, and its own variables left alone', async () => {
    const script =
      'X=mine\necho "${SERVER_NAME} at ${SERVER_IP} ${X}"\necho oh >&2\n[ "${SERVER_ID}" = ' + two + ' ] || exit 3'
    const results = await server.admin.call(ScriptExec, { serverIds: [one, two, one], script })
    expect(results).toHaveLength(2)
    expect(results.find(({ serverId }) => serverId === two)).toEqual({
      ...{ serverId: two, execRes: true, stdout: 'two at localhost mine\n', stderr: 'oh\n' },
    })
    // The name holds a variable, as data: it is not looked into a second time by the console.
    expect(results.find(({ serverId }) => serverId === one)).toMatchObject({ execRes: false, stderr: 'oh\n' })
    const log = server.platform.db.selectFrom('operationLog').selectAll().where('api', '=', ScriptExec.path)
    expect((await log.execute()).at(-1)?.requestData).toContain('${SERVER_IP}')
  })

  it('tells in words where it could not run, and runs elsewhere', async () => {
    const results = await server.admin.call(ScriptExec, { serverIds: [gone, 999_999, one], script: 'echo here' })
    const of = (id: number) => results.find(({ serverId }) => serverId === id)
    expect(of(one)).toMatchObject({ execRes: true, stdout: 'here\n', stderr: '' })
    expect(of(gone)).toMatchObject({ execRes: false, stdout: '', stderr: expect.stringContaining('127.0.0.1:1') })
    expect(of(999_999)).toMatchObject({ execRes: false, stderr: expect.stringContaining('server') })
  })

  it.each([
    ['of many lines with quotes', `printf '%s|' "a'b" 'c"d' '\\n'\ncat <<'END'\n$HOME\nEND\n`, `a'b|c"d|\\n|$HOME\n`],
    ['that reads its input', 'cat; echo done', 'done\n'],
    ['with a comment first', '#!/bin/sh\necho yes # no', 'yes\n'],
    ['that is too long for a command line', `# ${'x'.repeat(COMMAND_BYTES)}\necho long`, 'long\n'],
  ])('may be one %s', async (_what, script, stdout) => {
    const [result] = await server.admin.call(ScriptExec, { serverIds: [one], script })
    expect(result).toMatchObject({ execRes: true, stdout, stderr: '' })
  })
})

describe('a script that is watched', () => {
  it('can be seen while it runs and afterwards, by whoever may', async () => {
    const gate = fileOf('gate')
    const script = `printf '\\033[31mred\\033[0m\\n'; touch ${gate}; while [ -e ${gate} ]; do sleep 0.05; done; exit 4`
    const { id } = await start({ script, serverIds: [one, gone] })
    await until('it runs', () => existsSync(gate))
    await until('it is heard', async () => (await said(id)).out.includes('red'))
    const running = await get(id)
    expect(running).toMatchObject({ kind: 'script', endTime: '', userName: expect.any(String), script })
    expect(running.servers.find(({ serverId }) => serverId === one)).toMatchObject({ state: 'running', exitCode: -1 })
    await rm(gate)
    const ended = await whole(id)
    expect(ended.states).toEqual({ failed: 1, unreachable: 1 })
    expect(ended.servers.find(({ serverId }) => serverId === one)).toMatchObject({ state: 'failed', exitCode: 4 })
    expect(ended.servers.find(({ serverId }) => serverId === gone)?.reason).toContain('127.0.0.1:1')
    expect((await said(id)).out).toBe('\u001b[31mred\u001b[0m\n')

    const page = { page: 1, rows: 10 }
    const { list, pagination } = await server.admin.call(ScriptRunList, { ...page, kind: 'script' })
    expect(list[0]).toMatchObject({ id, states: { failed: 1, unreachable: 1 }, firstLine: script })
    expect(pagination.total).toBeGreaterThan(0)
    const colleague = await server.makeUser([Permission.ShowServerProcessPage])
    expect(await colleague.call(ScriptRunList, { ...page, kind: 'script' })).toMatchObject({ list: [] })
    const elsewhere = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    for (const caller of [colleague, elsewhere]) {
      expect((await caller.ask(ScriptRunGet, { id })).code).toBe(Code.Failed)
      expect((await caller.ask(ScriptRunOutput, { id, serverId: one })).code).toBe(Code.Failed)
      expect((await caller.ask(ScriptRunKill, { id })).code).toBe(Code.Failed)
    }
  })

  it('is killed with everything it has started, also what does not listen', async () => {
    const script = [
      `trap '' TERM; (trap '' TERM; echo $BASHPID > ${fileOf('deaf')}; while :; do sleep 1; done) &`,
      `sleep 300 & echo $! > ${fileOf('child')}`,
      'wait',
    ].join('\n')
    const { id } = await start({ script: `bash -c ${`'${script.replaceAll("'", "'\\''")}'`}`, serverIds: [one, two] })
    await until('both run', async () => (await pidIn('deaf')) > 0 && (await pidIn('child')) > 0)
    const pids = [await pidIn('deaf'), await pidIn('child')]
    await server.admin.call(ScriptRunKill, { id })
    const { states } = await whole(id)
    expect(states).toEqual({ killed: 2 })
    for (const pid of pids) expect(await isAlive(pid)).toBe(false)
    expect((await server.admin.ask(ScriptRunKill, { id })).message).toContain('ended already')
  }, 60_000)

  it('is ended when its time is up, and says so', async () => {
    const { id } = await start({ script: `sleep 300 & echo $! > ${fileOf('slow')}; echo begun; wait`, seconds: 5 })
    const [there] = (await whole(id)).servers
    expect(there).toMatchObject({ state: 'timeout' })
    expect((await said(id)).out).toBe('begun\n')
    expect(await isAlive(await pidIn('slow'))).toBe(false)
  })

  it('goes over its servers as many at a time as was chosen', async () => {
    const script = 'date +%s%N; sleep 0.4; date +%s%N'
    const { id } = await start({ script, serverIds: [one, two], concurrency: 1 })
    await whole(id)
    const [first, second] = await Promise.all(
      [one, two].map(async (serverId) => (await said(id, serverId)).out.trim().split('\n')),
    )
    expect(BigInt(second?.[0] ?? 0)).toBeGreaterThan(BigInt(first?.[1] ?? 0))
  })

  it('may say more than anybody wants to keep', async () => {
    const { id } = await start({ script: 'echo first; yes 0123456789 | head -c 5000000; echo last' })
    await whole(id)
    const { stdout } = await server.admin.call(ScriptRunOutput, { id, serverId: one })
    expect(stdout.head.length + stdout.tail.length).toBe(1024 * 1024)
    expect(stdout.cut).toBe(5_000_000 + 11 - 1024 * 1024)
    expect([stdout.head.slice(0, 6), stdout.tail.slice(-5)]).toEqual(['first\n', 'last\n'])
  })

  it('holds nothing up by what it leaves behind', async () => {
    const { id } = await start({ script: `sleep 60 & echo $! > ${fileOf('left')}; echo started` })
    const [there] = (await whole(id)).servers
    expect(there).toMatchObject({ state: 'success', reason: expect.stringContaining('goes on') })
    process.kill(await pidIn('left'))
  })

  it('may print bytes that no column holds', async () => {
    const { id } = await start({ script: "printf 'a\\000b\\377c'" })
    expect((await whole(id)).states).toEqual({ success: 1 })
    expect((await said(id)).out).toBe('a\0b\ufffdc')
  })
})

describe('a template', () => {
  const parameters: TemplateParameter[] = [
    { name: 'SERVICE', type: 'text', isRequired: true, pattern: '[^|]+' },
    { name: 'TIMES', type: 'number', default: '2' },
    { name: 'WHERE', type: 'choice', choices: ['north', 'south'], default: 'south' },
    { name: 'DRY', type: 'switch' },
    { name: 'API_KEY', type: 'secret' },
  ]
  const hostile = `x'; touch /tmp/windlass-hostile-$$; echo "$(id)" \`id\` \\ \${SERVER_IP}\nnext`

  it('hands over its values as they are, and shows nobody the secret ones', async () => {
    const content = 'printf "%s|" "$SERVICE" "$TIMES" "$WHERE" "$DRY" "$API_KEY"'
    const template = { type: TemplateType.Script, name: 'ask', content, parameters }
    const { id: templateId } = await server.admin.call(TemplateAdd, template)
    const values = { SERVICE: hostile, API_KEY: 'hush-hush' }
    const { id } = await start({ script: content, templateId, values })
    const run = await whole(id)
    expect((await said(id)).out).toBe(`${hostile}|2|south|false|******|`)
    expect(run.title).toBe('ask')
    expect(run.values).toContainEqual({ name: 'API_KEY', value: '******' })
    const everything = JSON.stringify([
      await server.platform.db.selectFrom('operationLog').selectAll().execute(),
      await server.platform.db.selectFrom('scriptRun').selectAll().execute(),
      await server.platform.db.selectFrom('scriptRunServer').selectAll().execute(),
    ])
    expect(everything).not.toContain('hush-hush')

    for (const [wrong, message] of [
      [{}, 'SERVICE is a required field'],
      [{ SERVICE: 'a|b' }, 'must match'],
      [{ SERVICE: 'a', TIMES: '1; id' }, 'must be a number'],
      [{ SERVICE: 'a', WHERE: 'west' }, 'must be one of'],
      [{ SERVICE: 'a', PATH: '/tmp' }, 'has no parameter PATH'],
    ] as const) {
      const answer = await server.admin.ask(ScriptStart, {
        serverIds: [one],
        script: content,
        templateId,
        values: wrong,
      })
      expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining(message) })
    }
  })
})

describe('when the console goes away', () => {
  it('what it left is told as interrupted, never as a success', async () => {
    const store = createScriptRunStore(server.platform.db)
    const fields = { kind: 'script', title: '', script: '', firstLine: '', concurrency: 1, seconds: 1, startTime: 1 }
    const run = { ...fields, namespaceId: 1, userId: 1, userName: 'x', seenTime: 1 }
    const servers = [one, two].map((serverId) => ({ serverId, serverName: 'x' }))
    const id = await store.add({ ...run, script: server.platform.secrets.encrypt('x', 'scriptRun.script') }, servers)
    await store.setServer(id, one, { state: 'running' })
    await store.closeLeft(Date.now() - 1000)
    const left = await get(id)
    expect(left.states).toEqual({ interrupted: 2 })
    expect(left.servers.every(({ state, reason }) => hasEnded(state) && reason.includes('restarted'))).toBe(true)
    await store.removeOld(Date.now() + 1000)
    expect((await server.admin.ask(ScriptRunGet, { id })).code).toBe(Code.Failed)
  })

  it('a stop ends what runs on servers, and says that it did', async () => {
    const other = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
    const { port } = await server.platform.db
      .selectFrom('server')
      .select('port')
      .where('id', '=', one)
      .executeTakeFirstOrThrow()
    const serverId = await addTarget(other.admin, bench, { name: 'one', port })
    await other.admin.call(ScriptStart, { serverIds: [serverId], script: `echo $$ > ${fileOf('stopped')}; sleep 300` })
    await until('it runs', async () => (await pidIn('stopped')) > 0)
    await closeTestServer(other)
    expect(await isAlive(await pidIn('stopped'))).toBe(false)
  }, 60_000)
})
