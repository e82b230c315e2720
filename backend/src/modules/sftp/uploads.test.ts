import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { SftpLogList } from '@windlass/shared-kit/contract/sftpLog'
import {
  batchHead,
  SFTP_BATCH_PATH,
  SFTP_BATCH_TYPE,
  SFTP_UPLOAD_PATH,
  SftpUnfinishedList,
} from '@windlass/shared-kit/contract/sftpUpload'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachInFolder } from '../../testing/eachInFolder.ts'
import type { SftpServer } from '../../testing/sftpServer.ts'
import { makeTestServer, type TestCaller } from '../../testing/testServer.ts'

const MIB = 1024 * 1024

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

const metadata = (about: Record<string, string | number>) =>
  Object.entries(about)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')

const create = (who: TestCaller, size: number, about: Record<string, string | number> = {}) =>
  sftp.fetch(who, SFTP_UPLOAD_PATH, {
    method: 'POST',
    headers: {
      'upload-length': String(size),
      'upload-metadata': metadata({ serverId, dir: root, name: 'file', ...about }),
    },
  })
const begin = async (size: number, about: Record<string, string | number> = {}) =>
  (await create(admin, size, about)).headers.get('location') ?? ''
const append = (where: string, offset: number, body: Buffer) =>
  sftp
    .fetch(admin, where, {
      method: 'PATCH',
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(body),
    })
    .catch((error: Error) => {
      // The error of fetch holds the body, which nobody wants to see in a report.
      throw new Error(`${error.message}: ${String(error.cause)}`)
    })
const offsetOf = async (where: string) =>
  Number((await sftp.fetch(admin, where, { method: 'HEAD' })).headers.get('upload-offset'))
const newest = async () => (await admin.call(SftpLogList, { page: 1, rows: 1, type: 'UPLOAD' })).list[0]

/** Sends the beginning of a PATCH and cuts the connection to the console. */
async function appendAndLeave(where: string, body: Buffer, whole: number) {
  const sending = request(`${sftp.address}${where}`, {
    method: 'PATCH',
    headers: {
      ...admin.headers,
      [NAMESPACE_HEADER]: '1',
      'upload-offset': '0',
      'content-length': String(whole),
      'content-type': 'application/offset+octet-stream',
    },
  })
  sending.on('error', () => undefined)
  sending.write(body)
  await expect.poll(() => offsetOnDisk(), { timeout: 20_000 }).toBeGreaterThan(0)
  sending.destroy()
}
const offsetOnDisk = async () => {
  const part = (await readdir(root)).find((name) => name.includes('.part-'))
  return part === undefined ? 0 : (await stat(at(part))).size
}

describe('an upload', () => {
  it('is listed as one of root when it was begun as root', async () => {
    const where = await begin(MIB, { asRoot: 1 })
    const { list } = await admin.call(SftpUnfinishedList, { serverId })
    expect(list).toMatchObject([{ dir: root, asRoot: true }])
    expect((await sftp.fetch(admin, where, { method: 'DELETE' })).status).toBe(204)
  })

  it('is under another name until it is whole', async () => {
    const content = randomBytes(3 * MIB)
    const where = await begin(content.length, {
      time: 1_600_000_000,
      bits: '0600',
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect((await append(where, 0, content.subarray(0, MIB))).headers.get('upload-offset')).toBe(String(MIB))
    expect((await readdir(root)).every((name) => name.startsWith('file.part-'))).toBe(true)
    expect(await offsetOf(where)).toBe(MIB)
    expect((await admin.call(SftpUnfinishedList, { serverId })).list).toMatchObject([
      { dir: root, name: 'file', offset: MIB, size: content.length },
    ])
    expect((await append(where, 0, content)).status).toBe(409)
    expect((await append(where, MIB, content.subarray(MIB))).status).toBe(204)
    expect((await readFile(at('file'))).equals(content)).toBe(true)
    expect(await stat(at('file'))).toMatchObject({ mode: 0o100600, mtimeMs: 1_600_000_000_000 })
    expect(await readdir(root)).toEqual(['file'])
    expect(await newest()).toMatchObject({ path: at('file'), reason: '', serverID: serverId })
    expect((await admin.call(SftpUnfinishedList, {})).list).toEqual([])
    expect((await sftp.fetch(admin, where, { method: 'HEAD' })).status).toBe(404)
  })

  it('goes on where the server is, after the browser was cut off', async () => {
    const content = randomBytes(20 * MIB)
    const where = await begin(content.length)
    await appendAndLeave(where, content.subarray(0, 12 * MIB), content.length)
    const offset = await offsetOf(where)
    expect(offset).toBeGreaterThan(0)
    expect((await append(where, offset, content.subarray(offset))).status).toBe(204)
    expect((await readFile(at('file'))).equals(content)).toBe(true)
  })

  it('goes on after the link to the server was cut, and after the console was started again', async () => {
    const open = new Set<Socket>()
    const proxy = createServer((client) => {
      const target = connect(sftp.sshd.port, sftp.sshd.host)
      for (const socket of [client, target]) {
        open.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => [client, target].forEach((one) => one.destroy()))
      }
      client.pipe(target).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as { port: number }
    const throughProxy = await sftp.addServer({ ...sftp.sshd, port })
    const content = randomBytes(30 * MIB)
    const where = await begin(content.length, { serverId: throughProxy })
    const running = append(where, 0, content).catch((error: unknown) => error)
    await expect.poll(offsetOnDisk, { timeout: 20_000 }).toBeGreaterThan(0)
    for (const socket of open) socket.destroy()
    const answer = await running
    // Either the console could still say so, or its answer was lost with everything else.
    expect(answer instanceof Response ? answer.status : 500).toBeGreaterThanOrEqual(400)
    const offset = await offsetOf(where)
    expect(offset).toBeLessThan(content.length)
    const again = await makeTestServer({
      DATA_DIR: sftp.server.env.DATA_DIR,
      DATABASE_URL: sftp.server.env.DATABASE_URL,
      SSH_KEY_DIR: sftp.sshd.keyDir,
    })
    const headers = {
      ...admin.headers,
      [NAMESPACE_HEADER]: '1',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }
    const rest = await again.app.inject({ method: 'PATCH', url: where, headers, payload: content.subarray(offset) })
    expect(rest.statusCode).toBe(204)
    await again.stop()
    expect((await readFile(at('file'))).equals(content)).toBe(true)
    proxy.close()
  })

  it('asks before it replaces, and keeps mode and owner when it does', async () => {
    await writeFile(at('file'), 'old', { mode: 0o640 })
    execFileSync('chown', ['65534:65534', at('file')])
    const refused = await create(admin, 3)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 2,
      data: { there: { path: at('file'), size: 3, isDir: false } },
    })
    await append(await begin(3, { overwrite: 1 }), 0, Buffer.from('new'))
    expect(await readFile(at('file'), 'utf8')).toBe('new')
    expect(await stat(at('file'))).toMatchObject({ mode: 0o100640, uid: 65534 })
    await mkdir(at('folder'))
    expect((await create(admin, 3, { name: 'folder', overwrite: 1 })).status).toBe(400)
    // Somebody was faster: what he has written stays.
    const where = await begin(3, { name: 'race' })
    await writeFile(at('race'), 'his')
    expect((await append(where, 0, Buffer.from('own'))).status).toBe(409)
    expect(await readFile(at('race'), 'utf8')).toBe('his')
  })

  it('replaces a link and leaves alone what it leads to', async () => {
    await writeFile(at('kept'), 'kept')
    await symlink('kept', at('file'))
    await append(await begin(3, { overwrite: 1 }), 0, Buffer.from('new'))
    expect([await readFile(at('kept'), 'utf8'), await readFile(at('file'), 'utf8')]).toEqual(['kept', 'new'])
  })

  it('makes the folders it leads into, takes empty files and long names, and no way out', async () => {
    expect((await create(admin, 0, { name: 'a/b/empty' })).status).toBe(201)
    expect((await stat(at('a', 'b', 'empty'))).size).toBe(0)
    const long = 'n'.repeat(255)
    await append(await begin(1, { name: long }), 0, Buffer.from('x'))
    expect(await readFile(at(long), 'utf8')).toBe('x')
    for (const name of ['../x', 'a/../../x', '/etc/x', '.', 'a//b', 'x\ny', 'n'.repeat(256), '']) {
      expect((await create(admin, 1, { name })).status).toBe(400)
    }
    const wrong: Record<string, string | number>[] = [
      { dir: 'relative' },
      { serverId: 0 },
      { serverId: 999_999 },
      { sha256: 'x' },
      { bits: '9' },
    ]
    for (const about of wrong) {
      expect((await create(admin, 1, about)).status).toBe(400)
    }
    expect((await create(admin, 2 ** 50)).status).toBe(413)
    expect(await readdir(path.dirname(root))).not.toContain('x')
  })

  it('is thrown away when its content is not what was sent', async () => {
    const where = await begin(3, { sha256: '0'.repeat(64) })
    const answer = await append(where, 0, Buffer.from('abc'))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('not what was sent') })
    expect(await readdir(root)).not.toContain('file')
  })

  it('can be given up, and is forgotten after a day', async () => {
    const where = await begin(10)
    expect((await sftp.fetch(admin, where, { method: 'DELETE' })).status).toBe(204)
    expect(await readdir(root)).toEqual([])
  })

  it('is refused to those who may not, from other sites, and for uploads of others', async () => {
    const nobody = await sftp.server.makeUser([Permission.SFTPDownloadFile])
    expect((await create(nobody, 1)).status).toBe(403)
    const where = await begin(1)
    const other = await sftp.server.makeUser([Permission.SFTPUploadFile])
    expect((await sftp.fetch(other, where, { method: 'HEAD' })).status).toBe(404)
    expect((await create(other, 1, { asRoot: 1 })).status).toBe(403)
    const foreign = await sftp.fetch(admin, SFTP_UPLOAD_PATH, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'upload-length': '1' },
    })
    expect(foreign.status).toBe(403)
    const elsewhere = await sftp.server.makeNamespace()
    const stranger = await sftp.server.makeUser([Permission.SFTPUploadFile], elsewhere)
    expect(await (await create(stranger, 1)).json()).toMatchObject({ message: 'no such server' })
  })
})

describe.runIf(process.getuid?.() === 0)('a full disk', () => {
  beforeEach(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', root])
    return () => execFileSync('umount', [root])
  })

  it('refuses before anything is sent', async () => {
    const answer = await create(admin, 8 * MIB)
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('is full') })
    expect(await readdir(root)).toEqual([])
  })

  it('in the middle leaves the old file as it was and nothing of the new', async () => {
    await writeFile(at('file'), 'old')
    const where = await begin(3 * MIB, { overwrite: 1 })
    await writeFile(at('other'), randomBytes(2 * MIB))
    const answer = await append(where, 0, randomBytes(3 * MIB))
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ code: 2, message: expect.stringContaining('full') })
    expect((await readdir(root)).sort()).toEqual(['file', 'other'])
    expect(await readFile(at('file'), 'utf8')).toBe('old')
    expect((await newest())?.reason).toContain('full')
  })
})

describe('a batch', () => {
  const send = (who: TestCaller, files: Record<string, string>, more: { overwrite?: boolean; dir?: string } = {}) => {
    const entries = Object.entries(files)
    const head = batchHead({
      serverId,
      dir: root,
      ...more,
      files: entries.map(([name, text]) => ({ name, size: text.length, time: 1_600_000_000 })),
    })
    const body = Buffer.concat([head, ...entries.map(([, text]) => Buffer.from(text))])
    return sftp.fetch(who, SFTP_BATCH_PATH, {
      method: 'POST',
      headers: { 'content-type': SFTP_BATCH_TYPE },
      body: new Uint8Array(body),
    })
  }

  it('writes many files and their folders, and tells which it did not', async () => {
    await writeFile(at('taken'), 'old')
    const files: Record<string, string> = { 'a/b/c': 'deep', empty: '', taken: 'new' }
    for (let i = 0; i < 300; i++) files[`many/${i}`] = String(i)
    const { data } = (await (await send(admin, files)).json()) as { data: unknown }
    expect(data).toEqual({
      written: 302,
      refused: [{ name: 'taken', code: 2, message: expect.any(String), there: expect.objectContaining({ size: 3 }) }],
    })
    expect(await readFile(at('a', 'b', 'c'), 'utf8')).toBe('deep')
    expect((await readdir(at('many'))).length).toBe(300)
    expect((await stat(at('empty'))).mtimeMs).toBe(1_600_000_000_000)
    expect(await readFile(at('taken'), 'utf8')).toBe('old')
    expect((await readdir(root)).sort()).toEqual(['a', 'empty', 'many', 'taken'])
    await send(admin, { taken: 'new' }, { overwrite: true })
    expect(await readFile(at('taken'), 'utf8')).toBe('new')
    expect(await newest()).toMatchObject({ path: at('taken'), reason: '' })
  })

  it.runIf(process.getuid?.() === 0)('ends when the disk takes no more names, and leaves nothing half', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,nr_inodes=40', 'tmpfs', root])
    try {
      const answer = await send(admin, Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`${i}`, `text ${i}`])))
      expect(answer.status).toBe(507)
      expect(await answer.json()).toMatchObject({ code: 2, message: expect.stringContaining('is full') })
      for (const name of await readdir(root)) expect(await readFile(at(name), 'utf8')).toBe(`text ${name}`)
      expect((await newest())?.reason).toContain('is full')
    } finally {
      execFileSync('umount', [root])
    }
  })

  it('refuses names that lead elsewhere, cut bodies and strangers', async () => {
    for (const name of ['../x', '/x', 'a/../../x'])
      expect(await (await send(admin, { [name]: 'x' })).json()).toMatchObject({ code: 2 })
    const nobody = await sftp.server.makeUser([])
    expect((await send(nobody, { a: 'x' })).status).toBe(403)
    const head = batchHead({ serverId, dir: root, files: [{ name: 'cut', size: 100 }] })
    const cut = await sftp.fetch(admin, SFTP_BATCH_PATH, {
      method: 'POST',
      headers: { 'content-type': SFTP_BATCH_TYPE },
      body: new Uint8Array(head),
    })
    expect(await cut.json()).toMatchObject({ code: 2, message: expect.stringContaining('before it was whole') })
    expect(await readdir(root)).toEqual([])
  })
})

it('takes the multipart of older clients', async () => {
  const form = new FormData()
  form.append('file', new Blob(['content']), 'up.txt')
  const answer = await sftp.fetch(admin, `/server/uploadFile?id=${serverId}&filePath=${encodeURIComponent(root)}`, {
    method: 'POST',
    body: form,
  })
  expect(await answer.json()).toMatchObject({ code: 0 })
  expect(await readFile(at('up.txt'), 'utf8')).toBe('content')
  const none = await sftp.fetch(admin, `/server/uploadFile?id=${serverId}&filePath=${encodeURIComponent(root)}`, {
    method: 'POST',
  })
  expect(await none.json()).toMatchObject({ code: 10003 })
})
