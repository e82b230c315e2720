import { Code, type InputOf, Permission } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import {
  DeployLockAdd,
  DeployLockRemove,
  FreezeWindowAdd,
  FreezeWindowEdit,
  FreezeWindowList,
  FreezeWindowRemove,
} from '@windlass/shared-kit/contract/deployGuard'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endOf } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let deployer: TestCaller
let overrider: TestCaller
let projectId: number

const PRODUCTION = 1
const HOUR_MS = 3_600_000
const deploying = [Permission.ShowDeployPage, Permission.GetAllDeployList, Permission.DeployProject]

/** Without repository and servers a deploy ends at once. */
async function addEmpty(name: string): Promise<number> {
  const fields = { name, repoType: 'empty' as const, branch: 'virtual', path: `/srv/${name}`, environment: PRODUCTION }
  await server.admin.call(ProjectAdd, fields)
  const { list } = await server.admin.call(ProjectList)
  return list.find((project) => project.name === name)?.id ?? 0
}

beforeAll(async () => {
  server = await makeTestServer()
  deployer = await server.makeUser([...deploying, Permission.LockDeploy])
  overrider = await server.makeUser([...deploying, Permission.OverrideDeployGuard])
  projectId = await addEmpty('guarded')
})
afterAll(() => closeTestServer(server))

/** Asks for a deploy and waits for its end, if there was a beginning. */
async function publish(caller: TestCaller, override?: string) {
  const answer = await caller.ask(DeployPublish, { projectId, ...(override !== undefined && { override }) })
  if (answer.code === Code.Ok && answer.data) await endOf(server, answer.data.token)
  return answer
}
const marks = async () => (await server.admin.call(DeployList)).list.find(({ id }) => id === projectId)

const local = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const window = (change: Partial<InputOf<typeof FreezeWindowAdd>> = {}): InputOf<typeof FreezeWindowAdd> => ({
  name: 'holidays',
  reason: 'nobody is there',
  environment: PRODUCTION,
  kind: 'once',
  startTime: local(Date.now() - HOUR_MS),
  endTime: local(Date.now() + HOUR_MS),
  days: [],
  startClock: '',
  minutes: 0,
  zone: 'UTC',
  state: 1,
  ...change,
})

describe('a lock', () => {
  afterEach(() => server.admin.ask(DeployLockRemove, { projectId }))

  it('keeps everybody but its owner from deploying, and says who and why', async () => {
    await deployer.call(DeployLockAdd, { projectId, reason: ' the database moves ' })
    expect((await marks())?.lock).toMatchObject({ ownerId: deployer.userId, reason: 'the database moves', endTime: '' })
    const refused = await publish(server.admin)
    expect(refused.code).toBe(Code.Failed)
    expect(refused.message).toMatch(/locked by .*: the database moves; unlock it first/)
    expect((await publish(deployer)).code).toBe(Code.Ok)
  })

  it('is overridden only with the permission and a reason, which is kept', async () => {
    await deployer.call(DeployLockAdd, { projectId, reason: 'the database moves' })
    expect((await publish(overrider)).code).toBe(Code.Failed)
    const noRight = await server.makeUser(deploying)
    expect((await publish(noRight, 'because')).code).toBe(Code.Denied)
    const { data } = await publish(overrider, 'the shop is down')
    const row = await server.platform.db
      .selectFrom('publish')
      .select(['overrideReason', 'trigger'])
      .where('token', '=', data?.token ?? '')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ overrideReason: 'the shop is down', trigger: 'button' })
  })

  it('belongs to one person at a time, ends by itself, and can be taken away', async () => {
    await deployer.call(DeployLockAdd, { projectId, reason: 'mine', hours: 1 })
    expect((await server.admin.ask(DeployLockAdd, { projectId, reason: 'no, mine' })).message).toMatch(/already locked/)
    await deployer.call(DeployLockAdd, { projectId, reason: 'still mine' })
    await server.platform.db.updateTable('deployLock').set({ endTime: 1 }).where('projectId', '=', projectId).execute()
    expect((await marks())?.lock).toBeNull()
    expect((await publish(server.admin)).code).toBe(Code.Ok)
    await server.admin.call(DeployLockAdd, { projectId, reason: 'mine now' })
    await deployer.call(DeployLockRemove, { projectId })
    expect((await deployer.ask(DeployLockRemove, { projectId })).message).toMatch(/not locked any more/)
  })
})

describe('a freeze window', () => {
  afterEach(async () => {
    for (const { id } of (await server.admin.call(FreezeWindowList)).list)
      await server.admin.call(FreezeWindowRemove, { id })
  })

  it('freezes its environment while it holds, for everybody without an override', async () => {
    const { id } = await server.admin.call(FreezeWindowAdd, window())
    expect((await marks())?.freeze).toMatchObject({ name: 'holidays' })
    expect((await publish(server.admin)).message).toMatch(/frozen by "holidays" \(nobody is there\) until/)
    expect((await publish(overrider, 'the shop is down')).code).toBe(Code.Ok)
    await server.admin.call(FreezeWindowEdit, { ...window({ environment: 3 }), id })
    expect((await publish(server.admin)).code).toBe(Code.Ok)
    await server.admin.call(FreezeWindowEdit, { ...window({ state: 0 }), id })
    expect((await server.admin.call(FreezeWindowList)).list[0]).toMatchObject({ isActive: false, nextStart: '' })
    expect((await publish(server.admin)).code).toBe(Code.Ok)
  })

  it.each([
    [{ startTime: local(Date.now() + HOUR_MS), endTime: local(Date.now()) }, /end after it begins/],
    [{ startTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' }, /has ended already/],
    [{ startTime: 'soon' }, /startTime must be a time such as/],
    [{ zone: 'Mars' }, /no time zone/],
    [{ kind: 'weekly' as const }, /at least one day/],
    [{ kind: 'weekly' as const, days: [1] }, /at which time/],
    [{ kind: 'weekly' as const, days: [1], startClock: '10:00' }, /at least a minute/],
  ])('is refused when it would never hold: %j', async (change, message) => {
    const answer = await server.admin.ask(FreezeWindowAdd, window(change))
    expect(answer.code).toBe(Code.Failed)
    expect(answer.message).toMatch(message)
  })

  it('belongs to its namespace', async () => {
    const { id } = await server.admin.call(FreezeWindowAdd, window())
    const elsewhere = server.inNamespace(server.admin, await server.makeNamespace())
    expect((await elsewhere.call(FreezeWindowList)).list).toEqual([])
    expect((await elsewhere.ask(FreezeWindowRemove, { id })).code).toBe(Code.Failed)
    expect((await elsewhere.ask(FreezeWindowEdit, { ...window(), id })).code).toBe(Code.Failed)
  })
})
