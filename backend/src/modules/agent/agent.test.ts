import { readdirSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  type AgentState,
  InstallAgent,
  InstallAgentStatus,
  RemoveAgent,
  RotateAgentKey,
  UpgradeAgent,
} from '@windlass/shared-kit/contract/agent'
import { ServerMetricsNow } from '@windlass/shared-kit/contract/serverMetrics'
import { execa } from 'execa'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeKeyPair } from '../../platform/ssh/localSshd.ts'
import { MACHINES, makeToolFolder } from '../../testing/agentMachine.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import {
  closeTestServer,
  makeTestServer,
  TEST_ENGINE,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'
import { AGENT_VERSION } from './agentProgram.ts'

let folder: string
let sshd: TestSshd
let server: TestServer
let operator: TestCaller
let reportURL = ''
let addresses = 0

async function addServer(row: Record<string, unknown> = {}): Promise<number> {
  // One machine stands for all of them: those of earlier tests keep their agents, and are not reached any more.
  await server.platform.db
    .updateTable('server')
    .set({ ip: sql<string>`'gone-' || id` })
    .where('ip', '=', sshd.host)
    .execute()
  const { id } = await server.platform.db
    .insertInto('server')
    .values({
      ...{ namespaceId: 1, name: `web-${++addresses}`, ip: sshd.host, port: sshd.port, owner: sshd.user },
      ...{ path: sshd.keyPath, os: 'linux', state: 1, insertTime: 1, updateTime: 1, ...row },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const stateOf = async (serverId: number): Promise<AgentState | undefined> =>
  (await operator.call(InstallAgentStatus, { ids: String(serverId) })).list[0]

async function settled(serverId: number): Promise<AgentState> {
  for (let tries = 0; tries < 240; tries++) {
    const state = await stateOf(serverId)
    if (state?.task && state.task.endTime > 0) return state
    await wait(250)
  }
  throw new Error(`nothing came of it: ${JSON.stringify(await stateOf(serverId))}`)
}

const place = (name: string) => path.join(folder, name)
const install = async (serverId: number, name: string, more: Record<string, string> = {}): Promise<AgentState> => {
  const input = { ids: [serverId], installPath: place(name), tool: 'auto', reportURL, webPort: '', ...more }
  await operator.call(InstallAgent, input)
  return settled(serverId)
}
const stepStates = ({ task }: AgentState) =>
  Object.fromEntries((task?.steps ?? []).map((step) => [step.name, step.state]))
const agentIn = (name: string, ...words: string[]) =>
  execa('sh', [path.join(place(name), 'windlass-agent'), ...words], { reject: false })
const lastReport = async (serverId: number) => (await operator.call(ServerMetricsNow, { serverId })).agent

const configOf = (name: string) => path.join(place(name), 'windlass-agent.conf')
/** Its last words, for a test that waits for some. */
const logHolds = async (name: string, words: string) => {
  for (let tries = 0; tries < 120; tries++) {
    const log = await readFile(path.join(place(name), 'windlass-agent.d', 'log'), 'utf8')
    if (log.includes(words)) return true
    await wait(250)
  }
  return false
}

async function reportAfter(serverId: number, time: number) {
  for (let tries = 0; tries < 180; tries++) {
    const agent = await lastReport(serverId)
    if (agent.lastTime > time) return agent
    await wait(250)
  }
  throw new Error('no report came')
}

beforeAll(async () => {
  // Without a dot in its name, so that it may be named to the console.
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-agent-'))
  await chmod(folder, 0o755)
  sshd = await startSshd()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  reportURL = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  operator = await server.makeUser([Permission.InstallAgent, Permission.ShowServerMonitorPage])
})
afterAll(async () => {
  for (const name of readdirSync(folder)) await agentIn(name, 'remove')
  await closeTestServer(server)
  await sshd.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the installation of the agent', () => {
  it('copies, starts and waits for the first report, and the agent is there to stay', async () => {
    const id = await addServer()
    const state = await install(id, 'first')
    expect(state.task).toMatchObject({ action: 'install', state: 'success', reason: '' })
    expect(stepStates(state)).toEqual({
      ...{ connect: 'success', tools: 'success', copy: 'success' },
      ...{ reach: 'success', start: 'success', report: 'success' },
    })
    expect(state).toMatchObject({ version: AGENT_VERSION, isOutdated: false, reportURL, installPath: place('first') })
    const { agent, items } = await operator.call(ServerMetricsNow, { serverId: id })
    expect(agent).toMatchObject({ version: AGENT_VERSION, key: 'own' })
    const names = items.map(({ item }) => item)
    expect(names).toEqual(
      expect.arrayContaining(['cpu_usage', 'ram_usage', 'loadavg_1m', 'tcp.total', 'lo.in', 'lo.out']),
    )
    expect((await agentIn('first', 'status')).stdout).toContain('runs')
    expect((await stat(path.join(place('first'), 'windlass-agent.conf'))).mode & 0o777).toBe(0o600)
    expect(readdirSync(place('first')).sort()).toEqual(['windlass-agent', 'windlass-agent.conf', 'windlass-agent.d'])
  })

  it('shows the key of a server to nobody on the machine', async () => {
    const settings = await readFile(path.join(place('first'), 'windlass-agent.conf'), 'utf8')
    const key = /^key=(\w{64})$/m.exec(settings)?.[1] ?? ''
    expect(key).toHaveLength(64)
    const { stdout } = await execa('sh', ['-c', 'cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null; exit 0'], {
      stripFinalNewline: false,
    })
    expect(stdout).toContain('windlass-agent')
    expect(stdout).not.toContain(key)
  })

  it('is upgraded in its place, with the settings it has', async () => {
    const id = await addServer()
    await install(id, 'upgraded')
    const { db } = server.platform
    await db.updateTable('serverAgent').set({ version: '1.old' }).where('serverId', '=', id).execute()
    expect(await stateOf(id)).toMatchObject({ isOutdated: true, version: '1.old' })
    const pid = (await agentIn('upgraded', 'status')).stdout
    await operator.call(UpgradeAgent, { ids: [id] })
    const state = await settled(id)
    expect(state).toMatchObject({
      isOutdated: false,
      version: AGENT_VERSION,
      task: { action: 'upgrade', state: 'success' },
    })
    expect((await agentIn('upgraded', 'status')).stdout).not.toBe(pid)
  })

  it('gives a new key, and what is signed with the old one is refused', async () => {
    const id = await addServer()
    await install(id, 'rotated')
    const old = await readFile(configOf('rotated'), 'utf8')
    await operator.call(RotateAgentKey, { ids: [id] })
    expect((await settled(id)).task).toMatchObject({ action: 'rotate', state: 'success' })
    const changed = await readFile(configOf('rotated'), 'utf8')
    expect(changed).not.toBe(old)
    expect((await agentIn('rotated', 'hello')).exitCode).toBe(0)
    await writeFile(configOf('rotated'), old)
    const { stderr, exitCode } = await agentIn('rotated', 'hello')
    expect({ stderr, exitCode }).toEqual({ stderr: 'the console refuses: sign error', exitCode: 1 })
    // Installed again, it is right again.
    expect((await install(id, 'rotated')).task?.state).toBe('success')
    expect(await readFile(configOf('rotated'), 'utf8')).toBe(changed)
  })

  it('is removed with all that belongs to it, and its key is worth nothing', async () => {
    const id = await addServer()
    await install(id, 'removed')
    const copy = `${place('removed')}-copy`
    await execa('cp', ['-r', place('removed'), copy])
    await operator.call(RemoveAgent, { ids: [id] })
    const state = await settled(id)
    expect(state).toMatchObject({ installPath: '', version: '', task: { action: 'remove', state: 'success' } })
    expect(readdirSync(folder)).not.toContain('removed')
    const crontab = await execa('crontab', ['-l'], { reject: false })
    expect(crontab.stdout ?? '').not.toContain(place('removed'))
    const { stderr } = await execa('sh', [path.join(copy, 'windlass-agent'), 'hello'], { reject: false })
    expect(stderr).toContain('sign error')
    await expect(operator.call(RemoveAgent, { ids: [id] })).rejects.toThrow(
      'has no agent that this console has installed',
    )
  })

  it('goes on by itself when the console comes back', async () => {
    const id = await addServer()
    await install(id, 'patient')
    const { lastTime } = await lastReport(id)
    await agentIn('patient', 'stop')
    // As if the machine had been started anew.
    await execa('sh', [path.join(place('patient'), 'windlass-agent'), 'start'])
    expect((await reportAfter(id, lastTime)).version).toBe(AGENT_VERSION)
    expect(await logHolds('patient', 'stopped')).toBe(true)
  })
})

describe('an installation that cannot be', () => {
  it.each([
    ['relative/path', 'absolute'],
    ['/opt/a b', 'absolute'],
    ["/opt/a'b", 'absolute'],
    ['/opt/$(id)', 'absolute'],
    ['/opt/../etc', 'absolute'],
    ['/opt/-x\n', 'absolute'],
    ['/', 'absolute'],
  ])('is refused for the folder %j', async (installPath, words) => {
    const input = { ids: [await addServer()], installPath, tool: 'curl', reportURL }
    await expect(operator.call(InstallAgent, input)).rejects.toThrow(words)
  })

  it.each([
    ['ftp://example.com', 'http://'],
    ['https://user:secret@example.com', 'password'],
    ['https://example.com/?a=1', '? or #'],
    ['https://example.com/a?', '? or #'],
    ['https://example.com/$(id)', 'characters'],
    ["https://example.com/a'b", 'characters'],
  ])('is refused for the address %j', async (address, words) => {
    const input = { ids: [await addServer()], installPath: '/opt/x', tool: 'curl', reportURL: address }
    await expect(operator.call(InstallAgent, input)).rejects.toThrow(words)
  })

  it('is refused for a port that is none, a server elsewhere, and whoever may not', async () => {
    const id = await addServer()
    const input = { ids: [id], installPath: '/opt/x', tool: 'curl', reportURL }
    await expect(operator.call(InstallAgent, { ...input, webPort: '70000' })).rejects.toThrow('65535')
    const elsewhere = await addServer({ namespaceId: await server.makeNamespace() })
    await expect(operator.call(InstallAgent, { ...input, ids: [id, elsewhere] })).rejects.toThrow('another namespace')
    const shared = await addServer({ namespaceId: 0 })
    await expect(operator.call(InstallAgent, { ...input, ids: [shared] })).rejects.toThrow('super manager')
    const windows = await addServer({ os: 'windows' })
    await expect(operator.call(InstallAgent, { ...input, ids: [windows] })).rejects.toThrow('needs Linux')
    const reader = await server.makeUser([Permission.ShowServerMonitorPage])
    expect(await reader.ask(InstallAgent, input)).toMatchObject({ code: Code.Denied })
    expect((await reader.call(InstallAgentStatus, { ids: String(elsewhere) })).list).toEqual([])
  })

  it('says that a folder cannot be written, and leaves nothing', async () => {
    await writeFile(path.join(folder, 'file'), '')
    const state = await install(await addServer(), 'file/agent')
    expect(state.task).toMatchObject({ state: 'failed', reason: expect.stringMatching(/not a directory/i) })
    expect(stepStates(state)).toMatchObject({ tools: 'success', copy: 'failed', start: 'waiting' })
    expect(state.installPath).toBe('')
    await rm(path.join(folder, 'file'))
  })

  it('says that the server does not reach the console, and what ran before goes on', async () => {
    const id = await addServer()
    await install(id, 'kept')
    const state = await install(id, 'kept', { reportURL: 'http://127.0.0.1:9' })
    expect(state.task).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('http://127.0.0.1:9 is not reached'),
    })
    expect(stepStates(state)).toMatchObject({ copy: 'success', reach: 'failed', start: 'waiting' })
    expect(state).toMatchObject({ reportURL, installPath: place('kept') })
    expect((await agentIn('kept', 'status')).stdout).toContain('runs')
    expect(readdirSync(place('kept'))).not.toContain('.windlass-agent.new')
  })

  it('says so when something else answers there', async () => {
    const state = await install(await addServer(), 'elsewhere', { reportURL: `${reportURL}/healthz` })
    expect(state.task).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/refuses|not a console|not reached/),
    })
    expect(readdirSync(folder)).not.toContain('elsewhere')
  })

  it('does not take the folder of another server', async () => {
    const state = await install(await addServer(), 'first')
    expect(state.task).toMatchObject({ state: 'failed', reason: expect.stringContaining('agent of another server') })
  })

  it('says what a server without curl and wget needs', async () => {
    const bin = path.join(folder, 'bin')
    await makeToolFolder(bin, MACHINES.Debian)
    await rm(path.join(bin, 'curl'))
    const keyFile = path.join(sshd.keyDir, 'bare')
    const key = await writeKeyPair(keyFile, 'bare')
    await appendFile(sshd.authorizedKeysFile, `command="PATH=${bin} exec sh -c \\"$SSH_ORIGINAL_COMMAND\\"" ${key}\n`)
    const state = await install(await addServer({ path: keyFile }), 'bare')
    expect(state.task).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('neither curl nor wget is on the server'),
    })
  })

  it('says why a server is not reached, and withdraws the key of an agent that is to go', async () => {
    const id = await addServer()
    await install(id, 'dead')
    await server.platform.db.updateTable('server').set({ port: 1 }).where('id', '=', id).execute()
    await operator.call(RemoveAgent, { ids: [id] })
    const { task } = await settled(id)
    expect(task).toMatchObject({ state: 'failed', reason: expect.stringContaining('its key is withdrawn') })
    expect((await agentIn('dead', 'hello')).stderr).toContain('sign error')
  })

  it('is told as interrupted after a stop of the console in its middle', async () => {
    const id = await addServer()
    const { db, jobs } = server.platform
    const settings = { installPath: place('x'), tool: 'auto', reportUrl: reportURL }
    await db
      .insertInto('serverAgent')
      .values({ serverId: id, state: 'running', action: 'install', startTime: 1 })
      .execute()
    await expect(
      operator.call(InstallAgent, { ids: [id], installPath: '/opt/x', tool: 'curl', reportURL }),
    ).rejects.toThrow('something is being done')
    if (TEST_ENGINE !== 'sqlite') return
    // A job that was active when its node died is delivered again.
    const data = { serverId: id, namespaceId: 1, action: 'install', settings, userName: 'x' }
    await db
      .insertInto('job')
      .values({
        id: 'left',
        queue: 'agent',
        key: 'server:left',
        data: JSON.stringify(data),
        state: 'waiting',
        attempt: 1,
        insertTime: 1,
      })
      .execute()
    await jobs.start()
    expect((await settled(id)).task).toMatchObject({
      state: 'interrupted',
      reason: expect.stringContaining('do it again'),
    })
  })
})
