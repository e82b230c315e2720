import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code, DeployState, Permission } from '@windlass/shared-kit/contract'
import {
  DeployCancel,
  DeployHistory,
  DeployList,
  DeployLog,
  DeployProgress,
  DeployPublish,
  DeployRebuild,
  DeployReleaseList,
  DeployResetState,
  DeployTraceDetail,
  DeployTraceList,
} from '@windlass/shared-kit/contract/deploy'
import { ProjectRemove } from '@windlass/shared-kit/contract/project'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  type DeployBench,
  deploy,
  endOf,
  logOf,
  makeDeployBench,
  outputOf,
  traceOf,
  until,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const { DeployProject, DeployDetail, DeployRollback, GetAllDeployList, ShowDeployPage } = Permission

let bench: DeployBench
let server: TestServer
let target: BenchTarget
let serverId: number
let marks: string
let serial = 0

const where = () => ({
  path: path.join(bench.root, `app${++serial}`),
  symlinkPath: path.join(bench.root, 'releases', `app${serial}`),
})
const script = (content: string) => ({ mode: '' as const, content })

beforeAll(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  marks = await mkdtemp(path.join(tmpdir(), 'windlass-marks-'))
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir, DEPLOY_LIMIT: '4' })
  serverId = await addTarget(server.admin, bench, { name: 'web', port: target.sshd.port })
})

afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
  await rm(marks, { recursive: true, force: true })
})

const isRunning = async (command: string): Promise<boolean> =>
  (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(command)

/** A number of seconds nobody else sleeps for, so that the process can be told apart. */
const uniqueSleep = () => `sleep ${600 + ++serial}.${process.pid}`

const boardRow = async (id: number) => (await server.admin.call(DeployList)).list.find((row) => row.id === id)

/** The repository behind a password, served as plain files, which git reads too. */
async function serveWithPassword(credentials: string) {
  await bench.git('update-server-info')
  const wanted = `Basic ${Buffer.from(credentials).toString('base64')}`
  const web = createServer((request, response) => {
    const isAllowed = request.headers.authorization === wanted
    const file = path.join(bench.origin, new URL(request.url ?? '/', 'http://x').pathname)
    if (!isAllowed) return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    return existsSync(file) ? response.end(readFileSync(file)) : response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  return {
    port: (web.address() as AddressInfo).port,
    close: () => new Promise((resolve) => web.close(resolve)),
  }
}

describe('a cancelled deploy', () => {
  it.each(['afterPull', 'afterDeploy', 'deployFinish'] as const)(
    'ends what %s runs and frees the project',
    async (block) => {
      const sleep = uniqueSleep()
      const projectId = await addProject(server.admin, bench, {
        ...where(),
        serverIds: [serverId],
        script: { [block]: script(`(${sleep} & ${sleep}); echo never`) },
      })
      const { token } = await server.admin.call(DeployPublish, { projectId })
      await until(`${sleep} runs`, () => isRunning(sleep))
      await server.admin.call(DeployCancel, { projectId, token })
      expect(await endOf(server, token)).toMatchObject({
        state: 'cancelled',
        reason: 'cancelled by Administrator',
        stage: '',
      })
      expect(await isRunning(sleep)).toBe(false)
      expect(await boardRow(projectId)).toMatchObject({ deployState: DeployState.Failed, stage: '' })
      expect((await traceOf(server.admin, token)).at(-1)).toEqual([8, 0])
      const again = await server.admin.ask(DeployCancel, { projectId, token })
      expect(again).toMatchObject({ code: Code.Failed, message: 'this deploy has ended already' })
    },
  )

  it('in the middle of a transfer removes what was sent, and leaves nothing behind on either side', async () => {
    await bench.git('checkout', '-q', '-b', 'large')
    await bench.commit('large', { 'large.bin': 'x'.repeat(3_000_000) })
    await bench.git('checkout', '-q', 'main')
    const place = where()
    const projectId = await addProject(server.admin, bench, {
      ...place,
      branch: 'large',
      serverIds: [serverId],
      transferOption: '-rtv --exclude .git --bwlimit=201',
    })
    const disk = path.join(target.disk, path.relative(bench.root, place.symlinkPath))
    const { token } = await server.admin.call(DeployPublish, { projectId })
    await until('the transfer runs', () => existsSync(path.join(disk, `${token}.partial`)))
    await server.admin.call(DeployCancel, { projectId, token })
    expect(await endOf(server, token)).toMatchObject({ state: 'cancelled' })
    expect(await readdir(disk)).toEqual([])
    await until('no rsync is left', async () => {
      const { stdout } = await execa('ps', ['-A', '-o', 'args='])
      return !stdout.includes('--bwlimit=201')
    })
  })

  it('leaves the queue when it has not started, and the running one goes on', async () => {
    const file = path.join(marks, 'go')
    const projectId = await addProject(server.admin, bench, {
      ...where(),
      script: { afterPull: script(`while [ ! -e '${file}' ]; do sleep 0.1; done`) },
    })
    const first = await server.admin.call(DeployPublish, { projectId })
    await until('the first runs', async () => (await boardRow(projectId))?.stage === 'afterPull')
    const second = await server.admin.call(DeployPublish, { projectId, branch: 'origin/main' })
    expect(await boardRow(projectId)).toMatchObject({ queuePosition: 1, lastPublishToken: second.token })
    await server.admin.call(DeployCancel, { projectId, token: second.token })
    expect(await boardRow(projectId)).toMatchObject({ queuePosition: 0, lastPublishToken: first.token, deployState: 1 })
    await writeFile(file, '')
    expect(await endOf(server, first.token)).toMatchObject({ state: 'success' })
    expect(await endOf(server, second.token)).toMatchObject({ state: 'cancelled' })
    expect(await boardRow(projectId)).toMatchObject({ deployState: DeployState.Success, lastPublishToken: first.token })
  })

  it('ends by a reset of the state too', async () => {
    const sleep = uniqueSleep()
    const projectId = await addProject(server.admin, bench, { ...where(), script: { afterPull: script(sleep) } })
    const { token } = await server.admin.call(DeployPublish, { projectId })
    await until(`${sleep} runs`, () => isRunning(sleep))
    await server.admin.call(DeployResetState, { projectId })
    expect(await endOf(server, token)).toMatchObject({ state: 'cancelled' })
    expect(await isRunning(sleep)).toBe(false)
    expect(await boardRow(projectId)).toMatchObject({ deployState: DeployState.NotDeployed })
  })
})

describe('a script', () => {
  it('is ended at its time limit, on this machine and on the server, and the reason says so', async () => {
    const hasty = await makeTestServer({ SSH_KEY_DIR: bench.keyDir, SCRIPT_TIMEOUT_SECONDS: '3' })
    try {
      const sleeps = [uniqueSleep(), uniqueSleep()]
      const [here = '', there = ''] = sleeps
      const serverIds = [await addTarget(hasty.admin, bench, { name: 'web', port: target.sshd.port })]
      const one = await addProject(hasty.admin, bench, { ...where(), script: { afterPull: script(here) } })
      const afterDeploy = script(there)
      const two = await addProject(hasty.admin, bench, { ...where(), serverIds, script: { afterDeploy } })
      const [first, second] = await Promise.all([deploy(hasty, one), deploy(hasty, two)])
      expect(first.reason).toBe('the script after the pull did not end within 3 s and was ended')
      expect(second.reason).toMatch(/^web: the script after the deploy: .*not done within 3 s, so it was ended/)
      for (const sleep of sleeps) expect(await isRunning(sleep)).toBe(false)
    } finally {
      await closeTestServer(hasty)
    }
  })

  it('fails the deploy with its exit status, and its output is in the trace', async () => {
    const projectId = await addProject(server.admin, bench, {
      ...where(),
      script: { afterPull: script('echo why; exit 3') },
    })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'failed', reason: 'the script after the pull failed with exit status 3' })
    const { list } = await server.admin.call(DeployTraceList, { lastPublishToken: end.token })
    expect(list.at(-1)).toMatchObject({ type: 3, state: 0 })
    expect(list.at(-1)?.detail).toContain('output: why')
    expect(await server.admin.call(DeployProgress, { lastPublishToken: end.token })).toMatchObject({
      state: 0,
      stage: 'After Pull',
    })
  })

  it('may write ten thousand lines: the log has each of them once, whatever the offset a reader goes on from', async () => {
    const projectId = await addProject(server.admin, bench, {
      ...where(),
      serverIds: [serverId],
      script: {
        afterPull: script('seq 1 10000'),
        afterDeploy: script('seq 1 10000'),
      },
    })
    const end = await deploy(server, projectId)
    const entries = await logOf(server.admin, projectId, end.token)
    const lines = (stage: string) =>
      entries
        .filter((entry) => entry.stage === stage && entry.stream === 'out')
        .map((entry) => entry.text)
        .join('')
    const expected = Array.from({ length: 10_000 }, (_, index) => `${index + 1}\n`).join('')
    expect(lines('afterPull')).toBe(expected)
    expect(lines('afterDeploy')).toBe(expected)
    const middle = entries[Math.floor(entries.length / 2)]
    const rest = await server.admin.call(DeployLog, { projectId, token: end.token, offset: middle?.offset ?? 0 })
    expect(rest.entries[0]).toEqual(middle)
    const { list } = await server.admin.call(DeployTraceList, { lastPublishToken: end.token })
    const afterPull = list.find(({ type }) => type === 3)
    expect((await server.admin.call(DeployTraceDetail, { id: afterPull?.id ?? 0 })).detail).toBe(expected)
  })

  it('may write bytes that are no text, NUL, and letters cut in two', async () => {
    const content = `printf 'a\\377\\000b \\344'; sleep 0.3; printf '\\270\\255\\n'`
    const projectId = await addProject(server.admin, bench, { ...where(), script: { afterPull: script(content) } })
    const end = await deploy(server, projectId)
    expect(end.state).toBe('success')
    expect(await outputOf(server.admin, projectId, end.token)).toContain('a\ufffd\u0000b 中\n')
  })

  it('does not show the password of the repository, also when it comes in two pieces', async () => {
    const web = await serveWithPassword('me:tops3cret')
    const projectId = await addProject(server.admin, bench, {
      ...where(),
      url: `http://me:tops3cret@127.0.0.1:${web.port}/.git`,
      script: { afterPull: script(`printf tops; sleep 0.3; echo '3cret!'; echo '\${REPOSITORY_URL}'; exit 1`) },
    })
    const end = await deploy(server, projectId)
    await web.close()
    expect(end.reason).toBe('the script after the pull failed with exit status 1')
    const stored = JSON.stringify([
      await server.platform.db.selectFrom('publishTrace').selectAll().where('token', '=', end.token).execute(),
      await server.platform.db.selectFrom('publishLog').selectAll().where('token', '=', end.token).execute(),
      end,
    ])
    expect(stored).not.toContain('tops3cret')
    const folder = path.join(server.env.DATA_DIR, 'repository', `project_${projectId}`)
    const config = await readFile(path.join(folder, '.git/config'), 'utf8')
    expect(config).toContain('http://me@127.0.0.1')
    expect(config).not.toContain('tops3cret')
  })

  it('gets none of the settings of the console', async () => {
    process.env['ENCRYPTION_KEY_FILE'] = '/secret/place'
    const projectId = await addProject(server.admin, bench, { ...where(), script: { afterPull: script('env') } })
    const end = await deploy(server, projectId)
    delete process.env['ENCRYPTION_KEY_FILE']
    const output = await outputOf(server.admin, projectId, end.token)
    expect(output).toContain(`PROJECT_ID=${projectId}\n`)
    expect(output).not.toContain('/secret/place')
  })
})

describe('two people', () => {
  it('who press Deploy at once start one deploy; the other is told who deploys', async () => {
    const people = await Promise.all([1, 2].map(() => server.makeUser([DeployProject, GetAllDeployList])))
    const content = script(uniqueSleep())
    const projectId = await addProject(server.admin, bench, { ...where(), script: { afterPull: content } })
    const answers = await Promise.all(people.map((person) => person.ask(DeployPublish, { projectId })))
    expect(answers.map(({ code }) => code).sort()).toEqual([Code.Ok, Code.Failed])
    expect(answers.find(({ code }) => code !== 0)?.message).toMatch(/^already deploying by /)
    const token = answers.find(({ code }) => code === 0)?.data?.token ?? ''
    await server.admin.call(DeployCancel, { projectId, token })
    await endOf(server, token)
  })

  it('who want different things are served one after the other, in order', async () => {
    const file = path.join(marks, `order${++serial}`)
    const content = `echo start >> '${file}'; sleep 0.5; echo end >> '${file}'`
    const projectId = await addProject(server.admin, bench, { ...where(), script: { afterPull: script(content) } })
    const tokens: string[] = []
    for (const branch of ['origin/a', 'origin/b', 'origin/c']) {
      tokens.push((await server.admin.call(DeployPublish, { projectId, branch })).token)
    }
    for (const token of tokens) expect((await endOf(server, token)).state).toBe('success')
    expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(['start', 'end', 'start', 'end', 'start', 'end'])
  })

  it('cannot remove or roll back a project while it is deployed', async () => {
    const sleep = uniqueSleep()
    const projectId = await addProject(server.admin, bench, { ...where(), script: { afterPull: script(sleep) } })
    const { token } = await server.admin.call(DeployPublish, { projectId })
    expect((await server.admin.ask(ProjectRemove, { id: projectId })).message).toMatch(/is deploying this project/)
    expect((await server.admin.ask(DeployRebuild, { projectId, token })).message).toMatch(/already deploying by/)
    await server.admin.call(DeployCancel, { projectId, token })
  })
})

describe('access', () => {
  it('gives nothing of a deploy to another namespace', async () => {
    const projectId = await addProject(server.admin, bench, { ...where() })
    const { token } = await deploy(server, projectId)
    const traces = (await server.admin.call(DeployTraceList, { lastPublishToken: token })).list
    const there = server.inNamespace(server.admin, await server.makeNamespace())
    for (const answer of [
      await there.ask(DeployPublish, { projectId }),
      await there.ask(DeployRebuild, { projectId, token }),
      await there.ask(DeployCancel, { projectId, token }),
      await there.ask(DeployResetState, { projectId }),
      await there.ask(DeployLog, { projectId, token, offset: 0 }),
      await there.ask(DeployReleaseList, { projectId }),
      await there.ask(DeployHistory, { projectId, page: 1, rows: 10 }),
      await there.ask(DeployTraceDetail, { id: traces[0]?.id ?? 0 }),
    ]) {
      expect(answer.code).toBe(Code.Failed)
    }
    expect((await there.call(DeployTraceList, { lastPublishToken: token })).list).toEqual([])
    expect(await there.call(DeployProgress, { lastPublishToken: token })).toEqual({ state: 1, stage: '', message: '' })
    expect((await there.call(DeployList)).list).toEqual([])
    expect(await boardRow(projectId)).toMatchObject({ deployState: DeployState.Success })
  })

  it('lets a member act on the projects he is bound to, and on no other', async () => {
    const member = await server.makeUser([ShowDeployPage, DeployProject, DeployDetail, DeployRollback])
    const mine = await addProject(server.admin, bench, { ...where(), userIds: [member.userId] })
    const other = await addProject(server.admin, bench, where())
    expect((await member.call(DeployList)).list.map(({ id }) => id)).toEqual([mine])
    expect(await member.ask(DeployPublish, { projectId: other })).toMatchObject({ code: Code.Denied })
    const { token } = await member.call(DeployPublish, { projectId: mine })
    await endOf(server, token)
    expect((await member.call(DeployLog, { projectId: mine, token, offset: 0 })).isEnded).toBe(true)
    // The token of one project does not open another.
    expect(await member.ask(DeployLog, { projectId: other, token, offset: 0 })).toMatchObject({ code: Code.Denied })
    expect(await server.admin.ask(DeployRebuild, { projectId: other, token })).toMatchObject({
      code: Code.Failed,
      message: 'No deploy record',
    })
  })
})
