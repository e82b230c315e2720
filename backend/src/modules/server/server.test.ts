import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import {
  ServerAcceptHostKey,
  ServerAdd,
  ServerBoundProjectList,
  ServerCheck,
  ServerEdit,
  ServerList,
  ServerOptionList,
  ServerPublicKey,
  ServerToggle,
  ServerUnbindProject,
} from '@windlass/shared-kit/contract/server'
import { ServerImport, type ServerImportProblems } from '@windlass/shared-kit/contract/serverBulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { createServerService } from './server.service.ts'

let server: TestServer
let sshd: TestSshd
let serial = 0

beforeAll(async () => {
  sshd = await startSshd()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir })
})

afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

/** A server at an address of its own that refuses at once. */
const fields = (more: object = {}) => ({
  name: 'web',
  os: 'linux' as const,
  ip: `127.0.1.${++serial}`,
  port: 1,
  owner: 'deploy',
  namespaceId: 1,
  ...more,
})

const rowOf = async (id: number, caller: TestCaller = server.admin) =>
  (await caller.call(ServerList)).list.find((row) => row.id === id)

const storedSecret = async (id: number) => {
  const { password } = await server.platform.db
    .selectFrom('server')
    .select('password')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { stored: password, plain: server.platform.secrets.decrypt(password, 'server.password') }
}

const bind = async (serverId: number, namespaceId = 1): Promise<number> => {
  const times = { insertTime: Date.now(), updateTime: Date.now() }
  const { db } = server.platform
  const texts = { repoType: 'git', url: '', path: '/x', script: '{}', transferType: '', transferOption: '' }
  const { id: projectId } = await db
    .insertInto('project')
    .values({ ...texts, ...times, namespaceId, name: 'shop', deployServerMode: '', environment: 1, branch: 'main' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { projectId, serverId, ...times }
  return (await db.insertInto('projectServer').values(values).returning('id').executeTakeFirstOrThrow()).id
}

describe('secrets of a server', () => {
  it('are stored encrypted, shown as a token, and kept by whoever sends the token back', async () => {
    const input = fields({ password: 'hunter2' })
    const { id } = await server.admin.call(ServerAdd, input)
    const before = await storedSecret(id)
    expect(before.stored).not.toContain('hunter2')
    const row = await rowOf(id)
    expect(row?.password).toMatch(new RegExp(`^keep:${id}:password:`))
    expect(row?.jumpPassword).toBe('')

    const kept = { ...input, name: 'renamed', password: row?.password ?? '' }
    await server.admin.call(ServerEdit, { id, ...kept })
    expect((await storedSecret(id)).plain).toBe('hunter2')
    const copy = await server.admin.call(ServerAdd, { ...kept, owner: 'other' })
    expect((await storedSecret(copy.id)).plain).toBe('hunter2')
    await server.admin.call(ServerEdit, { id, ...input, password: 'new' })
    expect((await storedSecret(id)).plain).toBe('new')
    await server.admin.call(ServerEdit, { id, ...input, password: '' })
    expect((await storedSecret(id)).plain).toBe('')
  })

  it('are not given for a token that was made up, moved to another field or is of another namespace', async () => {
    const { id } = await server.admin.call(ServerAdd, fields({ password: 'hunter2' }))
    const token = (await rowOf(id))?.password ?? ''
    const refused = { code: Code.Failed, message: expect.stringContaining('enter it again') }
    expect(await server.admin.ask(ServerAdd, fields({ password: `${token}x` }))).toMatchObject(refused)
    const jump = { jumpIP: '127.0.0.1', jumpOwner: 'x', jumpPassword: token }
    expect(await server.admin.ask(ServerAdd, fields(jump))).toMatchObject(refused)
    const elsewhere = await server.makeNamespace()
    const stranger = await server.makeUser([Permission.AddServer], elsewhere)
    const stolen = fields({ namespaceId: elsewhere, password: token })
    expect(await stranger.ask(ServerAdd, stolen)).toMatchObject(refused)
  })

  it('do not reach the operation log', async () => {
    await server.admin.call(ServerAdd, fields({ password: 'log-secret', jumpPassword: 'log-secret' }))
    const rows = await server.platform.db.selectFrom('operationLog').selectAll().execute()
    expect(rows.some((row) => row.api === '/server/add')).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('log-secret')
  })
})

describe('a namespace', () => {
  it('sees its own servers and the shared ones, newest first', async () => {
    const elsewhere = await server.makeNamespace()
    const own = await server.admin.call(ServerAdd, fields())
    const shared = await server.admin.call(ServerAdd, fields({ namespaceId: 0 }))
    const foreign = await server
      .inNamespace(server.admin, elsewhere)
      .call(ServerAdd, fields({ namespaceId: elsewhere }))
    const ids = (await server.admin.call(ServerList)).list.map((row) => row.id)
    expect(ids).toEqual(expect.arrayContaining([own.id, shared.id]))
    expect(ids).not.toContain(foreign.id)
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
    const options = (await server.admin.call(ServerOptionList)).list
    expect(Object.keys(options[0] ?? {}).sort()).toEqual(
      ['description', 'id', 'insertTime', 'ip', 'name', 'owner', 'tags', 'updateTime'].sort(),
    )
  })

  it('changes no server of another one, and nobody but a super manager changes a shared one', async () => {
    const elsewhere = await server.makeNamespace()
    const input = fields()
    const { id } = await server.admin.call(ServerAdd, input)
    const stranger = await server.makeUser([Permission.EditServer, Permission.SwitchServerState], elsewhere)
    const unknown = { code: Code.Failed, message: 'no such server' }
    expect(await stranger.ask(ServerEdit, { id, ...input, namespaceId: elsewhere })).toMatchObject(unknown)
    expect(await stranger.ask(ServerToggle, { id, state: 0 })).toMatchObject(unknown)
    const shared = await server.admin.call(ServerAdd, fields({ namespaceId: 0 }))
    expect(await stranger.ask(ServerToggle, { id: shared.id, state: 0 })).toMatchObject({ code: Code.Denied })
    const away = fields({ namespaceId: elsewhere })
    expect(await server.admin.ask(ServerAdd, away)).toMatchObject({ code: Code.Failed })
  })

  it('lends its ways to servers to nobody else, and none to a disabled one', async () => {
    const { id } = await server.admin.call(ServerAdd, fields({ password: 'p', jumpIP: '::1', jumpOwner: 'hop' }))
    const service = createServerService(server.platform)
    const jump = { host: '::1', port: 22, user: 'hop', keyPath: '', password: '' }
    expect(await service.target(1, id)).toMatchObject({ serverId: id, user: 'deploy', password: 'p', jumps: [jump] })
    await expect(service.target(await server.makeNamespace(), id)).rejects.toThrow('no such server')
    await expect(service.target(1, 0)).rejects.toThrow('no such server')
    await server.admin.call(ServerToggle, { id, state: 0 })
    await expect(service.targets(1, [id])).rejects.toThrow('is disabled')
  })
})

describe('what is written about a server', () => {
  it('is refused when the same sign-in is there already', async () => {
    const input = fields()
    await server.admin.call(ServerAdd, input)
    const twice = { code: Code.Failed, message: expect.stringContaining('is there already') }
    expect(await server.admin.ask(ServerAdd, input)).toMatchObject(twice)
    await server.admin.call(ServerAdd, { ...input, port: 2 })
    await server.admin.call(ServerAdd, { ...input, owner: 'someone' })
  })

  it.each([
    [{ ip: '999.1.1.1' }, 'is no address'],
    [{ ip: ':::' }, 'is no address'],
    [{ owner: '-oProxyCommand=x' }, 'owner'],
    [{ jumpIP: 'gateway' }, 'jumpOwner'],
    [{ port: 65_536 }, 'port'],
  ])('is refused when it makes no sense: %o', async (change, message) => {
    const answer = await server.admin.ask(ServerAdd, fields(change))
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining(message) })
  })
})

describe('a server that answers', () => {
  const real = () => {
    const { host, port, user, keyPath } = sshd
    return { name: 'real', os: 'linux' as const, namespaceId: 1, ip: host, port, owner: user, path: keyPath }
  }

  it('is checked, and what it runs is read in the background', async () => {
    const { hostKeys, osInfo } = await server.admin.call(ServerCheck, real())
    expect(hostKeys).toMatchObject([{ host: sshd.host, port: sshd.port, isNew: true }])
    expect(osInfo).toMatch(/^.+\|\d+\|\d+$/)
    const { id } = await server.admin.call(ServerAdd, real())
    await expect.poll(async () => (await rowOf(id))?.osInfo, { timeout: 30_000 }).toBe(osInfo)
    await server.admin.call(ServerEdit, { id, ...real(), path: '', password: 'wrong' })
    expect((await rowOf(id))?.osInfo).toBe(osInfo)
  })

  it('says why it does not let us in', async () => {
    const refused = await server.admin.ask(ServerCheck, { ...real(), path: '', password: 'x' })
    expect(refused).toMatchObject({ code: Code.Failed, message: expect.stringContaining('refused the password') })
  })

  it('with another host key is refused until somebody who may edit servers accepts the key', async () => {
    await server.admin.call(ServerCheck, real())
    await sshd.restart({ newHostKey: true })
    const refused = await server.admin.ask(ServerCheck, real())
    expect(refused).toMatchObject({ code: Code.Failed, message: expect.stringContaining('host key has changed') })
    const { hostKey } = refused.data as unknown as { hostKey: { host: string; port: number; presented: string } }
    const place = { host: hostKey.host, port: hostKey.port }
    const made = `SHA256:${'A'.repeat(43)}`
    expect(await server.admin.ask(ServerAcceptHostKey, { ...place, fingerprint: made })).toMatchObject({ code: 2 })
    const reader = await server.makeUser([Permission.AddServer])
    const accepted = { ...place, fingerprint: hostKey.presented }
    expect(await reader.ask(ServerAcceptHostKey, accepted)).toMatchObject({ code: Code.Denied })
    await server.admin.call(ServerAcceptHostKey, accepted)
    const { hostKeys } = await server.admin.call(ServerCheck, real())
    expect(hostKeys).toMatchObject([{ fingerprint: hostKey.presented, isNew: false }])
  })

  it('shows the public key that belongs to a private one, and no other file', async () => {
    const { key } = await server.admin.call(ServerPublicKey, { path: sshd.keyPath })
    expect(key).toContain(sshd.publicKey)
    await writeFile(path.join(sshd.keyDir, 'note.pub'), 'dear diary')
    const refused = async (file: string) => (await server.admin.ask(ServerPublicKey, { path: file })).code
    expect(await refused(path.join(sshd.keyDir, 'note'))).toBe(Code.Failed)
    expect(await refused('/etc/ssh/ssh_host_ed25519_key')).toBe(Code.Failed)
    expect(await refused(path.join(sshd.keyDir, '../sshd/host_key'))).toBe(Code.Failed)
  })
})

describe('bindings', () => {
  it('are counted and listed for the namespace, and end when the server is disabled', async () => {
    const { id } = await server.admin.call(ServerAdd, fields())
    const binding = await bind(id)
    expect((await rowOf(id))?.bindCount).toBe(1)
    const { list } = await server.admin.call(ServerBoundProjectList, { id })
    expect(list).toMatchObject([
      { id: binding, serverId: id, project: { name: 'shop', branch: 'main', environment: 1 } },
    ])
    await server.admin.call(ServerToggle, { id, state: 0 })
    expect(await rowOf(id)).toMatchObject({ bindCount: 0, state: 0 })
    await server.admin.call(ServerToggle, { id, state: 1 })
    expect((await server.admin.call(ServerBoundProjectList, { id })).list).toEqual([])
  })

  it('are removed one by one, all that were named or none', async () => {
    const { id } = await server.admin.call(ServerAdd, fields({ namespaceId: 0 }))
    const own = await bind(id)
    const foreign = await bind(id, await server.makeNamespace())
    expect(await server.admin.ask(ServerUnbindProject, { ids: [own, foreign] })).toMatchObject({ code: Code.Failed })
    expect((await rowOf(id))?.bindCount).toBe(1)
    await server.admin.call(ServerUnbindProject, { ids: [own] })
    expect((await rowOf(id))?.bindCount).toBe(0)
  })
})

describe('an import', () => {
  const HEADER = 'name,os,host,port,owner,path,password'
  const send = async (text: string | Buffer, caller = server.admin) => {
    const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    const response = await server.app.inject({
      method: 'POST',
      url: ServerImport.path,
      headers: {
        ...caller.headers,
        [NAMESPACE_HEADER]: String(caller.namespaceId),
        'content-type': 'multipart/form-data; boundary=cut',
      },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from('\r\n--cut--\r\n')]),
    })
    return response.json<{ code: number; message: string; data: ServerImportProblems | null }>()
  }

  it('stores every row of a file with a byte-order mark and quotes', async () => {
    const rows = ['"one, quoted",linux,127.0.2.1,1, root ,,secret', 'two,windows,127.0.2.2,0,root,,', '']
    expect(await send(`\uFEFF${HEADER}\r\n${rows.join('\r\n')}`)).toMatchObject({ code: Code.Ok })
    const { list } = await server.admin.call(ServerList)
    const one = list.find((row) => row.ip === '127.0.2.1')
    expect(one).toMatchObject({ name: 'one, quoted', owner: 'root', namespaceId: 1 })
    expect((await storedSecret(one?.id ?? 0)).plain).toBe('secret')
    expect(list.find((row) => row.ip === '127.0.2.2')).toMatchObject({ os: 'windows', port: 22 })
  })

  it('takes tags, further hosts on the way and what an export has quoted', async () => {
    const header = `${HEADER},jumpHost,jumpPort,jumpOwner,jumps,tags`
    const hops = 'hop@10.8.0.2:2222|/keys/hop;root@[fe80::1]'
    const rows = [
      `"'=SUM(A1)",linux,127.0.5.1,1,root,,,10.8.0.1,22,hop,${hops},eu; front`,
      'bad,linux,127.0.5.2,1,root,,,10.8.0.1,22,hop,nonsense,',
    ]
    const answer = await send([header, ...rows].join('\n'))
    expect(answer.data?.rows).toMatchObject([{ line: 3, message: expect.stringContaining('owner@host:port') }])
    expect((await server.admin.call(ServerList)).list.find((row) => row.ip === '127.0.5.1')).toMatchObject({
      ...{ name: '=SUM(A1)', tags: ['eu', 'front'], jumpIP: '10.8.0.1' },
      jumps: [
        { host: '10.8.0.2', port: 2222, owner: 'hop', path: '/keys/hop' },
        { host: 'fe80::1', port: 22, owner: 'root', path: '' },
      ],
    })
  })

  it('names each row that is wrong by its line, and keeps the others', async () => {
    const rows = ['ok,linux,127.0.3.1,1,root,,', 'bad,linux,127.0.3.2,x,root,,', 'bad,mac,127.0.3.3,1,root,,']
    const answer = await send([HEADER, ...rows, 'short,linux', 'ok,linux,127.0.3.1,1,root,,'].join('\n'))
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('4 of 5 rows') })
    expect(answer.data?.rows.map((row) => row.line)).toEqual([3, 4, 5, 6])
    expect(answer.data?.rows[3]?.message).toContain('is there already')
    expect((await server.admin.call(ServerList)).list.filter((row) => row.ip.startsWith('127.0.3.'))).toHaveLength(1)
  })

  it.each([
    ['name,os,host,port,owner,path,color\n', 'color'],
    ['name,os,host\n', 'port, owner, path'],
    ['', 'empty'],
    ['name,"os', 'no CSV'],
    [`${HEADER}\n${'a,linux,127.0.4.1,1,root,,\n'.repeat(1001)}`, 'at most 1000'],
    [`${HEADER}\n${'x'.repeat(1024 * 1024)}`, '1 MiB'],
    [Buffer.from([0xff, 0xfe, 0x41, 0x00]), 'UTF-8'],
  ])('refuses a file that is none: %.20s', async (text, message) => {
    expect(await send(text)).toMatchObject({ code: Code.Failed, message: expect.stringContaining(message) })
  })

  it('without a file is refused as such', async () => {
    expect(await server.admin.ask(ServerImport)).toMatchObject({ code: Code.IllegalParameter })
  })
})
