import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CronAdd, CronLogList } from '@windlass/shared-kit/contract/cron'
import { ServerMetricsNow } from '@windlass/shared-kit/contract/serverMetrics'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MACHINES, makeMachine, type TestMachine } from '../../testing/agentMachine.ts'
import { canMakeAccounts, makeCronAccount } from '../../testing/cronAccount.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createAgentKeyring } from '../metrics/agentKeyring.ts'
import { AGENT_PROGRAM, AGENT_VERSION } from './agentProgram.ts'

let folder: string
let server: TestServer
let url = ''
let machines: TestMachine[] = []
let serial = 0
/** A connection that is there whatever else goes on, because of none no number is told. */
const listener = createServer()
let held: Socket

async function addServer(): Promise<number> {
  const row = { namespaceId: 1, name: `m-${++serial}`, ip: `10.1.0.${serial}`, port: 22, owner: 'root', os: 'linux' }
  const values = { ...row, state: 1, insertTime: 1, updateTime: 1 }
  return (await server.platform.db.insertInto('server').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function machine(kind: keyof typeof MACHINES, serverId: number, address = url): Promise<TestMachine> {
  const key = await createAgentKeyring(server.platform).current(serverId)
  const made = await makeMachine(path.join(folder, `${kind}-${serverId}`), MACHINES[kind], {
    serverId,
    url: address,
    key,
  })
  machines.push(made)
  return made
}

async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  seconds = 45,
): Promise<Found> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(250)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`in vain: ${what}`)
}

const metricsOf = (serverId: number) => server.admin.call(ServerMetricsNow, { serverId })
const logOf = ({ home }: TestMachine) => readFile(path.join(home, 'windlass-agent.d', 'log'), 'utf8')
const spoolOf = async ({ home }: TestMachine) =>
  (await readdir(path.join(home, 'windlass-agent.d', 'spool'))).filter((name) => name.startsWith('m.'))

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-program-'))
  await chmod(folder, 0o755)
  server = await makeTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  held = connect((listener.address() as AddressInfo).port, '127.0.0.1')
  await once(held, 'connect')
})
afterEach(async () => {
  await Promise.all(machines.map((each) => each.run('stop')))
  machines = []
})
afterAll(async () => {
  held.destroy()
  listener.close()
  await closeTestServer(server)
  await rm(folder, { recursive: true, force: true })
})

describe('the program', () => {
  it('is good shell, as far as shellcheck knows', async () => {
    const file = path.join(folder, 'program.sh')
    await writeFile(file, AGENT_PROGRAM)
    const { stdout } = await execa('shellcheck', ['--shell=sh', '--format=gcc', file], { reject: false })
    expect(stdout).toBe('')
  })

  it('makes a unit that systemd takes', async () => {
    const made = await machine('Debian', await addServer())
    const { stdout: unit } = await made.run('unit', 'systemd')
    expect(unit).toContain(`ExecStart=/bin/sh ${made.home}/windlass-agent run`)
    const file = path.join(folder, 'windlass-agent-test.service')
    await writeFile(file, unit)
    if (!existsSync('/usr/bin/systemd-analyze')) return
    const { stderr, exitCode } = await execa('systemd-analyze', ['verify', '--man=no', file], { reject: false })
    expect({ exitCode, problems: stderr.split('\n').filter((line) => line.includes('windlass-agent-test')) }).toEqual({
      ...{ exitCode: 0, problems: [] },
    })
  })

  it('chooses systemd only where it runs', async () => {
    const { stdout } = await (await machine('Debian', await addServer())).run('service')
    expect(stdout).toBe(existsSync('/run/systemd/system') ? 'systemd' : stdout === 'cron' ? 'cron' : 'plain')
  })

  it('says what is missing', async () => {
    const made = await machine('Debian', await addServer())
    await rm(path.join(path.dirname(made.home), 'bin', 'curl'))
    const { stderr, exitCode } = await made.run('hello')
    expect({ stderr, exitCode }).toEqual({
      ...{ stderr: 'neither curl nor wget is there; install one of them', exitCode: 1 },
    })
  })
})

describe.skipIf(!canMakeAccounts || existsSync('/run/systemd/system'))('the program where only cron runs', () => {
  it('adds its line to the crontab, and takes nothing else away with it', async () => {
    const account = await makeCronAccount()
    const made = await machine('Debian', await addServer())
    const place = path.dirname(made.home)
    await symlink('/usr/bin/crontab', path.join(place, 'bin', 'crontab'))
    await copyFile('/bin/sleep', path.join(place, 'crond'))
    await execa('chown', ['-R', `${account.name}:`, place])
    const crond = execa(path.join(place, 'crond'), ['300'], { reject: false })
    const as = ['--reuid', account.name, '--regid', account.name, '--init-groups', '--reset-env']
    const run = (word: string) => execa('setpriv', [...as, 'sh', `${made.home}/windlass-agent`, word], { cwd: '/' })
    try {
      const before = '# mine\n\nSHELL=/bin/bash\r\n0 3 * * *\techo "a%b"  \n\n'
      await account.install(before)
      expect((await run('setup')).stdout).toContain('@service cron')
      expect(String(await account.crontab())).toBe(
        `${before}*/5 * * * * sh ${made.home}/windlass-agent start >/dev/null 2>&1 # windlass-agent ${made.home}\n`,
      )
      expect((await run('remove')).stdout).toContain('@removed')
      expect(String(await account.crontab())).toBe(before)
    } finally {
      crond.kill()
      await crond
      await account.remove()
    }
  })
})

describe.each(Object.keys(MACHINES) as (keyof typeof MACHINES)[])('on a machine like a small %s', (kind) => {
  it('measures, reports, and runs tasks', async () => {
    const id = await addServer()
    const script = path.join(folder, `${kind}.sh`)
    await writeFile(script, `printf 'a"b\\\\c\\td\\303\\251\\n'; echo problem >&2; exit 3\n`)
    const task = { serverId: id, singleMode: 0, description: 'a "b" {c}' }
    const every = '*/2 * * * * *'
    const ids = await Promise.all(
      [
        { ...task, expression: every, command: 'echo  $HOME "x  y" ; *', logLevel: 1 },
        { ...task, expression: every, command: `sh ${script}`, logLevel: 2 },
        { ...task, expression: every, command: 'no-such-program x', logLevel: 0 },
        { ...task, expression: every, command: 'sleep 600', logLevel: 0, singleMode: 1 },
        { ...task, expression: '0 0 0 29 2 ?', command: 'echo never', logLevel: 1 },
      ].map(async (fields) => (await server.admin.call(CronAdd, fields)).id),
    )
    const made = await machine(kind, id)
    expect((await made.run('hello')).stderr).toBe('')
    const running = made.run('run')
    const { agent, items } = await until('a report', async () => {
      const metrics = await metricsOf(id)
      // Who reported is noted right after what was reported.
      return metrics.items.length > 5 && metrics.agent.lastTime > 0 && metrics
    })
    expect(agent).toMatchObject({ version: AGENT_VERSION, key: 'own' })
    const found = new Map(items.map(({ item, value }) => [item, value] as const))
    expect([...found.keys()]).toEqual(
      expect.arrayContaining([
        'cpu_usage',
        'ram_usage',
        'loadavg_1m',
        'tcp.total',
        'tcp.established',
        'lo.in',
        'lo.out',
      ]),
    )
    expect(found.get('ram_usage')).toBeGreaterThan(1)
    expect([...found.values()].every((value) => value !== null && value >= 0)).toBe(true)

    const runOf = (cronId = 0) =>
      until(`a run of task ${cronId}`, async () => {
        const { list } = await server.admin.call(CronLogList, { serverId: id, cronId, page: 1, rows: 10 })
        return list[0]
      })
    expect(await runOf(ids[0])).toMatchObject({ execCode: 0, message: 'Stdout:\n$HOME "x y" ; *\n' })
    const failed = await runOf(ids[1])
    expect(failed).toMatchObject({ execCode: 3 })
    expect(failed.message).toBe('Exec error:\nexit status 3\nStdout:\na"b\\c\tdé\nStderr:\nproblem\n')
    expect(await runOf(ids[2])).toMatchObject({
      execCode: 1,
      message: 'Exec error:\nno-such-program: there is no such program\n',
    })
    // What goes on, goes on alone, and is ended with the agent.
    const pids = await until('the run that goes on', async () => {
      const names = await readdir(path.join(made.home, 'windlass-agent.d', 'runs'))
      const found = names.filter((name) => name.startsWith(`${ids[3]}.`) && name.endsWith('.pid'))
      return found.length > 0 && found
    })
    expect(pids).toHaveLength(1)
    const pid = (await readFile(path.join(made.home, 'windlass-agent.d', 'runs', pids[0] ?? ''), 'utf8')).trim()
    expect(existsSync(`/proc/${pid}`)).toBe(true)
    await made.run('stop')
    await running
    expect(existsSync(`/proc/${pid}`)).toBe(false)
    expect((await made.run('status')).exitCode).toBe(3)
  })
})

describe('when the console is away', () => {
  it('keeps what it measures, and sends it with its times when the console is back', async () => {
    const id = await addServer()
    // Nobody listens there.
    const made = await machine('Debian', id, 'http://127.0.0.1:9')
    const state = path.join(made.home, 'windlass-agent.d')
    await mkdir(path.join(state, 'spool'), { recursive: true })
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    await Promise.all(
      Array.from({ length: 45 }, (_each, minute) =>
        writeFile(path.join(state, 'spool', `m.${hourAgo + minute * 60}`), `1 cpu_usage ${minute}.00\n`),
      ),
    )
    const away = made.run('run')
    await until('a measurement of its own', async () => (await spoolOf(made)).length > 45)
    await until('what it says of that', async () => (await logOf(made)).includes('http://127.0.0.1:9 is not reached'))
    await made.run('stop')
    await away
    const settings = path.join(made.home, 'windlass-agent.conf')
    await writeFile(settings, (await readFile(settings, 'utf8')).replace('http://127.0.0.1:9', url))
    const back = made.run('run')
    await until('an empty spool', async () => (await spoolOf(made)).length === 0)
    await made.run('stop')
    await back
    const cpu = (await metricsOf(id)).items.find(({ item }) => item === 'cpu_usage')
    const values = cpu?.recent.filter((value) => value !== null) ?? []
    expect(values).toEqual(expect.arrayContaining([5, 20, 44]))
  })

  it('keeps six hours at most', async () => {
    const made = await machine('Debian', await addServer(), 'http://127.0.0.1:9')
    const spool = path.join(made.home, 'windlass-agent.d', 'spool')
    await mkdir(spool, { recursive: true })
    const start = Math.floor(Date.now() / 1000) - 500 * 60
    for (let minute = 0; minute < 400; minute++) {
      await writeFile(path.join(spool, `m.${start + minute * 60}`), '1 cpu_usage 1.00\n')
    }
    const running = made.run('run')
    await until('the old ones to go', async () => (await spoolOf(made)).length === 360)
    expect(await spoolOf(made)).not.toContain(`m.${start}`)
    await made.run('stop')
    await running
  })
})
