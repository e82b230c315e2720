import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  SFTP_PREVIEW_BYTES,
  SftpChmod,
  SftpChown,
  SftpCopy,
  SftpCopyMany,
  SftpDelete,
  SftpDeleteMany,
  SftpEdit,
  SftpExists,
  SftpMakeFolder,
  SftpMakeLink,
  SftpMeasure,
  SftpMove,
  SftpRename,
  SftpSpace,
  SftpTransfer,
} from '@windlass/shared-kit/contract/sftp'
import { SftpLogList, SftpLogTotal } from '@windlass/shared-kit/contract/sftpLog'
import { textOfPath } from '@windlass/shared-kit/contract/sftpPath'
import { SftpBundle, SftpOpenText, SftpSaveText } from '@windlass/shared-kit/contract/sftpText'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachInFolder } from '../../testing/eachInFolder.ts'
import type { SftpServer } from '../../testing/sftpServer.ts'
import { startSshd } from '../../testing/sshd.ts'
import { type TestCaller } from '../../testing/testServer.ts'

const { SFTPDownloadFile, SFTPUploadFile, SFTPEditFile } = Permission
const { SFTPDeleteFile, SFTPTransferFile, ShowSFTPLogPage, SFTPAsRoot } = Permission

let sftp: SftpServer
let admin: TestCaller
let serverId: number
let root = ''
const at = (...names: string[]) => path.join(root, ...names)

eachInFolder((place, folder) => {
  sftp = place
  admin = place.server.admin
  serverId = place.serverId
  root = folder
})

const last = (lines: Record<string, unknown>[]) => lines.at(-1)
const newest = async (rows = 1) => (await admin.call(SftpLogList, { page: 1, rows })).list

describe('reading a file', () => {
  const preview = (file: string, init?: RequestInit) =>
    sftp.fetch(admin, `/server/previewFile?id=${serverId}&file=${encodeURIComponent(file)}`, init)
  const download = (file: string, init?: RequestInit) =>
    sftp.fetch(admin, `/server/downloadFile?id=${serverId}&file=${encodeURIComponent(file)}`, init)

  it('shows nothing that could act as the person who looks', async () => {
    for (const name of ['x.html', 'x.svg', 'x.xhtml', 'x.js', 'x']) {
      await writeFile(at(name), '<script>1</script>')
      const answer = await preview(at(name))
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('content-disposition')).toContain('inline')
    }
    await writeFile(at('p.png'), 'x')
    expect((await preview(at('p.png'))).headers.get('content-type')).toBe('image/png')
  })

  it('sends parts as they are asked for', async () => {
    await writeFile(at('digits'), '0123456789')
    const part = async (range: string) => {
      const answer = await download(at('digits'), { headers: { range } })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789'])
    const stale = await download(at('digits'), { headers: { range: 'bytes=2-4', 'if-range': '"old"' } })
    expect(stale.status).toBe(200)
  })

  it('names the file whatever its name is', async () => {
    const name = `a"b'${'中'}\n.txt`
    await writeFile(at(name), 'x')
    const header = (await download(at(name))).headers.get('content-disposition') ?? ''
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
    expect(header).not.toContain('\n')
  })

  it('refuses what is no file or has no end, in words', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const socket = createServer().listen(at('socket'))
    await symlink('nowhere', at('dangling'))
    await symlink('loop', at('loop'))
    const cases: [string, RegExp][] = [
      [at('pipe'), /pipe/],
      [at('socket'), /socket/],
      ['/dev/zero', /device/],
      ['/proc/self/maps', /no size/],
      [root, /folder/],
      [at('dangling'), /link to nowhere, which leads nowhere or/],
      [at('loop'), /circle/],
      [at('none'), /no such file/],
    ]
    for (const [file, words] of cases) {
      for (const read of [preview, download]) {
        const answer = await read(file)
        expect(answer.headers.get('content-disposition')).toBeNull()
        expect(await answer.json()).toMatchObject({ code: 2, message: expect.stringMatching(words) })
      }
      expect(await admin.ask(SftpOpenText, { serverId, file })).toMatchObject({
        code: 2,
        message: expect.stringMatching(words),
      })
    }
    socket.close()
    expect((await newest(24)).filter(({ reason }) => reason === '')).toEqual([])
  })

  it('shows what fits a page, and lets the rest be downloaded', async () => {
    const words = /larger than 50 MiB; download it/
    await writeFile(at('vast'), '')
    await truncate(at('vast'), SFTP_PREVIEW_BYTES)
    const last = { headers: { range: 'bytes=-1' } }
    expect((await preview(at('vast'), last)).status).toBe(206)
    await truncate(at('vast'), SFTP_PREVIEW_BYTES + 1)
    expect(await (await preview(at('vast'), last)).json()).toMatchObject({
      code: 2,
      message: expect.stringMatching(words),
    })
    expect((await download(at('vast'), last)).status).toBe(206)
  })

  it('sends several files as one archive', async () => {
    await mkdir(at('d', 'e'), { recursive: true })
    await writeFile(at('d', 'e', 'f.txt'), 'deep')
    await writeFile(at('one'), 'x'.repeat(300_000))
    await symlink('one', at('d', 'l'))
    execFileSync('mkfifo', [at('d', 'pipe')])
    for (const format of ['tar.gz', 'zip'] as const) {
      const { token } = await admin.call(SftpBundle, { serverId, files: [at('d'), at('one')], format })
      const answer = await sftp.fetch(admin, `/server/sftp/bundle?token=${token}`)
      const file = at(`out.${format}`)
      await writeFile(file, Buffer.from(await answer.arrayBuffer()))
      const names =
        format === 'zip' ? execFileSync('python3', ['-m', 'zipfile', '-l', file]) : execFileSync('tar', ['-tzf', file])
      expect(names.toString()).toMatch(/d\/e\/f\.txt[\s\S]*one/)
      expect(names.toString()).not.toContain('pipe')
      expect(await (await sftp.fetch(admin, `/server/sftp/bundle?token=${token}`)).json()).toMatchObject({ code: 2 })
    }
    expect(gunzipSync(await readFile(at('out.tar.gz'))).includes('deep')).toBe(true)
    const other = await sftp.server.makeUser([SFTPDownloadFile])
    const { token } = await admin.call(SftpBundle, { serverId, files: [at('one')], format: 'zip' })
    expect(await (await sftp.fetch(other, `/server/sftp/bundle?token=${token}`)).json()).toMatchObject({ code: 2 })
  })
})

describe('the editor', () => {
  it('keeps mode, owner and encoding, and follows links', async () => {
    await writeFile(at('text'), Buffer.from('\ufeffgrün\n', 'utf16le'))
    await chmod(at('text'), 0o2751)
    execFileSync('chown', ['65534:65534', at('text')])
    await chmod(at('text'), 0o2751)
    await symlink('text', at('link'))
    const opened = await admin.call(SftpOpenText, { serverId, file: at('link') })
    expect(opened).toMatchObject({
      text: 'grün\n',
      encoding: 'UTF-16 LE',
      path: at('text'),
      bits: 0o2751,
      owner: 'nobody',
    })
    const saved = await admin.call(SftpSaveText, { serverId, file: at('link'), ...opened, text: 'blau\n' })
    expect(saved.version).not.toBe(opened.version)
    expect((await readFile(at('text'))).toString('utf16le')).toBe('\ufeffblau\n')
    expect(await stat(at('text'))).toMatchObject({ mode: 0o102751, uid: 65534, gid: 65534 })
    expect(await readlink(at('link'))).toBe('text')
    expect(await readdir(root)).toEqual(['link', 'text'])
  })

  it('does not write over what somebody else has written', async () => {
    await writeFile(at('text'), 'one')
    const { version } = await admin.call(SftpOpenText, { serverId, file: at('text') })
    await writeFile(at('text'), 'two')
    const save = { serverId, file: at('text'), text: 'mine', encoding: 'UTF-8', version }
    expect(await admin.ask(SftpSaveText, save)).toMatchObject({
      code: 2,
      data: { size: 3, version: expect.any(String) },
    })
    expect(await readFile(at('text'), 'utf8')).toBe('two')
    await admin.call(SftpSaveText, { ...save, isForced: true })
    expect(await readFile(at('text'), 'utf8')).toBe('mine')
    expect(await admin.ask(SftpSaveText, { ...save, version: '' })).toMatchObject({ code: 2 })
    await admin.call(SftpSaveText, { ...save, file: at('new'), version: '', text: '' })
    expect(await readFile(at('new'), 'utf8')).toBe('')
  })

  it('takes texts up to its limit and nothing else', async () => {
    await writeFile(at('binary'), Buffer.from([1, 0, 2]))
    await writeFile(at('large'), 'x'.repeat(2 * 1024 * 1024 + 1))
    expect(await admin.ask(SftpOpenText, { serverId, file: at('binary') })).toMatchObject({
      code: 2,
      message: expect.stringContaining('no text'),
    })
    expect(await admin.ask(SftpOpenText, { serverId, file: at('large') })).toMatchObject({
      code: 2,
      message: expect.stringContaining('2 MiB'),
    })
  })

  it('is that of older clients too', async () => {
    await writeFile(at('text'), 'one', { mode: 0o600 })
    await admin.call(SftpEdit, { serverId, file: at('text'), content: '' })
    expect(await readFile(at('text'), 'utf8')).toBe('')
    const old = { serverId, file: at('text'), content: 'x', modTime: '2020-01-01 00:00:00' }
    expect(await admin.ask(SftpEdit, old)).toMatchObject({ code: 2, message: expect.stringContaining('was changed') })
    expect((await stat(at('text'))).mode & 0o777).toBe(0o600)
  })
})

describe('changing one thing', () => {
  it('refuses names that would lead elsewhere', async () => {
    await writeFile(at('a'), 'x')
    for (const name of ['', '.', '..', 'x/y', 'x\ny', '../b', 'n'.repeat(256)]) {
      const names = { serverId, dir: root, currentName: 'a', newName: name }
      expect(await admin.ask(SftpRename, names)).toMatchObject({ code: Code.Failed })
      expect(await admin.ask(SftpCopy, { serverId, dir: root, srcName: 'a', dstName: name })).toMatchObject({
        code: Code.Failed,
      })
      expect(await admin.ask(SftpMakeFolder, { serverId, dir: root, name })).toMatchObject({ code: Code.Failed })
    }
    expect(await readdir(root)).toEqual(['a'])
  })

  it('renames, asks before it replaces, and takes any name for what is there', async () => {
    const raw = textOfPath(Buffer.from([0xe4]))
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe4])]), 'raw')
    await writeFile(at('taken'), 'old')
    const names = { serverId, dir: root, currentName: raw, newName: 'taken' }
    expect(await admin.ask(SftpRename, names)).toMatchObject({ code: 2, data: { there: { size: 3, isDir: false } } })
    await admin.call(SftpRename, { ...names, overwrite: true })
    expect(await readFile(at('taken'), 'utf8')).toBe('raw')
    await admin.call(SftpRename, { serverId, dir: root, currentName: 'taken', newName: `-'$(id)"; rm` })
    expect(await readdir(root)).toEqual([`-'$(id)"; rm`])
    expect((await newest())[0]).toMatchObject({ type: 'RENAME', path: `${root}/taken->-'$(id)"; rm`, reason: '' })
  })

  it('copies files and folders beside themselves', async () => {
    await mkdir(at('d', 'e'), { recursive: true })
    await writeFile(at('d', 'e', 'f'), 'deep', { mode: 0o754 })
    await symlink('e/f', at('d', 'l'))
    await admin.call(SftpCopy, { serverId, isDir: true, dir: root, srcName: 'd', dstName: `it's` })
    expect(await readFile(at(`it's`, 'e', 'f'), 'utf8')).toBe('deep')
    expect((await stat(at(`it's`, 'e', 'f'))).mode & 0o777).toBe(0o754)
    expect(await readlink(at(`it's`, 'l'))).toBe('e/f')
    expect(await admin.ask(SftpCopy, { serverId, dir: root, srcName: 'd', dstName: `it's` })).toMatchObject({ code: 2 })
  })

  it('makes folders and links, and deletes one by one', async () => {
    await admin.call(SftpMakeFolder, { serverId, dir: root, name: 'new' })
    expect(await admin.ask(SftpMakeFolder, { serverId, dir: root, name: 'new' })).toMatchObject({
      code: 2,
      data: { there: { isDir: true } },
    })
    await admin.call(SftpMakeLink, { serverId, dir: root, name: 'link', target: '../x' })
    expect(await readlink(at('link'))).toBe('../x')
    await writeFile(at('new', 'file'), 'x')
    expect(await admin.ask(SftpDelete, { serverId, file: at('new') })).toMatchObject({
      code: 2,
      message: expect.stringContaining('not empty'),
    })
    for (const file of [at('new', 'file'), at('new'), at('link')]) await admin.call(SftpDelete, { serverId, file })
    expect(await readdir(root)).toEqual([])
    expect(await admin.ask(SftpDelete, { serverId, file: '/' })).toMatchObject({ code: 2 })
  })

  it('tells how much room there is and what is taken', async () => {
    expect((await admin.call(SftpSpace, { serverId, dir: root })).free).toBeGreaterThan(0)
    await mkdir(at('d'))
    await writeFile(at('d', 'x'), '12345')
    const { list } = await admin.call(SftpExists, { serverId, dir: root, names: ['d/x', 'd', 'e/f'] })
    expect(
      list
        .map(({ name, size, isDir }) => ({ name, size: isDir ? 0 : size, isDir }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    ).toEqual([
      { name: 'd', size: 0, isDir: true },
      { name: 'd/x', size: 5, isDir: false },
    ])
  })
})

describe('changing many', () => {
  beforeEach(async () => {
    await mkdir(at('d', 'e'), { recursive: true })
    for (let i = 0; i < 60; i++) await writeFile(at('d', 'e', `f${i}`), 'x'.repeat(i))
    await symlink('e', at('d', 'l'))
    execFileSync('mkfifo', [at('d', 'pipe')])
    await mkdir(at('to'))
  })

  it('counts first', async () => {
    expect(await admin.call(SftpMeasure, { serverId, files: [at('d'), at('to')] })).toEqual({
      ...{ files: 60, folders: 3, links: 1, others: 1, bytes: (59 * 60) / 2, isMore: false },
    })
  })

  it('deletes everything below and nothing behind links', async () => {
    await writeFile(at('kept'), 'x')
    await symlink('../kept', at('d', 'out'))
    const lines = await sftp.stream(admin, SftpDeleteMany, { serverId, files: [at('d'), at('none')] })
    expect(last(lines)).toMatchObject({ code: 2, data: { count: 1, failures: [{ path: at('none') }] } })
    expect((await readdir(root)).sort()).toEqual(['kept', 'to'])
    expect(last(await sftp.stream(admin, SftpDeleteMany, { serverId, files: ['/'] }))).toMatchObject({ code: 2 })
  })

  it('copies, asks before it replaces, and says what it left out', async () => {
    const copy = { serverId, files: [at('d')], dir: at('to') }
    expect(last(await sftp.stream(admin, SftpCopyMany, copy))).toMatchObject({
      ...{ type: 'end', code: 0, data: { skipped: [{ path: at('d', 'pipe'), why: 'a pipe' }] } },
    })
    expect((await readdir(at('to', 'd', 'e'))).length).toBe(60)
    expect(await readlink(at('to', 'd', 'l'))).toBe('e')
    expect(last(await sftp.stream(admin, SftpCopyMany, copy))).toMatchObject({
      code: 2,
      data: { there: { isDir: true } },
    })
    await writeFile(at('d', 'e', 'f0'), 'changed')
    await sftp.stream(admin, SftpCopyMany, { ...copy, overwrite: true })
    expect(await readFile(at('to', 'd', 'e', 'f0'), 'utf8')).toBe('changed')
    const into = { serverId, files: [at('d')], dir: at('d', 'e') }
    expect(last(await sftp.stream(admin, SftpCopyMany, into))).toMatchObject({
      code: 2,
      message: expect.stringContaining('itself'),
    })
  })

  it('moves', async () => {
    expect(last(await sftp.stream(admin, SftpMove, { serverId, files: [at('d')], dir: at('to') }))).toMatchObject({
      code: 0,
    })
    expect((await readdir(at('to', 'd', 'e'))).length).toBe(60)
    expect(await readdir(root)).toEqual(['to'])
  })

  it('changes modes and owners', async () => {
    const chmodAll = { serverId, files: [at('d')], bits: 0o640, folderBits: 0o750, isRecursive: true }
    expect(last(await sftp.stream(admin, SftpChmod, chmodAll))).toMatchObject({ code: 0 })
    expect((await stat(at('d', 'e', 'f7'))).mode & 0o7777).toBe(0o640)
    expect((await stat(at('d', 'e'))).mode & 0o7777).toBe(0o750)
    const chown = { serverId, files: [at('d')], owner: 'nobody', group: '0', isRecursive: true }
    expect(last(await sftp.stream(admin, SftpChown, chown))).toMatchObject({ code: 0 })
    expect(await stat(at('d', 'e', 'f7'))).toMatchObject({ uid: 65534, gid: 0 })
    expect(last(await sftp.stream(admin, SftpChown, { ...chown, owner: 'no-such-user' }))).toMatchObject({ code: 2 })
    expect(last(await sftp.stream(admin, SftpChown, { ...chown, owner: '-x;id' }))).toMatchObject({ code: 2 })
  })
})

describe('a transfer', () => {
  it('brings a folder to several servers and says where it failed', async () => {
    const other = await startSshd({ sameKeysAs: sftp.sshd })
    const otherId = await sftp.addServer(other)
    const deadId = await sftp.addServer({ host: '127.0.0.1', port: 1, user: 'root' })
    await mkdir(at('d', 'e'), { recursive: true })
    await writeFile(at('d', 'e', 'f'), 'deep', { mode: 0o751 })
    const order = { sourceServerId: serverId, sourceFile: at('d'), sourceIsDir: true, destDir: `${other.disk}/new/dir` }
    await admin.call(SftpTransfer, { ...order, destServerIds: [otherId] })
    expect(await readFile(`${other.disk}/new/dir/e/f`, 'utf8')).toBe('deep')
    expect((await stat(`${other.disk}/new/dir/e/f`)).mode & 0o777).toBe(0o751)
    expect((await newest(2)).map(({ type, path: where, serverID }) => ({ type, where, serverID }))).toEqual([
      { type: 'DOWNLOAD', where: at('d'), serverID: serverId },
      { type: 'UPLOAD', where: `${serverId}:${at('d')}->${other.disk}/new/dir`, serverID: otherId },
    ])
    const lines = await sftp.stream(admin, SftpTransfer, { ...order, destServerIds: [otherId, deadId], stream: true })
    expect(last(lines)).toMatchObject({
      code: 2,
      data: { serverId: deadId, serverName: 'target 1', results: expect.any(Array) },
    })
    const self = { ...order, destServerIds: [serverId], destDir: at('d') }
    expect(await admin.ask(SftpTransfer, self)).toMatchObject({ code: 2, message: expect.stringContaining('itself') })
    const elsewhere = await sftp.server.makeNamespace()
    const foreign = await sftp.addServer(other, elsewhere)
    const plain = await sftp.server.makeUser([SFTPTransferFile])
    expect(await plain.ask(SftpTransfer, { ...order, destServerIds: [foreign] })).toMatchObject({
      code: 2,
      message: 'no such server',
    })
    await other.stop()
  })
})

describe('the log', () => {
  it('shows each namespace its own rows', async () => {
    const reader = await sftp.server.makeUser([ShowSFTPLogPage])
    const elsewhere = await sftp.server.makeNamespace()
    const stranger = await sftp.server.makeUser([ShowSFTPLogPage], elsewhere)
    const { total } = await reader.call(SftpLogTotal, {})
    expect(total).toBeGreaterThan(0)
    expect(await stranger.call(SftpLogTotal, {})).toEqual({ total: 0 })
    expect((await stranger.call(SftpLogList, { page: 1, rows: 20 })).list).toEqual([])
    expect((await reader.call(SftpLogList, { page: 1, rows: 20, username: 'nobody there' })).list).toEqual([])
  })

  it('keeps what is too long for it in part', async () => {
    const long = `/${'a/'.repeat(400)}x`
    await admin.ask(SftpDelete, { serverId, file: long })
    expect((await newest())[0]?.path).toBe(long.slice(0, 255))
  })
})

it('does nothing as root without that permission, and nothing on servers of others', async () => {
  const plain = await sftp.server.makeUser([SFTPDeleteFile, SFTPEditFile, SFTPUploadFile])
  await writeFile(at('a'), 'x')
  expect(await plain.ask(SftpDelete, { serverId, file: at('a'), asRoot: true })).toMatchObject({ code: Code.Denied })
  const rooted = await sftp.server.makeUser([SFTPDeleteFile, SFTPAsRoot])
  await rooted.call(SftpDelete, { serverId, file: at('a'), asRoot: true })
  expect((await newest())[0]).toMatchObject({ type: 'DELETE', asRoot: true })
  const elsewhere = await sftp.server.makeNamespace()
  const stranger = await sftp.server.makeUser([SFTPDeleteFile], elsewhere)
  expect(await stranger.ask(SftpDelete, { serverId, file: at('a') })).toMatchObject({
    code: 2,
    message: 'no such server',
  })
})
