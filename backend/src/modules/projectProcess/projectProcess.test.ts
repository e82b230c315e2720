import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Code, type InputOf, NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { ProjectRemove } from '@windlass/shared-kit/contract/project'
import {
  ProcessRun,
  ProjectProcessAdd,
  ProjectProcessEdit,
  ProjectProcessList,
  ProjectProcessRemove,
} from '@windlass/shared-kit/contract/projectProcess'
import { ServerEdit } from '@windlass/shared-kit/contract/server'
import { type SocketProcessMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { addProject, addTarget, type DeployBench, makeDeployBench, until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let serverId: number
let projectId: number
let processId: number

beforeAll(async () => {
  bench = await makeDeployBench()
  const target = await bench.startTarget()
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  serverId = await addTarget(server.admin, bench, { name: 'one', port: target.sshd.port })
  projectId = await addProject(server.admin, bench, { name: 'the shop; reboot', serverIds: [serverId] })
  const lines = { start: '', status: 'echo up', stop: '', restart: '' }
  processId = (await server.admin.call(ProjectProcessAdd, { projectId, name: 'web', ...lines })).id
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

const define = async (lines: Partial<InputOf<typeof ProjectProcessEdit>>) =>
  server.admin.call(ProjectProcessEdit, { id: processId, name: 'web', ...lines })
const run = (command: string, more: Partial<InputOf<typeof ProcessRun>> = {}, caller: TestCaller = server.admin) =>
  caller.ask(ProcessRun, { serverId, projectProcessId: processId, command, ...more })

describe('the processes of a project', () => {
  it('are added, listed, changed and removed inside of the namespace', async () => {
    const { id } = await server.admin.call(ProjectProcessAdd, { projectId, name: ' worker ' })
    const page = { page: 1, rows: 999 }
    expect((await server.admin.call(ProjectProcessList, { projectId, ...page })).list.map(({ name }) => name)).toEqual([
      'worker',
      'web',
    ])
    expect(
      (await server.admin.call(ProjectProcessList, { projectId, page: 2, rows: 1 })).list.map(({ name }) => name),
    ).toEqual(['web'])
    await server.admin.call(ProjectProcessEdit, { id, name: 'jobs', start: 'run' })
    const elsewhere = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    const stranger = await server.makeUser([Permission.ProcessManager])
    for (const caller of [elsewhere, stranger]) {
      expect((await caller.ask(ProjectProcessList, { projectId, ...page })).code).not.toBe(Code.Ok)
      expect((await caller.ask(ProjectProcessEdit, { id, name: 'x' })).code).not.toBe(Code.Ok)
      expect((await caller.ask(ProjectProcessRemove, { id })).code).not.toBe(Code.Ok)
      expect((await run('status', {}, caller)).code).not.toBe(Code.Ok)
    }
    expect((await server.admin.call(ProjectProcessList, { projectId, ...page })).list[0]).toMatchObject({
      name: 'jobs',
      start: 'run',
      stop: '',
    })
    await server.admin.call(ProjectProcessRemove, { id })
    expect((await server.admin.call(ProjectProcessList, { projectId, ...page })).list).toHaveLength(1)
    expect((await server.admin.ask(ProjectProcessAdd, { projectId, name: ' ' })).message).toContain(
      'name is a required field',
    )
  })

  it('go with the project', async () => {
    const id = await addProject(server.admin, bench, { name: 'short-lived' })
    await server.admin.call(ProjectProcessAdd, { projectId: id, name: 'web' })
    await server.admin.call(ProjectRemove, { id })
    expect(
      await server.platform.db.selectFrom('projectProcess').selectAll().where('projectId', '=', id).execute(),
    ).toEqual([])
  })
})

describe('a command', () => {
  it('runs on the server with the variables of the project, and a name is never a command', async () => {
    await define({ status: 'echo "${PROJECT_NAME} ${PROJECT_ID} ${SERVER_NAME}"; echo oh >&2; exit 3' })
    const { data } = await run('status')
    expect(data).toMatchObject({
      ...{ execRes: false, exitCode: 3, stderr: 'oh\n', isCut: false, isLeftOpen: false },
      stdout: `the shop; reboot ${projectId} one\n`,
      startTime: expect.stringMatching(/^\d{4}-/),
    })
    const log = await server.platform.db
      .selectFrom('operationLog')
      .selectAll()
      .where('api', '=', ProcessRun.path)
      .execute()
    expect(log.at(-1)?.responseData).toContain('the shop; reboot')
  })

  it('is one of four, written down, and on a server of the project', async () => {
    await define({ status: 'echo up' })
    expect(await run('reboot')).toMatchObject({ code: Code.Failed, message: 'Command error' })
    expect(await run('__proto__')).toMatchObject({ message: 'Command error' })
    expect(await run('name')).toMatchObject({ message: 'Command error' })
    expect(await run('start')).toMatchObject({ code: Code.Failed, message: 'Command empty' })
    const other = await addTarget(server.admin, bench, { name: 'unbound', port: 1, host: '127.0.0.3' })
    expect(await run('status', { serverId: other })).toMatchObject({ code: Code.Denied })
  })

  it('is answered although a daemon goes on with its output, which is bounded', async () => {
    const pidFile = path.join(bench.folder, 'daemon.pid')
    await define({
      start: `sleep 60 & echo $! > ${pidFile}; echo started`,
      status: 'head -c 3000000 /dev/zero | tr "\\0" x',
    })
    expect((await run('start')).data).toMatchObject({ execRes: true, stdout: 'started\n', isLeftOpen: true })
    // Fails where the answer has waited for the daemon, which has ended then.
    process.kill(Number(await readFile(pidFile, 'utf8')))
    const { data } = await run('status')
    expect(data).toMatchObject({ execRes: true, isCut: true })
    expect(data?.stdout).toHaveLength(1024 * 1024)
  })

  it('does not run twice at once, and says who runs it', async () => {
    const gate = path.join(bench.folder, 'gate')
    await define({
      restart: `echo waiting > ${gate}; while [ -e ${gate} ]; do sleep 0.05; done; echo done`,
      status: 'echo up',
    })
    const first = run('restart')
    await until('the first waits', async () => (await readFile(gate, 'utf8').catch(() => '')) !== '')
    expect((await run('stop').catch(() => undefined))?.message).toBe('Command empty')
    expect((await run('restart')).message).toContain('is running "restart" on this server now')
    expect((await run('status')).data).toMatchObject({ stdout: 'up\n' })
    await rm(gate)
    expect((await first).data).toMatchObject({ execRes: true, stdout: 'done\n' })
  })

  it('is heard while it runs by the page that started it, without secrets', async () => {
    const { server: http } = server.app
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : 0
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/connect?${NAMESPACE_HEADER}=1`, {
      headers: { ...server.admin.headers, origin: `http://127.0.0.1:${port}` },
    })
    const frames: SocketProcessMessage[] = []
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: number; message: SocketProcessMessage }
      if (frame.type === SocketType.Process) frames.push(frame.message)
    })
    await new Promise((resolve) => socket.once('open', resolve))
    const gate = path.join(bench.folder, 'live')
    await server.platform.db
      .updateTable('project')
      .set({ url: server.platform.secrets.encrypt('https://me:very-secret@git.example/shop.git', 'project.url') })
      .where('id', '=', projectId)
      .execute()
    await define({
      restart: `echo ${'${REPOSITORY_URL}'} begins; touch ${gate}; while [ -e ${gate} ]; do sleep 0.05; done`,
    })
    const whole = run('restart', { runId: 'my-run' })
    await until('the beginning is heard', () => frames.some(({ text }) => text.includes('begins')))
    await rm(gate)
    const { data } = await whole
    socket.close()
    expect(frames.every(({ runId }) => runId === 'my-run')).toBe(true)
    expect(JSON.stringify([frames, data])).not.toContain('very-secret')
    expect(data?.stdout).toContain('https://me:******@git.example/shop.git begins')
  })

  it('that cannot be run is an error with the reason', async () => {
    await server.admin.call(ServerEdit, {
      ...{ id: serverId, name: 'one', os: 'linux', ip: '127.0.0.1', port: 1, owner: 'root' },
      path: path.join(bench.keyDir, 'id_ed25519'),
    })
    await define({ status: 'echo up' })
    expect(await run('status')).toMatchObject({ code: Code.Failed, message: expect.stringContaining('127.0.0.1:1') })
  })
})
