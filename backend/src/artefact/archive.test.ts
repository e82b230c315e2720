import { createHash, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ARCHIVE_LIMIT_BYTES } from '@windlass/shared-kit/contract/release'
import fc from 'fast-check'
import tar from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { packArtefact, unpackArtefact } from './archive.ts'
import { ArtefactError } from './artefactError.ts'
import { createKeyPair } from './signature.ts'
import { makeArtefact, makeFiles } from './testing/makeArtefact.ts'

interface Entry {
  name: string
  content?: Buffer | string
  type?: tar.Header['type']
  linkname?: string
}

/** An archive nobody of ours would make. */
async function forge(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack()
  for (const { name, content = '', type = 'file', linkname } of entries)
    pack.entry({ name, type, ...(linkname !== undefined && { linkname }) }, Buffer.from(content))
  pack.finalize()
  const chunks = await Array.fromAsync(pack as AsyncIterable<Buffer>)
  return gzipSync(Buffer.concat(chunks))
}

const entriesOf = (files: ReadonlyMap<string, Buffer>): Entry[] =>
  [...files].map(([name, content]) => ({ name, content }))
const whole = () => entriesOf(makeFiles())

/** The sentence an archive is refused with; every refusal says what to do, after a colon. */
async function refusalOf(archive: Buffer): Promise<string> {
  const failure: unknown = await unpackArtefact(archive).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ArtefactError)
  const { message } = failure as ArtefactError
  expect(message).toMatch(/^\S.*: .+$/)
  return message
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('packing and unpacking', () => {
  it('gives back what went in, with its signature', async () => {
    const { privateKey } = createKeyPair()
    const artefact = await makeArtefact({ privateKey })
    expect(await unpackArtefact(await packArtefact(artefact))).toEqual({
      ...artefact,
      files: new Map([...artefact.files].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    })
  })

  it('gives the same bytes whatever the order of the files and the time of day', async () => {
    const artefact = await makeArtefact()
    const reversed = { ...artefact, files: new Map([...artefact.files].toReversed()) }
    expect(hashOf(await packArtefact(reversed))).toBe(hashOf(await packArtefact(artefact)))
  })

  it('packs the signature that was just made, and none that was taken off', async () => {
    const { privateKey } = createKeyPair()
    const { signature, ...unsigned } = await makeArtefact({ privateKey })
    expect((await unpackArtefact(await packArtefact({ ...unsigned, signature }))).signature).toEqual(signature)
    expect((await unpackArtefact(await packArtefact(unsigned))).signature).toBeUndefined()
  })

  it('takes a name of the greatest length', async () => {
    const name = `files/${'a'.repeat(114)}`
    const artefact = await makeArtefact({ files: { [name]: 'long' } })
    expect((await unpackArtefact(await packArtefact(artefact))).files.get(name)?.toString()).toBe('long')
  })

  it('does not pack more than an archive may have', async () => {
    const artefact = await makeArtefact({ files: { 'files/noise.bin': randomBytes(ARCHIVE_LIMIT_BYTES) } })
    await expect(packArtefact(artefact)).rejects.toThrow(/more than the 16 MB one version may have/)
  })
})

describe('damaged archives', () => {
  it('are refused when they are none', async () => {
    expect(await refusalOf(Buffer.from('hello'))).toMatch(/not an archive of an area/)
    expect(await refusalOf(Buffer.alloc(0))).toMatch(/not an archive of an area/)
    expect(await refusalOf(gzipSync('hello'))).toMatch(/damaged or cut off|no contents\.json/)
    expect(await refusalOf(gzipSync(randomBytes(4096)))).toMatch(/damaged or cut off/)
  })

  it('are refused wherever they are cut off', async () => {
    const archive = await packArtefact(await makeArtefact())
    for (let length = 2; length < archive.length; length += 7)
      expect(await refusalOf(archive.subarray(0, length))).not.toBe('')
    expect(await refusalOf(archive.subarray(0, archive.length - 1))).toMatch(/damaged or cut off/)
  })

  it('are refused when the tar inside is cut off', async () => {
    const inner = gunzipSync(await packArtefact(await makeArtefact()))
    // The last kilobyte is only the mark of the end, which other packers leave out.
    for (let length = 0; length < inner.length - 1024; length += 256)
      expect(await refusalOf(gzipSync(inner.subarray(0, length)))).not.toBe('')
  })

  it('are refused or read alike whichever byte changes', async () => {
    const artefact = await makeArtefact()
    const archive = await packArtefact(artefact)
    const property = fc.asyncProperty(
      fc.nat(archive.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, flip) => {
        const changed = Buffer.from(archive)
        changed[at] = (changed[at] ?? 0) ^ flip
        const read = await unpackArtefact(changed).catch((error: Error) => error)
        const isSame = !(read instanceof Error) && read.contentsText.equals(artefact.contentsText)
        expect(isSame || read instanceof ArtefactError).toBe(true)
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })

  it('are refused or read alike whatever is cut out, put in or exchanged', async () => {
    const artefact = await makeArtefact({ privateKey: createKeyPair().privateKey })
    const inner = gunzipSync(await packArtefact(artefact))
    const place = fc.nat(inner.length - 1)
    const filling = fc.uint8Array({ maxLength: 1024 })
    const property = fc.asyncProperty(place, fc.nat(2048), filling, place, async (at, cut, bytes, other) => {
      const block = (start: number) => inner.subarray(start - (start % 512), start - (start % 512) + 512)
      const spliced = Buffer.concat([inner.subarray(0, at), bytes, inner.subarray(at + cut)])
      const swapped = Buffer.from(inner)
      swapped.set(block(at), other - (other % 512))
      swapped.set(block(other), at - (at % 512))
      for (const changed of [spliced, swapped]) {
        const read = await unpackArtefact(gzipSync(changed, { level: 1 })).catch((error: Error) => error)
        const isSame =
          !(read instanceof Error) &&
          [...read.files].every(([name, content]) => artefact.files.get(name)?.equals(content) === true)
        expect(isSame || read instanceof ArtefactError).toBe(true)
      }
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('are refused when too large, before anything is unpacked', async () => {
    expect(await refusalOf(Buffer.alloc(ARCHIVE_LIMIT_BYTES + 1))).toMatch(/16\.0 MB, more than the 16 MB/)
  })
})

describe('bombs', () => {
  it('stop early, without filling the memory', async () => {
    const inner = await forge([{ name: '1.0.0/big.js', content: Buffer.alloc(1024) }])
    // One entry that claims to be huge, and gigabytes of zeros behind it.
    const header = gunzipSync(inner).subarray(0, 512)
    header.write('77777777777\0', 124, 'latin1')
    header.write('        ', 148, 'latin1')
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    const zeros = gzipSync(Buffer.alloc(32 * 1024 * 1024))
    const archive = Buffer.concat([gzipSync(header), ...Array.from({ length: 100 }, () => zeros)])
    const before = process.memoryUsage()
    expect(await refusalOf(archive)).toMatch(/unpacks to more than 64 MB/)
    const after = process.memoryUsage()
    // Far less than is in there; how much of what was read is still waiting to be collected differs from run to run.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(1024 * 1024 * 1024)
  })

  it('of small files stop at the limit of files', async () => {
    const many = Array.from({ length: 601 }, (_value, at) => ({ name: `files/${at}.js`, content: '1' }))
    expect(await refusalOf(await forge(many))).toMatch(/more than 600 files/)
  })

  it('hidden in a compressed copy are not unpacked', async () => {
    const files = { 'files/x.js': 'small', 'files/x.js.gz': gzipSync(Buffer.alloc(200 * 1024 * 1024)) }
    expect(await refusalOf(await forge(entriesOf(makeFiles({ files }))))).toMatch(
      /does not hold what its original holds/,
    )
  })
})

describe('names', () => {
  it.each([
    ['../../etc/passwd', /leads out/],
    ['files/../../x.js', /leads out/],
    ['..', /leads out/],
    ['/etc/passwd', /absolute/],
    ['C:/windows/x', /absolute/],
    ['files\\x.js', /backslash/],
    ['x.js', /not named/],
    ['files/', /not named|regular files/],
    ['files/a/b.js', /not named/],
    ['files/.env', /not named/],
    ['./1.0.0/x.js', /not named/],
    [`files/${'a'.repeat(200)}.js`, /longer than 120/],
    ['files/x\u202Ejs', /not named/],
    ['1.0.1/x.js', /belongs to another version/],
    ['other/x.js', /belongs to another version/],
  ])('%j is refused', async (name, reason) => {
    expect(await refusalOf(await forge([...whole(), { name, content: 'x' }]))).toMatch(reason)
  })

  it('with a NUL character are refused', async () => {
    const record = `path=files/a\0b.js`
    const pax = `${record.length + 4} ${record}\n`
    const inner = gunzipSync(
      await forge([
        { name: 'PaxHeader', content: pax },
        { name: 'files/ab.js', content: 'x' },
      ]),
    )
    // Type "x" makes the first entry describe the second one.
    inner.write('x', 156, 'latin1')
    inner.write('        ', 148, 'latin1')
    const sum = inner.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    inner.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    expect(await refusalOf(gzipSync(inner))).toMatch(/NUL/)
  })

  it.each(['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const)(
    'of a %s are refused',
    async (type) => {
      const entry = { name: 'files/x.js', type, linkname: '/etc/passwd' }
      expect(await refusalOf(await forge([...whole(), entry]))).toMatch(/regular files only/)
    },
  )

  it('that come twice are refused', async () => {
    expect(await refusalOf(await forge([...whole(), ...whole().slice(0, 1)]))).toMatch(/twice/)
  })
})
