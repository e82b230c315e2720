import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code, type InputOf } from '@windlass/shared-kit/contract'
import { PLAIN_POLICY } from '@windlass/shared-kit/contract/deployPolicy'
import {
  MonitorAdd,
  MonitorCheck,
  MonitorIncidentList,
  MonitorList,
  MonitorRemove,
  MonitorType,
} from '@windlass/shared-kit/contract/monitor'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import type { SocketFrame } from '@windlass/shared-kit/contract/socket'
import { execa } from 'execa'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../testing/deployBench.ts'
import { answering, type Receiver, startReceiver } from '../../testing/receiver.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'
import type { DeployBegin, DeployEnd } from '../deploy/deployHooks.ts'
import { silenceDuringDeploys } from './deploySilence.ts'
import { createMonitorService } from './monitor.service.ts'

const MAIN = path.join(import.meta.dirname, '../../main.ts')
/** A node that is killed keeps its monitors for the length of a lease. */
const TAKEOVER_MS = 120_000

let server: TestServer
let site: Receiver
let sshd: TestSshd
let serverId: number
let folder: string

const settings = () => ({ SSH_KEY_DIR: sshd.keyDir, MONITOR_HOST_SCRIPTS: 'true', SHUTDOWN_SECONDS: '1' })

beforeAll(async () => {
  sshd = await startSshd()
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-monitor-'))
  server = await makeTestServer(settings())
  site = await startReceiver()
  const place = { name: 'web', os: 'linux' as const, ip: sshd.host, port: sshd.port, owner: sshd.user }
  serverId = (await server.admin.call(ServerAdd, { ...place, path: sshd.keyPath })).id
})
afterAll(async () => {
  await closeTestServer(server)
  await site.close()
  await sshd.stop()
  await rm(folder, { recursive: true })
})

type Input = InputOf<typeof MonitorAdd>

const input = (change: Partial<Input> = {}): Input => ({
  ...{ name: 'shop', type: MonitorType.Site, target: { items: [`${site.origin}/shop`], timeout: 2 } },
  ...{ second: 1, times: 1, silentCycle: 60, notifyType: 255, notifyTarget: `${site.origin}/room` },
  ...change,
})
const find = async (id: number) => {
  const row = (await server.admin.call(MonitorList)).list.find((one) => one.id === id)
  if (row?.status === undefined) throw new Error(`there is no monitor ${id}`)
  return row.status
}
const requests = (to: string) => site.received.filter((request) => request.path === to).length
const content = (file: string) => readFile(path.join(folder, file), 'utf8').catch(() => '')

describe('checks on servers', () => {
  const check = (change: Partial<InputOf<typeof MonitorCheck>>) =>
    server.admin.ask(MonitorCheck, { type: MonitorType.Script, target: {}, ...change })
  const script = (text: string, timeout = 20) => ({ items: [String(serverId)], script: text, timeout })

  it('find a process by a part of its line, and never themselves', async () => {
    const target = (process: string) => ({ items: [String(serverId)], process, timeout: 20 })
    expect(await check({ type: MonitorType.Process, target: target(path.join(sshd.folder, 'sshd')) })).toMatchObject({
      code: 0,
    })
    const missing = await check({ type: MonitorType.Process, target: target("no'such $(process) here") })
    expect(missing).toMatchObject({ code: Code.Failed, message: expect.stringContaining('no process with') })
  })

  it('run a script with the variables of the server, and show what it said when it failed', async () => {
    expect(
      await check({ target: script(`test "\${SERVER_IP}:\${SERVER_PORT}" = "${sshd.host}:${sshd.port}"`) }),
    ).toMatchObject({ code: 0 })
    const { message } = await check({ target: script('echo out; echo err >&2; exit 7') })
    expect(message).toContain('exit status 7')
    expect(message).toContain('out')
    expect(message).toContain('err')
  })

  it('end a script that hangs, there as well', async () => {
    const sleep = `sleep 4711.${process.pid}`
    const { message } = await check({ target: script(sleep, 1) })
    expect(message).toContain('no answer within 1 s')
    const isRunning = async () => (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(sleep)
    await until('it is gone', async () => !(await isRunning()))
  })

  it('run the scripts of their outcome on their own server, another one, or the console’s machine', async () => {
    const mark = (name: string) => `echo "\${SERVER_NAME}" >> ${folder}/${name}`
    const passed = { successScript: mark('success'), failScript: mark('fail') }
    expect(await check({ target: script('true'), ...passed })).toMatchObject({ code: 0 })
    expect(await content('success')).toBe('web\n')
    expect(await content('fail')).toBe('')
    site.answers.splice(0, 1, answering(500))
    const order = { type: MonitorType.Site, target: { items: [site.origin], timeout: 5 } }
    await check({ ...order, failServerId: serverId, failScript: mark('other') })
    expect(await content('other')).toBe('web\n')
    const broken = await check({ ...order, failScript: `echo here > ${folder}/host; exit 3` })
    expect(await content('host')).toBe('here\n')
    expect(broken.message).toBe(
      'MonitorErr : Unexpected response status code: 500\nFailScriptErr : the script failed with exit status 3',
    )
    site.answers.splice(0, 1, answering(200))
    const failedAfter = await check({ ...order, successServerId: serverId, successScript: 'echo no; exit 4' })
    expect(failedAfter.message).toMatch(/^Monitor : Success\nSuccessScriptErr: .*exit status 4\nno$/)
  })
})

describe('the engine', () => {
  it('is not held up by probes that hang, and tells pages what changes', async () => {
    const frames: { audience: { namespaceId: number }; frame: SocketFrame }[] = []
    server.platform.bus.subscribe<(typeof frames)[number]>('hub.frame', (frame) => frames.push(frame))
    const hanging = await startReceiver()
    hanging.answers.splice(0, 1, () => undefined)
    const ids: number[] = []
    // Longer than this test may take: whoever waited for one of them would wait in vain.
    const stuck = { name: 'stuck', target: { items: [hanging.origin], timeout: 3600 }, second: 30 }
    for (let number = 0; number < 120; number++) ids.push((await server.admin.call(MonitorAdd, input(stuck))).id)
    await until('all of them wait', () => hanging.received.length >= 120)
    site.answers.splice(0, 1, answering(200))
    const { id } = await server.admin.call(MonitorAdd, input({ target: { items: [`${site.origin}/quick`] } }))
    await until('the other one was checked', () => requests('/quick') >= 3)
    await until('the pages know', () => frames.some(({ frame }) => frame.type === 3 && frame.message.monitorId === id))
    expect(frames.find(({ frame }) => frame.type === 3 && frame.message.monitorId === id)).toMatchObject({
      audience: { namespaceId: 1, permissions: [52] },
      frame: { message: { health: 'up', errorContent: '', namespaceId: 1 } },
    })
    for (const each of [id, ...ids]) await server.admin.call(MonitorRemove, { id: each })
    await hanging.close()
  })

  it('warns once of a certificate that is about to end', async () => {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '20']
    await execa('openssl', [...made, '-subj', '/CN=localhost', '-keyout', key, '-out', cert])
    const secure = await startReceiver({ key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') })
    const item = new URL(secure.origin).host
    const order = { name: 'certificate', type: MonitorType.Port, target: { items: [item] } }
    const { id } = await server.admin.call(MonitorAdd, input({ ...order, certificateDays: 30 }))
    await until('it is warned', async () => (await server.admin.call(MonitorIncidentList, { id })).list.length > 0)
    const { list } = await server.admin.call(MonitorIncidentList, { id })
    expect(list).toMatchObject([{ kind: 'certificate', endTime: 0, reason: expect.stringContaining(item) }])
    await until('the end of it is known', async () => (await find(id)).certificateTime > Date.now())
    expect((await find(id)).health).toBe('up')
    await server.admin.call(MonitorRemove, { id })
    await secure.close()
  })

  it('is silent from the begin of a deploy until its end and one interval more', async () => {
    const { id } = await server.admin.call(MonitorAdd, input({ second: 1800 }))
    let begin: ((event: DeployBegin, trx: TestServer['platform']['db']) => Promise<void>) | undefined
    let end: ((event: DeployEnd, trx: TestServer['platform']['db']) => Promise<void>) | undefined
    const servers = { target: () => Promise.reject(new Error('not asked')), names: async () => new Map() }
    silenceDuringDeploys(
      {
        onBegin: (listener) => {
          begin = listener
        },
        onEnd: (listener) => {
          end = listener
        },
      },
      createMonitorService(server.platform, { servers }),
    )
    const project = { namespaceId: 1, policy: JSON.stringify({ ...PLAIN_POLICY, silencedMonitorIds: [id, 4711] }) }
    const { db } = server.platform
    // Only what the listeners read is there.
    await db.transaction().execute(async (trx) => begin?.({ project, token: 'one' } as unknown as DeployBegin, trx))
    await db.transaction().execute(async (trx) => begin?.({ project, token: 'two' } as unknown as DeployBegin, trx))
    const hours = async () => ((await find(id)).quietUntil - Date.now()) / 3_600_000
    expect((await find(id)).quiet).toBe('deploy')
    expect(await hours()).toBeGreaterThan(1.9)
    const ended = (token: string) => ({ project, publish: { token } }) as unknown as DeployEnd
    await db.transaction().execute(async (trx) => end?.(ended('one'), trx))
    expect(await hours()).toBeGreaterThan(1.9)
    await db.transaction().execute(async (trx) => end?.(ended('two'), trx))
    expect(await hours()).toBeLessThanOrEqual(0.5)
    expect(await hours()).toBeGreaterThan(0.4)
    await server.admin.call(MonitorRemove, { id })
  })
})

describe('a restart', () => {
  const restart = async () => {
    const { DATA_DIR, DATABASE_URL } = server.env
    await server.stop()
    server = await makeTestServer({ ...settings(), DATA_DIR, DATABASE_URL })
  }
  const notices = () => site.received.filter(({ path: to, body }) => to === '/room' && body.includes('"lasting"'))

  it('goes on where the last one stopped, and tells nobody twice', async () => {
    site.answers.splice(0, 1, answering(503))
    const { id } = await server.admin.call(MonitorAdd, input({ name: 'lasting' }))
    await until('it is down', async () => (await find(id)).health === 'down')
    await restart()
    expect(await find(id)).toMatchObject({ health: 'down', quiet: 'told' })
    const checked = requests('/shop')
    await until('it is checked again', () => requests('/shop') > checked + 1)
    expect(await find(id)).toMatchObject({ health: 'down', quiet: 'told' })
    expect((await server.admin.call(MonitorIncidentList, { id })).list).toMatchObject([{ notices: 1, endTime: 0 }])
    site.answers.splice(0, 1, answering(200))
    await until('it is up', async () => (await find(id)).health === 'up')
    await server.admin.call(MonitorRemove, { id })
    expect(notices().length).toBeGreaterThanOrEqual(1)
  })

  it.runIf(TEST_ENGINE === 'postgres')(
    'of one of several nodes leaves each monitor with one of them, also when a node is killed',
    async () => {
      site.answers.splice(0, 1, answering(200))
      const { DATA_DIR, DATABASE_URL } = server.env
      const { id } = await server.admin.call(MonitorAdd, input({ target: { items: [`${site.origin}/nodes`] } }))
      const env = { ...settings(), DATA_DIR, DATABASE_URL, PORT: '0', LOG_LEVEL: 'error' }
      const database = new pg.Client({ connectionString: DATABASE_URL })
      await database.connect()
      const owner = async (): Promise<string> => {
        const { rows } = await database.query('select node from monitor_state where monitor_id = $1', [id])
        return rows[0]?.node ?? ''
      }
      const other = execa(process.execPath, [MAIN], { env, reject: false })
      let said = ''
      other.stdout.on('data', (chunk: Buffer) => {
        said += String(chunk)
      })
      other.stderr.on('data', (chunk: Buffer) => console.error(String(chunk)))
      await until('the other node runs', () => said.includes('windlass: http'), TAKEOVER_MS)
      const first = await owner()
      const [before, at] = [requests('/nodes'), Date.now()]
      await until('some checks have come', () => requests('/nodes') >= before + 8)
      // One a second from one node, of which the first may be late; two nodes would be twice as fast.
      expect(Date.now() - at).toBeGreaterThan(5_000)
      await server.stop()
      await until('the other node has taken it', async () => !['', first].includes(await owner()))
      const second = await owner()
      server = await makeTestServer({ ...settings(), DATA_DIR, DATABASE_URL })
      expect(await owner()).toBe(second)
      other.kill('SIGKILL')
      await other
      await until('this node has taken it', async () => !['', second].includes(await owner()), TAKEOVER_MS)
      const left = requests('/nodes')
      await until('it is checked here', () => requests('/nodes') > left + 1)
      await database.end()
      await server.admin.call(MonitorRemove, { id })
    },
    2 * TAKEOVER_MS,
  )
})
