import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { adminLine } from '../testing/adminLine.ts'

let server: TestServer
let other: TestServer
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-config-'))
  server = await makeTestServer()
  other = await makeTestServer()
  await server.admin.call(ServerAdd, {
    name: 'web',
    ip: '10.0.0.1',
    port: 22,
    owner: 'root',
    password: 'geheim',
    os: 'linux',
    namespaceId: 1,
  })
  await server.makeUser([57, 60])
})
afterAll(async () => {
  await closeTestServer(server)
  await closeTestServer(other)
  await rm(folder, { recursive: true })
})

const config = (to: TestServer, words: string, variables: Record<string, string> = {}) =>
  adminLine(['config', ...words.split(' ')], { env: to.env, cwd: folder, variables })

describe('a configuration', () => {
  it('that was just exported differs in nothing', async () => {
    expect((await config(server, 'export own.yaml')).exitCode).toBe(0)
    const text = await readFile(path.join(folder, 'own.yaml'), 'utf8')
    expect(text).toContain('name: web')
    expect(text).toContain('- DeployDetail')
    expect(text).not.toContain('geheim')
    expect((await config(server, 'plan own.yaml')).stdout.trim()).toBe('Nothing differs.')
  })

  it('moves to another console with its secrets in variables, once', async () => {
    await config(server, 'export moved.yaml --secrets references')
    const text = await readFile(path.join(folder, 'moved.yaml'), 'utf8')
    const variable = /env: (WINDLASS_SERVERS_\w+)/.exec(text)?.[1] ?? ''
    expect((await config(other, 'plan moved.yaml')).stderr).toContain(`set the variable ${variable}`)
    const variables = { [variable]: 'other-secret' }
    const plan = await config(other, 'plan moved.yaml', variables)
    expect(plan.stdout).toContain('+ servers default / web')
    expect(plan.stdout).not.toContain('other-secret')
    expect(await other.platform.db.selectFrom('server').select('id').execute()).toEqual([])
    expect((await config(other, 'apply moved.yaml', variables)).stderr).toContain('say so with --yes')
    expect((await config(other, 'apply moved.yaml --yes', variables)).stdout).toContain('Applied')
    const row = await other.platform.db.selectFrom('server').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'web', ip: '10.0.0.1', namespaceId: 1 })
    expect(other.platform.secrets.decrypt(row.password, 'server.password')).toBe('other-secret')
    const roles = await other.platform.db
      .selectFrom('rolePermission')
      .innerJoin('role', 'role.id', 'roleId')
      .select('permissionId')
      .where('role.name', 'like', 'role of%')
      .execute()
    expect(roles.map(({ permissionId }) => permissionId).sort()).toEqual([57, 60])
    expect((await config(other, 'apply moved.yaml --yes', variables)).stdout.trim()).toContain('Nothing differs.')
    const logged = await other.platform.db
      .selectFrom('operationLog')
      .selectAll()
      .where('api', '=', 'admin config apply')
      .execute()
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain('other-secret')
  })

  it('is applied as a whole or not at all', async () => {
    await writeFile(
      path.join(folder, 'half.yaml'),
      'namespaces: [{ name: made }]\nservers: [{ namespace_id: nowhere, name: x, ip: 1.1.1.1 }]\n',
    )
    const outcome = await config(other, 'apply half.yaml --yes')
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr).toContain('there is no nowhere among the namespaces')
    const names = await other.platform.db.selectFrom('namespace').select('name').execute()
    expect(names.map(({ name }) => name)).not.toContain('made')
  })

  it.each([
    ['servers: 5', 'servers is no list'],
    ['colours: []', 'there is no list colours'],
    ['namespaces: [{ name: default, colour: red }]', 'there is no field colour'],
    ['servers: [{ namespace_id: default, name: web, port: many }]', 'port must be a number'],
    ['servers: [{ namespace_id: default, name: web, password: clear }]', 'write { env: NAME }'],
    [': [', 'cannot be read as a configuration'],
  ])('refuses %s', async (text, message) => {
    await writeFile(path.join(folder, 'wrong.yaml'), text)
    const outcome = await config(server, 'plan wrong.yaml')
    expect(outcome.exitCode).not.toBe(0)
    expect(outcome.stderr).toContain(message)
  })
})
