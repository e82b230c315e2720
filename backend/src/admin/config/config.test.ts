import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CronList } from '@windlass/shared-kit/contract/cron'
import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { ServerAdd, ServerList } from '@windlass/shared-kit/contract/server'
import { CommandSetList } from '@windlass/shared-kit/contract/serverProcess'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { adminLine } from '../testing/adminLine.ts'
import { readConfig } from './readConfig.ts'

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

const contents = async ({ platform: { db } }: TestServer) =>
  JSON.stringify([...(await readConfig(db)).entries].map(([list, entries]) => [list, ...entries]))
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
    ['servers: [{ namespace_id: default, name: web, port: many }]', 'port must be a whole number'],
    ['servers: [{ namespace_id: default, name: web, password: clear }]', 'write { env: NAME }'],
    [': [', 'cannot be read as a configuration'],
    ['format: 2', 'format is 2, and this console reads 1; export it with this version'],
    ['namespaces: [five]', 'namespaces, entry 1: this is no entry; write fields such as name'],
    ['namespaces: [{ name: 5 }]', 'name must be a text; put it into quotes'],
    ['servers: [{ namespace_id: default, ip: 1.1.1.1 }]', 'name is missing'],
    ['namespaces: [{ name: new }, { name: New }]', 'namespaces New: name must differ from those of new'],
    ['namespaces: [{ name: Default }]', 'namespaces Default: name must differ from those of default'],
    ['roles: [{ name: reader, permissions: [Nothing] }]', 'there is no Nothing among the permissions'],
    ['roles: [{ name: reader, permissions: 5 }]', 'permissions must be a list of names'],
    [
      'servers: [{ namespace_id: default, name: twin, ip: 10.0.0.1, port: 22, owner: root }]',
      'servers default / twin: namespace_id, ip, port, owner must differ from those of default / web',
    ],
    [
      'servers: [{ namespace_id: default, name: web, password: { encrypted: v1.AAAA } }]',
      'password: this was encrypted for another console',
    ],
    ['projects: [{ namespace_id: default, name: gone, state: 0 }]', 'leave the entry out'],
    [
      'crons: [{ namespace_id: default, server_id: default / web, command: ls }]',
      'crons default / web / ls: expression has 0 fields and needs six',
    ],
    [
      'crons: [{ namespace_id: default, server_id: default / db, command: ls, expression: "0 0 * * * *" }]',
      'there is no default / db among the servers: add it to the document, or correct the name',
    ],
    [
      'command_sets: [{ namespace_id: default, name: shop, items: [{ name: stop }] }]',
      'command_sets default / shop: items must be JSON such as',
    ],
  ])('refuses %s as a whole', async (text, message) => {
    const before = await contents(server)
    const list = 'namespaces: [{ name: sound }]\n'
    await writeFile(path.join(folder, 'wrong.yaml'), text.startsWith('namespaces') ? text : `${list}${text}`)
    for (const words of ['plan wrong.yaml', 'apply wrong.yaml --yes']) {
      const outcome = await config(server, words)
      expect(outcome.exitCode).not.toBe(0)
      expect(outcome.stderr).toContain(message)
    }
    expect(await contents(server)).toBe(before)
  })

  it('that the database does not take changes nothing, and says where', async () => {
    const before = await contents(server)
    const address = '{ namespace_id: default, ip: 10.9.9.9, port: 22, owner: root'
    await writeFile(
      path.join(folder, 'swapped.yaml'),
      `servers: [${address}, name: a }, ${address.replace('9.9.9', '9.9.8')}, name: b }]`,
    )
    expect((await config(server, 'apply swapped.yaml --yes')).exitCode).toBe(0)
    const there = await contents(server)
    expect(there).not.toBe(before)
    // Each is free when both are done, and neither while the other has it.
    await writeFile(
      path.join(folder, 'swapped.yaml'),
      `servers: [${address}, name: b }, ${address.replace('9.9.9', '9.9.8')}, name: a }]`,
    )
    const outcome = await config(server, 'apply swapped.yaml --yes')
    expect(outcome).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('servers default / b: the database does not take it'),
    })
    expect(await contents(server)).toBe(there)
  })

  it('lets those who have every permission into a new namespace, and names secrets apart that sound alike', async () => {
    await writeFile(
      path.join(folder, 'new.yaml'),
      `namespaces: [{ name: 上海 }]
servers:
  - { namespace_id: 上海, name: 甲, ip: 10.1.0.1, port: 22, owner: root, password: { env: ONE } }
  - { namespace_id: 上海, name: 乙, ip: 10.1.0.2, port: 22, owner: root, password: { env: TWO } }
crons:
  - { namespace_id: 上海, server_id: 上海 / 甲, command: /bin/date, expression: "0 0 3 * * *", log_level: 1 }
command_sets:
  - { namespace_id: 上海, name: shop, items: [{ name: stop, command: systemctl stop shop }] }
`,
    )
    const variables = { ONE: 'first-secret', TWO: 'second-secret' }
    expect(await config(server, 'apply new.yaml --yes', variables)).toMatchObject({ exitCode: 0 })
    const { list } = await server.admin.call(NamespaceOptionList)
    const namespace = list.find(({ namespaceName }) => namespaceName === '上海')
    expect(namespace).toBeDefined()
    const inside = server.inNamespace(server.admin, namespace?.namespaceId ?? 0)
    const { list: servers } = await inside.call(ServerList, {})
    const serverId = servers.find(({ name }) => name === '甲')?.id ?? 0
    expect((await inside.call(CronList, { serverId })).list).toMatchObject([
      { command: '/bin/date', expression: '0 0 3 * * *', isEnabled: true },
    ])
    expect((await inside.call(CommandSetList)).list).toMatchObject([{ name: 'shop' }])
    const { stdout } = await config(server, 'export --secrets references')
    const names = [...stdout.matchAll(/env: (\w+)/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
  })
})
