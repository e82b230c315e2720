import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { SFTP_ENTRIES_LIMIT } from '@windlass/shared-kit/contract/sftpListing'
import { SftpLogList } from '@windlass/shared-kit/contract/sftpLog'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eachInFolder } from '../../testing/eachInFolder.ts'
import type { SftpServer } from '../../testing/sftpServer.ts'
import type { TestCaller } from '../../testing/testServer.ts'

const { ShowSftpFilePage, SFTPPreviewFile } = Permission

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

const newest = async (rows = 1) => (await admin.call(SftpLogList, { page: 1, rows })).list

/** Asks as clients of the former console do: a text is a path, each is answered by one envelope. */
const askAsBefore = (folders: readonly string[], links?: string) =>
  new Promise<Record<string, unknown>[]>((resolve, reject) => {
    const query = new URLSearchParams({
      serverId: String(serverId),
      [NAMESPACE_HEADER]: '1',
      ...(links && { links }),
    })
    const headers = { ...admin.headers, origin: sftp.address }
    const socket = new WebSocket(`${sftp.address.replace('http', 'ws')}/ws/sftp?${query}`, { headers })
    const answers: Record<string, unknown>[] = []
    socket.on('open', () => folders.forEach((folder) => socket.send(folder)))
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      answers.push(JSON.parse(data.toString()) as Record<string, unknown>)
      if (answers.length < folders.length) return
      socket.close()
      resolve(answers)
    })
  })

describe('a listing', () => {
  it('tells everything about every kind of entry, whatever its name', async () => {
    await writeFile(Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff])]), 'raw')
    await writeFile(at('-rf\n"it\'s"'), 'odd', { mode: 0o4755 })
    await chmod(at('-rf\n"it\'s"'), 0o4755)
    await mkdir(at('folder'))
    execFileSync('mkfifo', [at('pipe')])
    await symlink('folder', at('toFolder'))
    await symlink('nowhere', at('dangling'))
    await symlink('loop', at('loop'))
    const files = Object.fromEntries((await sftp.list(admin, root)).map((file) => [file.name, file]))
    expect(Object.keys(files).sort()).toEqual(
      ['-rf\n"it\'s"', `a${'\uf7ff'}`, 'dangling', 'folder', 'loop', 'pipe', 'toFolder'].sort(),
    )
    expect(files['-rf\n"it\'s"']).toMatchObject({
      kind: 'file',
      size: 3,
      bits: 0o4755,
      owner: 'root',
      group: 'root',
      uid: 0,
    })
    expect(files['pipe']).toMatchObject({ kind: 'fifo' })
    expect(files['toFolder']).toMatchObject({ kind: 'link', target: 'folder', targetKind: 'dir' })
    expect(files['dangling']).toMatchObject({ kind: 'link', target: 'nowhere', targetKind: '' })
    expect(files['loop']).toMatchObject({ kind: 'link', targetKind: '' })
    expect((await newest())[0]).toMatchObject({
      type: 'READ',
      path: root,
      serverID: serverId,
      reason: '',
      username: 'Administrator',
    })
  })

  it('says why it is not possible, and writes that down', async () => {
    await expect(sftp.list(admin, at('none'))).rejects.toThrow('no such file')
    expect((await newest())[0]).toMatchObject({
      type: 'READ',
      path: at('none'),
      reason: expect.stringContaining('no such file'),
    })
    await expect(sftp.list(admin, 'relative')).rejects.toThrow('not absolute')
  })

  it('is for those who may see the page, of their own servers', async () => {
    const nobody = await sftp.server.makeUser([SFTPPreviewFile])
    await expect(sftp.list(nobody, root)).rejects.toThrow('200')
    const elsewhere = await sftp.server.makeNamespace()
    const stranger = await sftp.server.makeUser([ShowSftpFilePage], elsewhere)
    await expect(sftp.list(stranger, root)).rejects.toThrow('200')
    const plain = await sftp.server.makeUser([ShowSftpFilePage])
    expect(await sftp.list(plain, root)).toEqual([])
    await expect(sftp.list(plain, root, true)).rejects.toThrow('SFTPAsRoot')
  })

  it('answers older clients in order, without links unless they ask', async () => {
    await writeFile(at('file'), 'x')
    await symlink('file', at('link'))
    const [plain, missing] = await askAsBefore([root, at('none')])
    expect(plain).toMatchObject({
      code: 0,
      data: [{ name: 'file', size: 1, mode: '-rw-r--r--', isDir: false, modTime: expect.stringMatching(/^\d{4}-/) }],
    })
    expect(plain?.['data']).toHaveLength(1)
    expect(missing).toMatchObject({ code: 2, data: null })
    const [withLinks] = await askAsBefore([root], '1')
    expect(withLinks?.['data']).toContainEqual(expect.objectContaining({ name: 'link', isLink: true, target: 'file' }))
  })

  it('of very many is cut for older clients, which are told', async () => {
    for (let index = 0; index < SFTP_ENTRIES_LIMIT; index++) writeFileSync(at(`${index}`), '')
    const [whole] = await askAsBefore([root])
    expect(whole?.['data']).toHaveLength(SFTP_ENTRIES_LIMIT)
    expect(whole).not.toHaveProperty('truncated')
    await writeFile(at('one more'), '')
    const [cut] = await askAsBefore([root])
    expect(cut?.['data']).toHaveLength(SFTP_ENTRIES_LIMIT)
    expect(cut).toHaveProperty('truncated', true)
    expect(await sftp.list(admin, root)).toHaveLength(SFTP_ENTRIES_LIMIT + 1)
  })
})
