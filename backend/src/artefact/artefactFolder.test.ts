import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ArtefactError } from './artefactError.ts'
import {
  dropVersion,
  readArtefact,
  readContents,
  verifyFolder,
  versionsInFolder,
  writeArtefact,
} from './artefactFolder.ts'
import { createKeyPair } from './signature.ts'
import { makeArtefact } from './testing/makeArtefact.ts'

let dir: string

beforeEach(async () => {
  dir = path.join(await mkdtemp(path.join(tmpdir(), 'windlass-area-')), 'logs')
})

afterEach(() => rm(path.dirname(dir), { recursive: true, force: true }))

const exists = (name: string) =>
  stat(path.join(dir, name)).then(
    () => true,
    () => false,
  )
const damage = (name: string, content = 'damaged') => writeFile(path.join(dir, name), content)
const sharedFiles = async () => (await readdir(path.join(dir, 'files'))).toSorted()
const FRAME = 'files/frame.0123456789.js'
const pageOf = (files: Iterable<string>) => [...files].find((name) => /^files\/page\..*\.js$/.test(name)) ?? ''

describe('a version in a folder', () => {
  it('is read back as it was written, with its signature', async () => {
    const artefact = await makeArtefact({ privateKey: createKeyPair().privateKey })
    await writeArtefact(artefact, dir)
    const { files, ...rest } = await readArtefact(dir, '1.0.0')
    expect({ ...rest, files: new Map([...files].toSorted()) }).toEqual({
      ...artefact,
      files: new Map([...artefact.files].toSorted()),
    })
    expect(await versionsInFolder(dir)).toEqual(['1.0.0'])
    expect(await readContents(dir, '1.0.0')).toEqual(artefact.contents)
    expect((await readdir(dir)).toSorted()).toEqual(['1.0.0', 'files'])
  })

  it('shares what it has in common with others', async () => {
    const files = { [FRAME]: 'export const frame = 1' }
    await writeArtefact(await makeArtefact({ files, page: 'export default 1' }), dir)
    const before = await stat(path.join(dir, FRAME))
    await writeArtefact(await makeArtefact({ version: '1.1.0', files, page: 'export default 2' }), dir)
    expect((await stat(path.join(dir, FRAME))).ino).toBe(before.ino)
    expect((await sharedFiles()).filter((name) => /^page.*\.js$/.test(name))).toHaveLength(2)
  })

  it('is refused when it is published already with other contents', async () => {
    await writeArtefact(await makeArtefact(), dir)
    await expect(writeArtefact(await makeArtefact({ page: 'export default 2' }), dir)).rejects.toThrow(
      'logs 1.0.0 is published already with other contents: a published version never changes, take the next number',
    )
    expect((await sharedFiles()).filter((name) => /^page.*\.js$/.test(name))).toHaveLength(1)
  })

  it('is refused when its file has the name of another one of another version, and leaves nothing behind', async () => {
    await writeArtefact(await makeArtefact({ files: { [FRAME]: 'one' } }), dir)
    const before = await sharedFiles()
    const rival = await makeArtefact({ version: '1.1.0', files: { [FRAME]: 'two' }, page: 'export default 2' })
    await expect(writeArtefact(rival, dir)).rejects.toThrow(
      /^files\/frame\.0123456789\.js belongs to logs 1\.0\.0 with other contents/,
    )
    expect(await sharedFiles()).toEqual(before)
    expect(await readFile(path.join(dir, FRAME), 'utf8')).toBe('one')
    expect((await readdir(dir)).toSorted()).toEqual(['1.0.0', 'files'])
  })

  it('is mended by writing it again', async () => {
    const artefact = await makeArtefact({ files: { [FRAME]: 'whole' } })
    await writeArtefact(artefact, dir)
    await damage(FRAME)
    await rm(path.join(dir, '1.0.0/remoteEntry.js'))
    await writeArtefact(artefact, dir)
    expect(await verifyFolder(dir, artefact.contents)).toEqual([])
  })

  it('replaces what a crash left in its place', async () => {
    await mkdir(path.join(dir, '1.0.0'), { recursive: true })
    await mkdir(path.join(dir, 'files'))
    await damage('1.0.0/leftover.js')
    await damage('files/text-en.0123456789.js')
    const artefact = await makeArtefact()
    await writeArtefact(artefact, dir)
    expect(await verifyFolder(dir, artefact.contents)).toEqual([])
    expect(await exists('1.0.0/leftover.js')).toBe(false)
  })

  it('is never seen in part while it is written', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_value, at) => [`files/part-${at}.js`, `export default ${at}`]),
    )
    const artefact = await makeArtefact({ files })
    const seen: string[][] = []
    const look = async (_value: unknown, at: number) => {
      await sleep(at * 2)
      if (await exists('1.0.0/contents.json')) seen.push(await verifyFolder(dir, artefact.contents))
    }
    await Promise.all([writeArtefact(artefact, dir), ...Array.from({ length: 200 }, look)])
    seen.push(await verifyFolder(dir, artefact.contents))
    expect(seen.flat()).toEqual([])
  })
})

describe('writers at once', () => {
  it('of the same contents all succeed', async () => {
    const artefact = await makeArtefact()
    await Promise.all(Array.from({ length: 5 }, () => writeArtefact(artefact, dir)))
    expect(await verifyFolder(dir, artefact.contents)).toEqual([])
    expect((await readdir(dir)).toSorted()).toEqual(['1.0.0', 'files'])
  })

  it('of different contents: one wins, and is whole', async () => {
    const rivals = await Promise.all(['1', '2', '3'].map((page) => makeArtefact({ page: `export default ${page}` })))
    const outcomes = await Promise.allSettled(rivals.map((rival) => writeArtefact(rival, dir)))
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost).toHaveLength(2)
    expect(lost.every(({ reason }) => reason instanceof ArtefactError && reason.rule === 'exists')).toBe(true)
    await expect(readArtefact(dir, '1.0.0')).resolves.toBeDefined()
  })

  it('of different versions do not disturb each other', async () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0']
    const artefacts = await Promise.all(
      versions.map((version) => makeArtefact({ version, page: `export default '${version}'` })),
    )
    await Promise.all(artefacts.map((artefact) => writeArtefact(artefact, dir)))
    const faults = await Promise.all(artefacts.map(({ contents }) => verifyFolder(dir, contents)))
    expect(faults.flat()).toEqual([])
  })
})

describe('looking at a folder', () => {
  it('says what is missing and what was changed, each by name', async () => {
    const artefact = await makeArtefact()
    await writeArtefact(artefact, dir)
    const page = pageOf(artefact.files.keys())
    await rm(path.join(dir, '1.0.0/remoteEntry.js'))
    await damage('files/text-en.0123456789.js')
    await damage(
      'files/text-zh-cn.0123456789.js',
      'x'.repeat(artefact.files.get('files/text-zh-cn.0123456789.js')?.length ?? 0),
    )
    await rm(path.join(dir, page))
    await mkdir(path.join(dir, page))
    expect((await verifyFolder(dir, artefact.contents)).toSorted()).toEqual([
      '1.0.0/remoteEntry.js of logs 1.0.0 is missing',
      `${page} of logs 1.0.0 is no file`,
      'files/text-en.0123456789.js of logs 1.0.0 has 7 bytes instead of 42',
      'files/text-zh-cn.0123456789.js of logs 1.0.0 was changed',
    ])
  })

  it('refuses to read what is not there, damaged, or out of the folder', async () => {
    await expect(readArtefact(dir, '1.0.0')).rejects.toThrow(/^There is no version 1\.0\.0 in .*: publish it first$/)
    await writeArtefact(await makeArtefact(), dir)
    await damage('1.0.0/remoteEntry.js')
    await expect(readArtefact(dir, '1.0.0')).rejects.toThrow(/remoteEntry\.js has 7 bytes instead of/)
    await expect(readArtefact(dir, '../logs/1.0.0')).rejects.toThrow(/is not a version/)
    await expect(readContents(dir, '..')).rejects.toThrow(/is not a version/)
  })

  it('finds no versions where there is no folder', async () => {
    expect(await versionsInFolder(path.join(dir, 'nowhere'))).toEqual([])
  })
})

describe('dropping a version', () => {
  const publish = async (version: string) => {
    const files = { [FRAME]: 'export const frame = 1' }
    const artefact = await makeArtefact({ version, files, page: `export default '${version}'` })
    await writeArtefact(artefact, dir)
    return artefact
  }

  it('removes it with the files nobody else needs, and leaves the others whole', async () => {
    const [old, kept] = [await publish('1.0.0'), await publish('1.1.0')]
    await dropVersion(dir, '1.0.0', [kept.contents])
    expect(await versionsInFolder(dir)).toEqual(['1.1.0'])
    expect(await verifyFolder(dir, kept.contents)).toEqual([])
    const page = pageOf(old.files.keys())
    expect(await exists(page)).toBe(false)
    expect(await exists(`${page}.br`)).toBe(false)
    expect(await exists(FRAME)).toBe(true)
  })

  it('spares what another version there needs, also one the caller does not name', async () => {
    await publish('1.0.0')
    const unknown = await publish('1.1.0')
    await dropVersion(dir, '1.0.0', [])
    expect(await verifyFolder(dir, unknown.contents)).toEqual([])
  })

  it('spares what a version needs that is not unpacked here yet', async () => {
    await publish('1.0.0')
    const elsewhere = await makeArtefact({ version: '1.1.0', files: { [FRAME]: 'export const frame = 1' } })
    await dropVersion(dir, '1.0.0', [elsewhere.contents])
    expect(await exists(FRAME)).toBe(true)
  })

  it('may be done again, of what is damaged, and where there is nothing', async () => {
    await publish('1.0.0')
    await damage('1.0.0/contents.json')
    await dropVersion(dir, '1.0.0', [])
    await dropVersion(dir, '1.0.0', [])
    expect(await versionsInFolder(dir)).toEqual([])
    await dropVersion(path.join(dir, 'nowhere'), '1.0.0', [])
    await expect(dropVersion(dir, '../x', [])).rejects.toThrow(/is not a version/)
  })
})
