import { existsSync } from 'node:fs'
import { readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { Code, type InputOf, Permission } from '@windlass/shared-kit/contract'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import {
  TrainAdd,
  TrainCancel,
  TrainEdit,
  TrainGoBack,
  TrainList,
  TrainRemove,
  TrainRunDetail,
  TrainRunList,
  TrainStart,
} from '@windlass/shared-kit/contract/deployTrain'
import { ProjectList, ProjectRemove } from '@windlass/shared-kit/contract/project'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  type DeployBench,
  deploy,
  makeDeployBench,
  until,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

/** Several deploys one after the other, which a busy machine does slowly. */
const LIMIT_MS = 180_000

let bench: DeployBench
let server: TestServer
let target: BenchTarget
let serverId: number
let settings: Record<string, string>
let serial = 0

const newest = (projectId: number) => ({ projectId, kind: 'newest' as const, revision: '' })
const script = (content: string) => ({ mode: '' as const, content })

beforeAll(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  settings = { SSH_KEY_DIR: bench.keyDir, SHUTDOWN_SECONDS: '1' }
  server = await makeTestServer(settings)
  serverId = await addTarget(server.admin, bench, { name: 'web', port: target.sshd.port })
})

afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

const diskOf = (inside: string) => path.join(target.disk, path.relative(bench.root, inside))

/** A project with releases; its script on the console is `content`. */
async function makeProject(content = 'true', change: Parameters<typeof addProject>[2] = {}) {
  const name = `project${++serial}`
  const place = { path: path.join(bench.root, name), symlinkPath: path.join(bench.root, 'releases', name) }
  const id = await addProject(server.admin, bench, {
    ...{ name, ...place, serverIds: [serverId], symlinkBackupNumber: 5 },
    script: { afterPull: script(content) },
    ...change,
  })
  return { id, name, live: async () => path.basename(await readlink(diskOf(place.path))) }
}

const addTrain = async (...ids: number[]) =>
  (await server.admin.call(TrainAdd, { name: `train ${++serial}`, cars: ids.map(newest) })).id

const look = (runId: number) => server.admin.call(TrainRunDetail, { id: runId })
const untilEnd = async (runId: number) => {
  const moving = ['running', 'goingBack']
  await until(`run ${runId} ends`, async () => !moving.includes((await look(runId)).state), LIMIT_MS)
  return look(runId)
}

describe('a run', () => {
  it('deploys one project after the other, and brings all of them back, the last one first', {
    timeout: LIMIT_MS,
  }, async () => {
    const file = path.join(bench.folder, `order${++serial}`)
    const say = (name: string) => `echo ${name} begins >> '${file}'; sleep 0.3; echo ${name} ends >> '${file}'`
    const [one, two] = [await makeProject(say('one')), await makeProject(say('two'))]
    const before = [await deploy(server, one.id), await deploy(server, two.id)]
    await rm(file)
    const trainId = await addTrain(one.id, two.id)
    const { id } = await server.admin.call(TrainStart, { id: trainId })
    expect((await server.admin.ask(TrainStart, { id: trainId })).message).toMatch(/^this train runs already/)
    expect((await server.admin.ask(TrainRemove, { id: trainId })).message).toMatch(/^this train runs/)
    const end = await untilEnd(id)
    expect(end).toMatchObject({ state: 'success', reason: '', trainId })
    expect(end.cars.map(({ state }) => state)).toEqual(['success', 'success'])
    expect(end.cars[0]?.commit).toMatch(/^[0-9a-f]{40}$/)
    expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([
      'one begins',
      'one ends',
      'two begins',
      'two ends',
    ])
    expect([await one.live(), await two.live()]).toEqual(end.cars.map(({ token }) => token))

    await server.admin.call(TrainGoBack, { id })
    const back = await untilEnd(id)
    expect(back).toMatchObject({ state: 'wentBack', reason: '' })
    expect([await one.live(), await two.live()]).toEqual(before.map(({ token }) => token))
    const rows = await server.platform.db
      .selectFrom('publish')
      .select(['projectId', 'kind', 'trigger'])
      .where(
        'token',
        'in',
        back.cars.flatMap(({ token, backToken }) => [token, backToken]),
      )
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { projectId: one.id, kind: 'publish', trigger: 'train' },
      { projectId: two.id, kind: 'publish', trigger: 'train' },
      { projectId: two.id, kind: 'rollback', trigger: 'rollback' },
      { projectId: one.id, kind: 'rollback', trigger: 'rollback' },
    ])
    expect((await server.admin.ask(TrainGoBack, { id })).message).toBe('this run went back already')
    const { list, pagination } = await server.admin.call(TrainRunList, { id: trainId, page: 1, rows: 10 })
    expect(list).toEqual([back])
    expect(pagination.total).toBe(1)
  })

  it('stops at the car that fails, leaves the rest alone, and goes back over what it has touched', {
    timeout: LIMIT_MS,
  }, async () => {
    const [one, two, three] = [await makeProject(), await makeProject('exit 3'), await makeProject()]
    const before = await deploy(server, one.id)
    const { id } = await server.admin.call(TrainStart, { id: await addTrain(one.id, two.id, three.id) })
    const end = await untilEnd(id)
    expect(end).toMatchObject({
      state: 'failed',
      reason: `${two.name}: the script after the pull failed with exit status 3`,
    })
    expect(end.cars.map(({ state }) => state)).toEqual(['success', 'failed', 'skipped'])
    const row = (await server.admin.call(DeployList)).list.find((project) => project.id === three.id)
    expect(row?.lastPublishToken).toBe('')
    await server.admin.call(TrainGoBack, { id })
    const back = await untilEnd(id)
    // The second one had never been deployed.
    expect(back).toMatchObject({ state: 'wentBack', reason: `nothing was deployed there before: ${two.name}` })
    expect(back.cars.map(({ backState }) => backState)).toEqual(['success', 'skipped', ''])
    expect(await one.live()).toBe(before.token)
  })

  it('takes a branch, a tag and a commit, and says why one of them cannot be deployed', {
    timeout: LIMIT_MS,
  }, async () => {
    const first = await bench.git('rev-parse', 'HEAD')
    await bench.git('checkout', '-q', '-b', `side${++serial}`)
    const branch = await bench.git('branch', '--show-current')
    const tip = await bench.commit('side', { 'index.html': 'side\n' })
    const tag = `v${serial}`
    await bench.git('tag', tag)
    await bench.git('checkout', '-q', 'main')
    const projects = [await makeProject(), await makeProject(), await makeProject(), await makeProject()]
    const kinds = [
      { kind: 'branch' as const, revision: branch },
      { kind: 'tag' as const, revision: tag },
      { kind: 'commit' as const, revision: first },
      { kind: 'tag' as const, revision: 'nowhere' },
    ]
    const cars = projects.map((project, index) => ({ projectId: project.id, ...(kinds[index] ?? newest(project.id)) }))
    const { id: trainId } = await server.admin.call(TrainAdd, { name: 'kinds', cars })
    const end = await untilEnd((await server.admin.call(TrainStart, { id: trainId })).id)
    expect(end.cars.map(({ commit }) => commit)).toEqual([tip, tip, first, ''])
    expect(end.reason).toContain('no commit or tag')
  })

  it('is cancelled in the middle: the car that runs is ended and no other begins', async () => {
    const [one, two] = [await makeProject('sleep 60'), await makeProject()]
    const { id } = await server.admin.call(TrainStart, { id: await addTrain(one.id, two.id) })
    await until('the first car runs', async () => (await look(id)).cars[0]?.state === 'running')
    await server.admin.call(TrainCancel, { id })
    const end = await untilEnd(id)
    expect(end).toMatchObject({ state: 'cancelled', reason: expect.stringMatching(/^cancelled by /) })
    await until('the first car has ended', async () => (await look(id)).cars[0]?.state === 'cancelled')
    expect((await look(id)).cars[1]?.state).toBe('skipped')
    expect((await server.admin.ask(TrainCancel, { id })).message).toBe('this run has ended already')
  })

  it('tells that the console stopped during a car, and can still go back', { timeout: LIMIT_MS }, async () => {
    const begun = path.join(bench.folder, `begun${++serial}`)
    const [one, two] = [await makeProject(), await makeProject(`touch '${begun}'; sleep 300`)]
    await deploy(server, one.id)
    const { id } = await server.admin.call(TrainStart, { id: await addTrain(one.id, two.id) })
    await until('the second car is in its script', () => existsSync(begun))
    const { DATA_DIR, DATABASE_URL } = server.env
    await server.stop()
    server = await makeTestServer({ ...settings, DATA_DIR, DATABASE_URL })
    const end = await untilEnd(id)
    expect(end).toMatchObject({ state: 'failed' })
    expect(end.reason).toContain(`${two.name}: interrupted`)
    expect(end.cars.map(({ state }) => state)).toEqual(['success', 'interrupted'])
    await server.admin.call(TrainGoBack, { id })
    expect((await untilEnd(id)).state).toBe('wentBack')
  })
})

describe('a train', () => {
  it('refuses what could never run', async () => {
    const { id } = await makeProject()
    const ask = (cars: InputOf<typeof TrainAdd>['cars'], name = 'x') => server.admin.ask(TrainAdd, { name, cars })
    expect((await ask([newest(id)], ' ')).message).toBe('name is a required field')
    expect((await ask([newest(id), newest(id)])).message).toBe('a project may be in a train only once')
    expect((await ask([{ projectId: id, kind: 'tag', revision: ' ' }])).message).toBe('car 1: say which tag it deploys')
    expect((await ask([{ projectId: id, kind: 'tag', revision: '--x' }])).code).toBe(Code.Failed)
    expect((await ask([newest(999_999)])).code).toBe(Code.Failed)
    expect((await ask([])).code).toBe(Code.Failed)
  })

  it('is seen by those who see all its projects, started by those who may deploy, and by nobody elsewhere', async () => {
    const { ShowDeployPage, DeployProject, DeployRollback, ManageDeployTrain } = Permission
    const member = await server.makeUser([ShowDeployPage, DeployProject, DeployRollback, ManageDeployTrain])
    const reader = await server.makeUser([ShowDeployPage])
    const mine = await makeProject('true', { userIds: [member.userId, reader.userId] })
    const other = await makeProject()
    const [own, both] = [await addTrain(mine.id), await addTrain(mine.id, other.id)]
    const seen = async (caller: TestCaller) => (await caller.call(TrainList)).list.map(({ id }) => id)
    expect(await seen(member)).toEqual([own])
    expect(await seen(reader)).toEqual([own])
    expect((await member.ask(TrainStart, { id: both })).code).toBe(Code.Denied)
    expect((await member.ask(TrainEdit, { id: own, name: 'x', cars: [newest(other.id)] })).code).toBe(Code.Denied)
    expect((await reader.ask(TrainStart, { id: own })).code).toBe(Code.Denied)
    const there = server.inNamespace(server.admin, await server.makeNamespace())
    expect(await seen(there)).toEqual([])
    expect((await there.ask(TrainStart, { id: own })).code).toBe(Code.Failed)
    expect((await there.ask(TrainRemove, { id: own })).code).toBe(Code.Failed)
    const { id: runId } = await member.call(TrainStart, { id: own })
    await untilEnd(runId)
    expect((await there.ask(TrainRunDetail, { id: runId })).code).toBe(Code.Failed)
    expect((await there.ask(TrainGoBack, { id: runId })).code).toBe(Code.Failed)
    const { list } = await reader.call(TrainList)
    expect(list[0]?.lastRun).toMatchObject({ id: runId, state: 'success' })
  })

  it('says which project is gone, and stops there', async () => {
    const [one, two] = [await makeProject(), await makeProject()]
    const trainId = await addTrain(one.id, two.id)
    await server.admin.call(ProjectRemove, { id: two.id })
    expect((await server.admin.call(ProjectList)).list.some(({ id }) => id === two.id)).toBe(false)
    const train = (await server.admin.call(TrainList)).list.find(({ id }) => id === trainId)
    expect(train?.cars[1]?.projectName).toBe('')
    expect((await server.admin.ask(TrainStart, { id: trainId })).code).toBe(Code.Failed)
    await server.admin.call(TrainEdit, { id: trainId, name: 'shorter', cars: [newest(one.id)] })
    await untilEnd((await server.admin.call(TrainStart, { id: trainId })).id)
    await server.admin.call(TrainRemove, { id: trainId })
    expect((await server.admin.call(TrainList)).list.some(({ id }) => id === trainId)).toBe(false)
  })
})
