import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code } from '@windlass/shared-kit/contract'
import {
  NginxConfigDelete,
  NginxConfigEdit,
  NginxConfigList,
  NginxConfigTest,
  NginxManage,
  NginxPath,
  NginxStatus,
} from '@windlass/shared-kit/contract/nginx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteCommand } from '../../platform/ssh/quotePosix.ts'
import { type LocalNginx, makeLocalNginx } from '../../testing/localNginx.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

/** Programs put here are found before those of the system, by what signs in to this sshd alone. */
const FIRST_ON_PATH = '/usr/local/sbin'

let sshd: TestSshd
let server: TestServer
let nginx: LocalNginx
let serverId: number
let which: { serverId: number; path: string }
let confD: string

const addServer = async (port: number) => {
  const { host: ip, user: owner, keyPath } = sshd
  const values = { namespaceId: 1, name: 'web', ip, port, owner, path: keyPath, insertTime: 1, updateTime: 1 }
  return (await server.platform.db.insertInto('server').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const stand = (name: string, lines: string) =>
  writeFile(path.join(sshd.disk, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
const takeAway = (name: string) => rm(path.join(sshd.disk, name))
/** Where the sshd is: processes elsewhere count as those of a container. */
const there = (...words: string[]) =>
  server.platform.ssh.exec(sshd.target, quoteCommand([nginx.program, '-p', nginx.folder, '-c', nginx.conf, ...words]))

beforeAll(async () => {
  sshd = await startSshd({ diskAt: FIRST_ON_PATH })
  nginx = await makeLocalNginx()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir, NGINX_SUDO: 'true' })
  serverId = await addServer(sshd.port)
  which = { serverId, path: nginx.program }
  confD = path.join(nginx.dir, 'conf.d')
  await there()
})
afterAll(async () => {
  await there('-s', 'stop')
  await closeTestServer(server)
  await nginx.stop()
  await sshd.stop()
})

const list = (dir = nginx.program) => server.admin.ask(NginxConfigList, { serverId, dir })

describe('a server on which no copy of the configuration can be tested', () => {
  beforeAll(() => stand('mktemp', 'exit 1'))
  afterAll(() => takeAway('mktemp'))

  it('puts back what was there when nginx refuses what took its place', async () => {
    const file = path.join(confD, 'one.conf')
    const before = await readFile(file, 'utf8')
    const input = { ...which, dir: confD, filename: 'one.conf', content: 'serverr {\n}\n' }
    const answer = await server.admin.ask(NginxConfigEdit, input)
    expect(answer).toMatchObject({
      ...{ code: Code.Failed, data: { test: { ok: false, isSandboxed: false } } },
      message: expect.stringContaining(`unknown directive "serverr" in ${file}:1`),
    })
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await readdir(confD)).toEqual(['one.conf'])
  })

  it('leaves no new file that nginx refuses', async () => {
    const input = { ...which, dir: confD, filename: 'new.conf', content: 'nonsense;\n', hash: '' }
    expect((await server.admin.ask(NginxConfigEdit, input)).code).toBe(Code.Failed)
    expect(await readdir(confD)).toEqual(['one.conf'])
  })

  it('saves what nginx accepts', async () => {
    const file = path.join(confD, 'one.conf')
    const content = `${await readFile(file, 'utf8')}# a word\n`
    const saved = await server.admin.call(NginxConfigEdit, { ...which, dir: confD, filename: 'one.conf', content })
    expect(saved.test).toMatchObject({ ok: true, isSandboxed: false })
    expect(await readFile(file, 'utf8')).toBe(content)
    expect(await readdir(confD)).toEqual(['one.conf'])
  })

  it('takes no file away that nginx needs', async () => {
    const file = path.join(nginx.dir, 'snippets/headers.conf')
    const answer = await server.admin.ask(NginxConfigDelete, { ...which, file })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('headers.conf') })
    expect(existsSync(file)).toBe(true)
  })

  it('says that nothing can be tested without being saved', async () => {
    const input = { ...which, dir: confD, filename: 'one.conf', content: '# nothing\n' }
    const answer = await server.admin.ask(NginxConfigTest, input)
    expect(answer).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('saving tests it in its place'),
    })
  })
})

describe('an nginx that counts its connections', () => {
  it('tells them, once it has loaded where', async () => {
    expect((await server.admin.call(NginxStatus, which)).connections).toBeUndefined()
    const socket = path.join(nginx.folder, 'stub.sock')
    const content = `server { listen unix:${socket}; location = /status { stub_status; } }\n`
    await server.admin.call(NginxConfigEdit, { ...which, dir: confD, filename: 'stub.conf', content, hash: '' })
    await server.admin.call(NginxManage, { ...which, command: 'reload' })
    // The one that asks is counted as well.
    const counted = { active: 1, writing: 1, waiting: 0, requests: expect.toSatisfy((count: number) => count > 0) }
    await expect.poll(async () => (await server.admin.call(NginxStatus, which)).connections).toMatchObject(counted)
  })
})

describe('an account that is not root', () => {
  beforeAll(() => stand('id', 'echo 1000'))
  afterAll(() => takeAway('id'))

  it('works as root where sudo asks for no password', async () => {
    const log = path.join(sshd.folder, 'sudo.log')
    await stand('sudo', `[ "$1" = -n ] || exit 1\nshift\necho "$1" >> ${log}\nexec "$@"`)
    expect((await list()).code).toBe(Code.Ok)
    expect(await readFile(log, 'utf8')).toContain('sh\n')
  })

  it('works as itself where sudo asks for one', async () => {
    await stand('sudo', 'echo "sudo: a password is required" >&2\nexit 1')
    expect((await list()).code).toBe(Code.Ok)
    await takeAway('sudo')
  })
})

describe('where nginx is', () => {
  it('is known when one runs, wherever its program lies', async () => {
    const found = await server.admin.call(NginxPath, { serverId })
    expect(found).toMatchObject({ path: nginx.program, problem: '' })
    expect(found.running).toHaveLength(1)
  })

  it('is asked for when its program has another name, with the setting that allows it', async () => {
    const answer = await list(path.join(nginx.folder, 'sbin/webserver'))
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('NGINX_PROGRAMS') })
  })

  it('is not a program that only has its name', async () => {
    await mkdir(path.join(nginx.folder, 'odd'))
    const program = path.join(nginx.folder, 'odd/nginx')
    await writeFile(program, '#!/bin/sh\necho hello\n', { mode: 0o755 })
    expect(await list(program)).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('may be no nginx'),
    })
    await rm(program)
    await writeFile(program, 'no program', { mode: 0o644 })
    expect(await list(program)).toMatchObject({ code: Code.Failed, message: expect.stringContaining('no program') })
  })

  it('is left open, with the reason, when the server cannot be reached', async () => {
    const found = await server.admin.call(NginxPath, { serverId: await addServer(1) })
    expect(found).toMatchObject({ path: '', running: [] })
    expect(found.problem).not.toBe('')
  })
})
