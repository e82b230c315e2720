import { chmod, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  NginxConfigContent,
  NginxConfigCopy,
  NginxConfigDelete,
  NginxConfigEdit,
  NginxConfigList,
  NginxConfigRename,
  NginxConfigTest,
  NginxLogTail,
  NginxManage,
  NginxPath,
  NginxStatus,
  NginxVersionContent,
  NginxVersionList,
} from '@windlass/shared-kit/contract/nginx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalNginx, makeLocalNginx } from '../../testing/localNginx.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

let sshd: TestSshd
let server: TestServer
let nginx: LocalNginx
let serverId: number
/** What every call about this nginx names. */
let which: { serverId: number; path: string }
/** Folders of its configuration. */
let at: Record<'conf' | 'confD' | 'enabled' | 'available', string>

const addServer = async (namespaceId = 1) => {
  const { host, port, user, keyPath } = sshd
  const values = { namespaceId, name: 'web', ip: host, port, owner: user, path: keyPath, insertTime: 1, updateTime: 1 }
  return (await server.platform.db.insertInto('server').values(values).returning('id').executeTakeFirstOrThrow()).id
}

beforeAll(async () => {
  sshd = await startSshd()
  nginx = await makeLocalNginx()
  await nginx.start()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir })
  serverId = await addServer()
  which = { serverId, path: nginx.program }
  const { dir } = nginx
  at = {
    ...{ conf: dir, confD: path.join(dir, 'conf.d') },
    ...{ enabled: path.join(dir, 'sites-enabled'), available: path.join(dir, 'sites-available') },
  }
})
afterAll(async () => {
  await closeTestServer(server)
  await nginx.stop()
  await sshd.stop()
})

const list = () => server.admin.call(NginxConfigList, { serverId, dir: nginx.program })
const load = (dir: string, filename: string) => server.admin.call(NginxConfigContent, { ...which, dir, filename })
const filesOf = async (dir: string) => (await readdir(dir)).toSorted()

/** What the nginx answers on one of its sockets. */
const ask = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath: path.join(nginx.folder, `${name}.sock`), path: '/hello' }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve(text))
    })
    call.on('error', reject)
    call.end()
  })

describe('an nginx', () => {
  it('is found where it runs, with what it reads', async () => {
    const { running } = await server.admin.call(NginxPath, { serverId })
    const own = running.find((each) => each.path === nginx.program)
    expect(own).toMatchObject({ conf: nginx.conf, prefix: nginx.folder })
  })

  it('tells its files: absolute, relative, nested and linked ones, none of comments, and those that lie beside', async () => {
    const found = await list()
    const names = found.list.map(({ dir, name }) => path.join(dir, name))
    expect(names).toEqual([
      nginx.conf,
      path.join(at.confD, 'one.conf'),
      path.join(at.enabled, 'two'),
      path.join(nginx.dir, 'snippets/headers.conf'),
    ])
    expect(found.list[2]).toMatchObject({ real: path.join(at.available, 'two'), parent: nginx.conf, line: 9 })
    expect(found.others.map(({ name }) => name)).toContain('off')
    expect(found.conf).toBe(nginx.conf)
    expect(found.logs.map((log) => [log.path.slice(nginx.folder.length), log.kind, log.site])).toEqual([
      ['/logs/error.log', 'error', ''],
      ['/logs/access.log', 'access', ''],
      ['/logs/one.log', 'access', 'one.test'],
      ['/logs/two.log', 'access', 'two.test'],
    ])
    expect(found.warnings).toEqual([])
  })

  it('tells how it runs', async () => {
    const status = await server.admin.call(NginxStatus, which)
    expect(status).toMatchObject({ workers: 1, user: sshd.user, version: expect.stringContaining('nginx/') })
    expect(Math.abs(status.startTime - Date.now() / 1000)).toBeLessThan(120)
  })
})

describe('a file of a configuration', () => {
  it('is saved when nginx accepts it, and works once nginx has loaded it', async () => {
    const file = path.join(at.available, 'two')
    await chmod(file, 0o640)
    const { content, hash, real } = await load(at.enabled, 'two')
    expect(real).toBe(file)
    const text = content.replace('"two\\n"', '"changed\\n"')
    const saved = await server.admin.call(NginxConfigEdit, {
      ...which,
      ...{ dir: at.enabled, filename: 'two', content: text, hash },
    })
    expect(saved.test).toMatchObject({ ok: true, isSandboxed: true, output: expect.stringContaining('successful') })
    expect(await readFile(file, 'utf8')).toBe(text)
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    expect(await filesOf(at.enabled)).toEqual(['two'])
    expect(await ask('two')).toBe('two\n')
    const { output } = await server.admin.call(NginxManage, { ...which, command: 'reload' })
    expect(output).toContain('successful')
    await expect.poll(() => ask('two')).toBe('changed\n')
    expect((await load(at.enabled, 'two')).hash).toBe(saved.hash)
  })

  it.each([
    ['a word that is none', 'serverr {\n}\n', 'unknown directive "serverr" in'],
    ['a block that does not end', 'server {\n', 'unexpected end of file'],
    ['an include of nothing', 'include /nowhere/at/all.conf;\n', 'No such file'],
  ])('is never replaced by %s, and nginx says why with the file’s own name', async (_what, content, why) => {
    const before = await readFile(path.join(at.confD, 'one.conf'), 'utf8')
    const answer = await server.admin.ask(NginxConfigEdit, { ...which, dir: at.confD, filename: 'one.conf', content })
    expect(answer).toMatchObject({ code: Code.Failed, data: { test: { ok: false, isSandboxed: true } } })
    expect(answer.message).toContain(why)
    expect(answer.message).toContain(`${path.join(at.confD, 'one.conf')}:`)
    expect(answer.message).not.toMatch(/windlass-nginx|\.\./)
    expect(await readFile(path.join(at.confD, 'one.conf'), 'utf8')).toBe(before)
    expect(await filesOf(at.confD)).toEqual(['one.conf'])
    const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('windlass-nginx-'))
    const seen = await copies()
    // Those of others who test at this moment go as well.
    await expect.poll(async () => (await copies()).filter((name) => seen.includes(name))).toEqual([])
  })

  it('is taken back when only its own place shows that nginx refuses it', async () => {
    // The copy follows the links of the folder; a path into the folder itself leads nowhere from the copy.
    const loaded = await load(at.confD, 'one.conf')
    await writeFile(path.join(at.conf, 'used.key'), 'no key')
    const broken = loaded.content.replace('server {', `server {\n  ssl_certificate ${at.conf}/none.pem;\n`)
    const bad = broken.replace('listen unix:', 'listen unix:/nowhere/').replace('/nowhere//', '/nowhere/')
    const answer = await server.admin.ask(NginxConfigEdit, {
      ...which,
      ...{ dir: at.confD, filename: 'one.conf', content: bad, hash: loaded.hash },
    })
    expect(answer.code).toBe(Code.Failed)
    expect((await load(at.confD, 'one.conf')).content).toBe(loaded.content)
    await rm(path.join(at.conf, 'used.key'))
  })

  it('is not saved over what somebody else has written', async () => {
    const { content, hash } = await load(at.confD, 'one.conf')
    await writeFile(path.join(at.confD, 'one.conf'), `${content}# by hand\n`)
    const answer = await server.admin.ask(NginxConfigEdit, {
      ...which,
      ...{ dir: at.confD, filename: 'one.conf', content: `${content}# mine\n`, hash },
    })
    expect(answer).toMatchObject({
      code: Code.Failed,
      data: { conflict: { content: `${content}# by hand\n`, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    })
    expect((await load(at.confD, 'one.conf')).content).toBe(`${content}# by hand\n`)
  })

  it('is tested without being saved', async () => {
    const input = { ...which, dir: at.confD, filename: 'one.conf' }
    const bad = await server.admin.call(NginxConfigTest, { ...input, content: 'nonsense;\n' })
    expect(bad).toMatchObject({ ok: false, isSandboxed: true })
    const { content } = await load(at.confD, 'one.conf')
    expect(await server.admin.call(NginxConfigTest, { ...input, content })).toMatchObject({ ok: true })
  })

  it('is new, copied and renamed, each only when nginx agrees', async () => {
    const content = `server { listen unix:${nginx.folder}/new.sock; server_name new.test; }\n`
    const input = { ...which, dir: at.confD }
    await server.admin.call(NginxConfigEdit, { ...input, filename: 'new.conf', content, hash: '' })
    const twice = await server.admin.ask(NginxConfigEdit, { ...input, filename: 'new.conf', content, hash: '' })
    expect(twice).toMatchObject({ code: Code.Failed, data: { conflict: { content } } })
    await server.admin.call(NginxConfigCopy, { ...input, srcName: 'new.conf', dstName: 'copy.off' })
    const duplicate = await server.admin.ask(NginxConfigRename, {
      ...input,
      ...{ currentName: 'copy.off', newName: 'new.conf' },
    })
    expect(duplicate).toMatchObject({ code: Code.Failed, message: expect.stringContaining('exists already') })
    await server.admin.call(NginxConfigRename, { ...input, currentName: 'copy.off', newName: 'copy.disabled' })
    expect(await filesOf(at.confD)).toEqual(['copy.disabled', 'new.conf', 'one.conf'])
  })

  it('is removed when nginx can do without it', async () => {
    await server.admin.call(NginxConfigDelete, { ...which, file: path.join(at.confD, 'new.conf') })
    const needed = path.join(nginx.dir, 'snippets/headers.conf')
    const refused = await server.admin.ask(NginxConfigDelete, { ...which, file: needed })
    expect(refused).toMatchObject({ code: Code.Failed, message: expect.stringContaining('headers.conf') })
    expect(await readFile(needed, 'utf8')).toContain('X-From')
    await server.admin.call(NginxConfigDelete, { ...which, file: path.join(at.confD, 'copy.disabled') })
    expect(await filesOf(at.confD)).toEqual(['one.conf'])
  })

  it('keeps its states with who made them', async () => {
    const file = path.join(at.available, 'two')
    const { list: rows } = await server.admin.call(NginxVersionList, { serverId, file, page: 1, rows: 50 })
    expect(rows.map(({ action }) => action)).toEqual(['save', 'found'])
    expect(rows[0]?.userName).not.toBe('')
    const [, found] = rows
    const { content } = await server.admin.call(NginxVersionContent, { id: found?.id ?? 0 })
    expect(content).toContain('"two\\n"')
    const elsewhere = await server.makeUser([Permission.ShowServerNginxPage], await server.makeNamespace())
    expect(await elsewhere.ask(NginxVersionContent, { id: found?.id ?? 0 })).toMatchObject({ code: Code.Failed })
  })
})

describe('what does not belong to nginx', () => {
  it.each([
    ['/etc', 'passwd'],
    ['/etc/ssh', 'sshd_config'],
    ['CONF/../..', 'etc'],
    ['CONF', '../../../etc/passwd'],
    ['CONF', '..'],
    ['CONF\n', 'x'],
    ["CONF'; touch /tmp/pwned; '", 'x'],
  ])('is not read: %s %s', async (dir, filename) => {
    const answer = await server.admin.ask(NginxConfigContent, { ...which, dir: dir.replace('CONF', at.conf), filename })
    expect(answer.code).not.toBe(Code.Ok)
    expect(answer.data).toBeNull()
  })

  it('is not read through a link, and no key is', async () => {
    await symlink('/etc/passwd', path.join(at.conf, 'link.conf'))
    await writeFile(path.join(at.conf, 'certificate'), '-----BEGIN PRIVATE KEY-----\n')
    await writeFile(path.join(at.conf, '.htpasswd'), 'a:b\n')
    for (const filename of ['link.conf', 'certificate', '.htpasswd']) {
      const answer = await server.admin.ask(NginxConfigContent, { ...which, dir: at.conf, filename })
      expect({ filename, ...answer }).toMatchObject({ filename, code: Code.Failed, data: null })
      await rm(path.join(at.conf, filename))
    }
  })

  it.each(['/bin/sh', '/tmp/$(id)/nginx', '/tmp/a b/nginx', '/tmp/../bin/nginx', '/nowhere/nginx', '/etc/nginx'])(
    'is not run as nginx: %s',
    async (dir) => {
      const answer = await server.admin.ask(NginxConfigList, { serverId, dir })
      expect(answer).toMatchObject({ code: Code.Failed, data: null })
      expect(answer.message).not.toBe('')
    },
  )

  it('is not read as a log', async () => {
    const answer = await server.admin.ask(NginxLogTail, { ...which, file: '/etc/passwd' })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('no log') })
  })

  it('is refused to who may only look', async () => {
    const reader = await server.makeUser([Permission.ShowServerNginxPage])
    const adder = await server.makeUser([Permission.ShowServerNginxPage, Permission.AddNginxConfig])
    const input = { ...which, dir: at.confD, filename: 'one.conf', content: '#\n' }
    expect((await reader.ask(NginxConfigEdit, input)).code).toBe(Code.Denied)
    // Told like every other refusal: what is missing, and who can give it.
    expect(await adder.ask(NginxConfigEdit, input)).toMatchObject({
      code: Code.Denied,
      data: { missing: [Permission.EditNginxConfig], grantors: ['Administrator'] },
    })
    expect((await reader.ask(NginxManage, { ...which, command: 'reload' })).code).toBe(Code.Denied)
    const stranger = await server.makeUser([Permission.ShowServerNginxPage], await server.makeNamespace())
    expect((await stranger.ask(NginxConfigList, { serverId, dir: nginx.program })).code).not.toBe(Code.Ok)
  })
})

describe('a log', () => {
  it('is shown from its end, followed, filtered, and told to begin anew when it was rotated', async () => {
    const file = path.join(nginx.folder, 'logs/one.log')
    await ask('one')
    // An nginx answers first and writes that down afterwards.
    await expect.poll(() => readFile(file, 'utf8')).toContain('/hello')
    const first = await server.admin.call(NginxLogTail, { ...which, file })
    expect(first.text).toContain('/hello')
    await writeFile(file, 'needle 1\nhay\nNEEDLE 2\n', { flag: 'a' })
    const { offset, inode } = first
    const more = await server.admin.call(NginxLogTail, { ...which, file, offset, inode })
    expect(more).toMatchObject({ text: 'needle 1\nhay\nNEEDLE 2\n', isAnew: false })
    const picked = await server.admin.call(NginxLogTail, { ...which, file, filter: 'needle' })
    expect(picked).toMatchObject({ text: 'needle 1\nNEEDLE 2\n', isAnew: true })
    await rm(file)
    await writeFile(file, 'fresh\n')
    const fresh = await server.admin.call(NginxLogTail, { ...which, file, offset: more.offset, inode })
    expect(fresh).toMatchObject({ text: 'fresh\n', isAnew: true })
  })
})

describe('a configuration that is broken already', () => {
  it('is listed all the same, told what is wrong, and mended', async () => {
    const file = path.join(at.confD, 'one.conf')
    const good = await readFile(file, 'utf8')
    await writeFile(file, `${good}broken;\n`)
    expect((await list()).list).toHaveLength(4)
    const check = await server.admin.ask(NginxManage, { ...which, command: 'check' })
    expect(check).toMatchObject({ code: Code.Failed, message: expect.stringContaining('unknown directive "broken"') })
    const input = { ...which, dir: at.confD, filename: 'one.conf' }
    const worse = await server.admin.ask(NginxConfigEdit, { ...input, content: 'still broken;\n' })
    expect(worse.code).toBe(Code.Failed)
    await server.admin.call(NginxConfigEdit, { ...input, content: good })
    expect(await readFile(file, 'utf8')).toBe(good)
  })
})
