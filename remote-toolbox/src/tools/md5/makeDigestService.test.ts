import { Blob as NodeBlob } from 'node:buffer'
import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePause } from '../../work/pause.ts'
import { ALGORITHMS, type Digests } from './algorithms.ts'
import { makeDigestService } from './makeDigestService.ts'

const IDS = ALGORITHMS.map(({ id }) => id)
const MEBIBYTE = 1024 * 1024

const peer = (bytes: Uint8Array): Digests =>
  Object.fromEntries(IDS.map((id) => [id, createHash(id).update(bytes).digest('hex')]))

/** Bytes of which none is like its neighbour. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index++) bytes[index] = index * 167 + (index >> 8)
  return bytes
}

/** Nobody listens. */
const quiet = () => undefined

function start() {
  const aborter = new AbortController()
  return { service: makeDigestService(makePause(aborter.signal)), end: () => aborter.abort() }
}

/** Node's own, whose stream gives bytes into the reader's memory. */
const byteFile = (bytes: Uint8Array<ArrayBuffer>) => new NodeBlob([bytes]) as Blob

/** Where a file cannot be read into the reader's memory, as in older browsers. */
function plainFile(bytes: Uint8Array<ArrayBuffer>): Blob {
  return Object.assign(byteFile(bytes), { stream: () => new ReadableStream() })
}

/** A stream that says no more after its first bytes, as those of browsers sometimes do. */
function stalledFile(bytes: Uint8Array<ArrayBuffer>): Blob {
  const stream = () =>
    new ReadableStream({
      type: 'bytes',
      start: (controller) => controller.enqueue(bytes.slice(0, 100_000)),
      pull: () => new Promise<void>(() => undefined),
    })
  return Object.assign(byteFile(bytes), { stream })
}

describe.each([
  ['can be read in place', byteFile],
  ['can only be read in slices', plainFile],
])('a file that %s', (_name, fileOf) => {
  it.each([0, 1, 55, 56, 64, 65_536, MEBIBYTE, 9 * MEBIBYTE + 3])('of %i bytes', async (size) => {
    const bytes = bytesOf(size)
    expect(await start().service.digest(fileOf(bytes), IDS, quiet)).toEqual(peer(bytes))
  })

  it('gives only what was asked for', async () => {
    const bytes = bytesOf(10)
    expect(await start().service.digest(fileOf(bytes), ['sha1'], quiet)).toEqual({ sha1: peer(bytes).sha1 })
  })
})

it('a file whose stream stalls is read to its end all the same', async () => {
  const bytes = bytesOf(9 * MEBIBYTE)
  expect(await start().service.digest(stalledFile(bytes), IDS, quiet)).toEqual(peer(bytes))
})

describe('work on a large file', () => {
  it('tells how far it is, in order and not beyond the end', async () => {
    const bytes = bytesOf(32 * MEBIBYTE)
    const told: number[] = []
    await start().service.digest(byteFile(bytes), IDS, (done) => told.push(done))
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.at(-1)).toBeLessThanOrEqual(bytes.length)
  })

  it('ends when nobody wants it any more', async () => {
    const { service, end } = start()
    const work = service.digest(byteFile(bytesOf(16 * MEBIBYTE)), IDS, quiet)
    end()
    await expect(work).rejects.toHaveProperty('name', 'AbortError')
  })
})

describe('a file on a disk', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windlass-md5-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function opened(name: string) {
    const file = path.join(folder, name)
    const bytes = bytesOf(3 * MEBIBYTE)
    await writeFile(file, bytes)
    return { file, bytes, blob: await openAsBlob(file) }
  }
  const digest = (blob: Blob) => start().service.digest(blob, IDS, quiet)

  it('has the digests of its bytes', async () => {
    const { blob, bytes } = await opened('still')
    expect(await digest(blob)).toEqual(peer(bytes))
  })

  it.each([
    ['was removed', (file: string) => rm(file)],
    ['got longer', (file: string) => appendFile(file, 'x')],
    ['got shorter', (file: string) => truncate(file, 5)],
  ])('has none when it %s meanwhile', async (name, change) => {
    const { blob, file } = await opened(name)
    await change(file)
    await expect(digest(blob)).rejects.toHaveProperty('name', 'NotReadableError')
  })
})

it('gives no digest of a file that ends too early without saying so', async () => {
  const file = Object.assign(byteFile(bytesOf(10)), {})
  Object.defineProperty(file, 'size', { value: 11 })
  await expect(start().service.digest(file, IDS, quiet)).rejects.toHaveProperty('name', 'NotReadableError')
})
