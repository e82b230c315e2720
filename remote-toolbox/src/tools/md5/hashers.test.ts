import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALGORITHMS } from './algorithms.ts'
import type { Hasher } from './hasher.ts'
import { openHashers } from './openHashers.ts'
import { plainHashers } from './plainHashers.ts'
import { wasmHashers } from './wasmHashers.ts'

const IDS = ALGORITHMS.map(({ id }) => id)
const EDGES = [0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 16_383, 16_384, 16_385, 100_000]

const peer = (bytes: Uint8Array) => IDS.map((id) => createHash(id).update(bytes).digest('hex'))

function digestsOf(hashers: readonly Hasher[], chunks: readonly Uint8Array[]) {
  for (const hasher of hashers) for (const chunk of chunks) hasher.update(chunk)
  return hashers.map((hasher) => hasher.digest())
}

/** Bytes of which none is like its neighbour. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 167 + (index >> 8)) % 256)

/** Some bytes, cut at any places. */
const anyChunks = fc
  .tuple(fc.uint8Array({ maxLength: 3000 }), fc.array(fc.nat(3000), { maxLength: 8 }))
  .map(([bytes, cuts]) => {
    const places = [0, ...cuts.filter((cut) => cut <= bytes.length).toSorted((one, other) => one - other), bytes.length]
    const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
    return { bytes, chunks }
  })

const WAYS = [
  ['WebAssembly', wasmHashers],
  ['plain JavaScript', async (ids: typeof IDS) => plainHashers(ids)],
] as const

describe.each(WAYS)('hashers in %s', (_name, open) => {
  it.each(EDGES)('%i bytes at once', async (length) => {
    const bytes = bytesOf(length)
    expect(digestsOf(await open(IDS), [bytes])).toEqual(peer(bytes))
  })

  it('agree with Node however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(anyChunks, async ({ bytes, chunks }) => {
        expect(digestsOf(await open(IDS), chunks)).toEqual(peer(bytes))
      }),
    )
  })

  it('read a view in the middle of its memory', async () => {
    const bytes = bytesOf(300).subarray(7, 207)
    expect(digestsOf(await open(IDS), [bytes])).toEqual(peer(bytes))
  })

  it('do not disturb each other', async () => {
    const [one] = await open(['md5'])
    const [other] = await open(['md5'])
    one?.update(bytesOf(10))
    other?.update(bytesOf(20))
    expect([one?.digest(), other?.digest()]).toEqual([peer(bytesOf(10))[0], peer(bytesOf(20))[0]])
  })
})

describe('a page that refuses WebAssembly', () => {
  afterEach(() => vi.restoreAllMocks())

  it('gets the same digests', async () => {
    const refusal = new WebAssembly.CompileError('refused by the policy of the page')
    vi.spyOn(console, 'debug').mockReturnValue()
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(refusal)
    // What was compiled before is kept by the library.
    vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(refusal)
    const bytes = bytesOf(5000)
    expect(digestsOf(await openHashers(IDS), [bytes])).toEqual(peer(bytes))
    await expect(wasmHashers(IDS)).rejects.toBe(refusal)
  })
})
