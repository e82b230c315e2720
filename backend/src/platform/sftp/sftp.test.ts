import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { makeTestSsh, type TestSsh } from '../../testing/testSsh.ts'
import { isMissing } from './sftpError.ts'
import { Open } from './sftpPacket.ts'
import { createSftpPool, type SftpPool } from './sftpPool.ts'
import { createSftpWriter, lendPieces, readPieces, readWhole } from './sftpStreams.ts'

const MIB = 1024 * 1024

let sshd: TestSshd
let testSsh: TestSsh
let pool: SftpPool
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  sshd = await startSshd()
  testSsh = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
  pool = createSftpPool(testSsh.ssh, (run) => stops.push(run))
})

afterAll(async () => {
  for (const stop of stops) await stop()
  await testSsh.close()
  await sshd.stop()
})

const way = () => ({ target: sshd.target, asRoot: false })
const at = (name: string) => path.join(sshd.disk, name)

describe.each(['use', 'useBulk'] as const)('SFTP by %s', (how) => {
  it('writes and reads a file as it was', async () => {
    const content = Buffer.from(Array.from({ length: 5 * MIB + 17 }, (_, i) => (i * 31) % 251))
    const file = at(`big-${how}`)
    const back = await pool[how](way(), async (sftp) => {
      const handle = await sftp.open(file, Open.Write | Open.Create | Open.Truncate, 0o640)
      const writer = createSftpWriter(sftp, handle, 0)
      for (let from = 0; from < content.length; from += 50_000)
        await writer.write(content.subarray(from, from + 50_000))
      await writer.finish()
      expect(writer.written()).toBe(content.length)
      await sftp.sync(handle)
      await sftp.close(handle)
      const reading = await sftp.open(file, Open.Read)
      return readWhole(sftp, reading, content.length)
    })
    expect(back.equals(content)).toBe(true)
    expect((await readFile(file)).equals(content)).toBe(true)
    expect((await stat(file)).mode & 0o777).toBe(0o640)
  })

  it('frees the memory of what it was given when the server has it, and of nothing else', async () => {
    const own = () => Buffer.from(new Uint8Array(50_000).fill(7).buffer)
    const given = Array.from({ length: 20 }, own)
    const shared = own()
    const written = Array.from({ length: 3 }, own)
    await pool[how](way(), async (sftp) => {
      const handle = await sftp.open(at(`given-${how}`), Open.Write | Open.Create | Open.Truncate)
      const writer = createSftpWriter(sftp, handle, 0)
      for (const chunk of written) await writer.write(chunk)
      for (const chunk of given) await writer.give(chunk)
      await writer.give(shared.subarray(0, 10_000))
      await writer.finish()
      await sftp.close(handle)
    })
    const content = await readFile(at(`given-${how}`))
    expect(content.equals(Buffer.alloc(23 * 50_000 + 10_000, 7))).toBe(true)
    expect(given.map(({ length }) => length)).toEqual(given.map(() => 0))
    expect([shared, ...written].map(({ length }) => length)).toEqual([50_000, 50_000, 50_000, 50_000])
  })

  it('reads a part and says when a file is shorter than was thought', async () => {
    await writeFile(at('digits'), '0123456789')
    await pool[how](way(), async (sftp) => {
      const handle = await sftp.open(at('digits'), Open.Read)
      const part: Buffer[] = []
      for await (const piece of readPieces(sftp, handle, { start: 2, length: 5 })) part.push(piece)
      expect(Buffer.concat(part).toString()).toBe('23456')
      await expect(readWhole(sftp, handle, 11)).rejects.toThrow('became shorter')
    })
  })

  it('lends a file piece by piece, each only until the next', async () => {
    const content = Buffer.from(Array.from({ length: 5 * MIB + 17 }, (_, i) => (i * 37) % 253))
    await writeFile(at('lent'), content)
    await pool[how](way(), async (sftp) => {
      const handle = await sftp.open(at('lent'), Open.Read)
      const memories = new Set<ArrayBufferLike>()
      const copies: Buffer[] = []
      for await (const piece of lendPieces(sftp, handle, { start: 3, length: content.length - 3 })) {
        memories.add(piece.buffer)
        copies.push(Buffer.from(piece))
      }
      expect(Buffer.concat(copies).equals(content.subarray(3))).toBe(true)
      expect(memories.size).toBeLessThan(copies.length)
      const tooMuch = lendPieces(sftp, handle, { start: 0, length: content.length + 1 })
      await expect(Array.fromAsync(tooMuch)).rejects.toThrow('became shorter')
    })
  })
})

it('reaches names that are no UTF-8, and any other', async () => {
  await mkdir(at('names'))
  const names = [
    Buffer.from([0x61, 0xff, 0xc3]),
    ...['-rf', 'it\'s "x"', 'a\nb', ' x ', '中'.repeat(85)].map((name) => Buffer.from(name)),
  ]
  for (const name of names) await writeFile(Buffer.concat([Buffer.from(`${at('names')}/`), name]), name)
  await pool.use(way(), async (sftp) => {
    const folder = await sftp.openFolder(at('names'))
    const found: string[] = []
    for (let part = await sftp.readFolder(folder); part; part = await sftp.readFolder(folder)) {
      found.push(...part.map(({ name }) => name).filter((name) => !name.startsWith('.')))
    }
    expect(found).toHaveLength(names.length)
    for (const name of found) {
      const file = `${at('names')}/${name}`
      const { size } = await sftp.lstat(file)
      const content = await readWhole(sftp, await sftp.open(file, Open.Read), size)
      expect(names.some((bytes) => bytes.equals(content))).toBe(true)
    }
  })
})

it('knows links, modes, disks and owners', async () => {
  await writeFile(at('there'), 'x')
  await symlink('there', at('link'))
  await chmod(at('there'), 0o4755)
  await pool.use(way(), async (sftp) => {
    expect(await sftp.readlink(at('link'))).toBe('there')
    expect((await sftp.lstat(at('link'))).mode & 0o170000).toBe(0o120000)
    expect((await sftp.stat(at('link'))).mode).toBe(0o104755)
    expect((await sftp.space(sshd.disk))?.totalBytes).toBeGreaterThan(MIB)
    expect(await sftp.names([0], [0])).toEqual({ owners: ['root'], groups: ['root'] })
    await expect(sftp.stat(at('none'))).rejects.toSatisfy(isMissing)
    await writeFile(at('other'), 'y')
    await expect(sftp.rename(at('there'), at('other'))).rejects.toThrow('refused')
    await sftp.replace(at('there'), at('other'))
    expect(await readFile(at('other'), 'utf8')).toBe('x')
  })
})

it('lends the program of a large file to the next one that comes soon', async () => {
  const first = await pool.useBulk(way(), async (sftp) => sftp.open('/', Open.Read).then(({ id }) => id))
  // A handle is known only to the program that gave it.
  const size = await pool.useBulk(way(), async (sftp) => sftp.handleStat({ id: first, path: '/' }))
  expect(size.mode & 0o170000).toBe(0o040000)
})

it('gives up at once when nobody wants it any more, and works for the next', async () => {
  const stop = new AbortController()
  const running = pool.use(
    way(),
    async (sftp) => {
      stop.abort(new Error('cancelled'))
      for (;;) await sftp.stat('/')
    },
    stop.signal,
  )
  await expect(running).rejects.toThrow('cancelled')
  expect((await pool.use(way(), (sftp) => sftp.realpath('.'))).startsWith('/')).toBe(true)
})

it('serves more than one connection has room for', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => pool.use(way(), (sftp) => sftp.realpath('/'))))
  expect(answers).toEqual(Array.from({ length: 20 }, () => '/'))
})

describe('as root', () => {
  it('does without sudo where the user is root already', async () => {
    expect(execFileSync('id', ['-u']).toString().trim()).toBe('0')
    expect(await pool.use({ ...way(), asRoot: true }, (sftp) => sftp.realpath('/root'))).toBe('/root')
  })

  it('says what to do when sudo asks for a password', async () => {
    const other = await startSshd({ sameKeysAs: sshd, diskAt: '/usr/local/sbin' })
    const script = (name: string, lines: string) =>
      writeFile(path.join(other.disk, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
    await script('id', 'echo 1000')
    await script('sudo', 'echo "sudo: a password is required" >&2; exit 1')
    const asRoot = { target: other.target, asRoot: true }
    await expect(pool.use(asRoot, (sftp) => sftp.realpath('/'))).rejects.toThrow(
      /asks root .* for a password.*NOPASSWD/,
    )
    await script('sudo', '[ "$1" = -n ] && shift && exec "$@"')
    for (const how of ['use', 'useBulk'] as const) {
      expect(await pool[how](asRoot, (sftp) => sftp.realpath('/'))).toBe('/')
    }
    await other.stop()
  })
})
