import { Permission } from '@windlass/shared-kit/contract'
import { type FirstStep, FirstStepList } from '@windlass/shared-kit/contract/firstStep'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const BUILDER = [Permission.AddServer, Permission.AddProject, Permission.DeployProject]

describe('the first steps', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const steps = async (caller: TestCaller) => {
    const { list } = await caller.call(FirstStepList)
    const find = (name: FirstStep['name']) => list.find((step) => step.name === name)
    return { names: list.map(({ name }) => name), find }
  }
  const told = async (caller: TestCaller) => (await caller.call(UserInfo)).userInfo.firstSteps
  const times = { insertTime: 1, updateTime: 1 }

  it('are told to those who may do them, and only while something is missing', async () => {
    const namespaceId = await server.makeNamespace()
    const builder = await server.makeUser(BUILDER, namespaceId)
    const reader = await server.makeUser([Permission.ShowDeployPage, Permission.DeployProject], namespaceId)
    expect((await steps(builder)).names).toEqual(['password', 'server', 'project', 'deploy', 'secondFactor'])
    expect([await told(builder), await told(reader)]).toEqual(['shown', undefined])
    expect(await told(server.inNamespace(builder, 0))).toBeUndefined()
  })

  it('are ticked by what is there, never by what somebody says', async () => {
    const namespaceId = await server.makeNamespace()
    const builder = await server.makeUser(BUILDER, namespaceId)
    const { db } = server.platform
    const place = { namespaceId, ...times }
    const machine = { name: 's', ip: '192.0.2.7', port: 22, owner: 'root', ...place }
    const added = await db.insertInto('server').values(machine).returning('id').executeTakeFirstOrThrow()
    expect((await steps(builder)).find('server')).toMatchObject({ isDone: false, id: added.id })
    await db.updateTable('server').set({ osInfo: 'Debian|2|1024' }).where('id', '=', added.id).execute()
    expect((await steps(builder)).find('server')).toMatchObject({ isDone: true })
    const project = await db
      .insertInto('project')
      .values({ name: 'p', repoType: 'git', url: '', path: '/srv/p', ...place } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await steps(builder)).find('project')).toMatchObject({ isDone: true })
    expect((await steps(builder)).find('deploy')).toMatchObject({ isDone: false, id: project.id })
    expect(await told(builder)).toBe('shown')
    const deploy = {
      token: 't',
      projectId: project.id,
      kind: 'publish',
      publisherId: 1,
      publisherName: '',
      request: '',
    }
    await db
      .insertInto('publish')
      .values({ ...deploy, state: 'failed', ...place })
      .execute()
    expect((await steps(builder)).find('deploy')?.isDone).toBe(false)
    await db.updateTable('publish').set({ state: 'success' }).where('namespaceId', '=', namespaceId).execute()
    expect(await told(builder)).toBeUndefined()
  })

  it('stay out of sight for whoever wants that, and come back', async () => {
    const namespaceId = await server.makeNamespace()
    const builder = await server.makeUser(BUILDER, namespaceId)
    await builder.call(UserChangePreferences, { hidesFirstSteps: true })
    expect(await told(builder)).toBe('hidden')
    await builder.call(UserChangePreferences, { hidesFirstSteps: false })
    expect(await told(builder)).toBe('shown')
  })

  it('see neither servers nor projects of another namespace', async () => {
    const [here, there] = [await server.makeNamespace(), await server.makeNamespace()]
    const builder = await server.makeUser(BUILDER, here)
    const machine = { name: 's', ip: '192.0.2.8', port: 22, owner: 'root', osInfo: 'Debian|2|1024' }
    await server.platform.db
      .insertInto('server')
      .values({ namespaceId: there, ...machine, ...times })
      .execute()
    expect((await steps(builder)).find('server')).toMatchObject({ isDone: false, id: 0 })
  })
})
