import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import jsQr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { encodeQr, type QrCode } from './encodeQr.ts'
import { legibilityOf, readSize } from './qrSize.ts'
import { writePng } from './writePng.ts'
import { pathOf, writeSvg } from './writeSvg.ts'

function drawn(text: string): QrCode {
  const code = encodeQr(text, 'M')
  if (!code?.isFitting) throw new Error('does not fit')
  return code
}

/** The chunks of a PNG file by name. */
function chunksOf(file: Uint8Array): Map<string, Buffer> {
  const buffer = Buffer.from(file)
  const chunks = new Map<string, Buffer>()
  for (let place = 8; place < buffer.length; ) {
    const length = buffer.readUInt32BE(place)
    chunks.set(buffer.toString('latin1', place + 4, place + 8), buffer.subarray(place + 8, place + 8 + length))
    place += length + 12
  }
  return chunks
}

/** The pixels of a file of ours, as a canvas would give them. */
function pixelsOf(file: Uint8Array): { pixels: Uint8ClampedArray; size: number } {
  const chunks = chunksOf(file)
  const size = chunks.get('IHDR')?.readUInt32BE(0) ?? 0
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const width = 1 + Math.ceil(size / 8)
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let index = 0; index < size * size; index += 1) {
    const [y, x] = [Math.floor(index / size), index % size]
    const isWhite = ((lines[y * width + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
    if (!isWhite) pixels.fill(0, index * 4, index * 4 + 3)
  }
  return { pixels, size }
}

describe('the PNG file', () => {
  it('has exactly the pixels asked for and is read back', async () => {
    const cases = fc.record({ text: fc.webUrl(), size: fc.integer({ min: 100, max: 400 }) })
    await fc.assert(
      fc.asyncProperty(cases, async ({ text, size: wanted }) => {
        const code = drawn(text)
        fc.pre(legibilityOf(code.rows.length, wanted) === 'easy')
        const { pixels, size } = pixelsOf(await writePng(code, wanted))
        expect(size).toBe(wanted)
        expect(jsQr(pixels, size, size, { inversionAttempts: 'dontInvert' })?.data).toBe(text)
      }),
      { numRuns: 10 },
    )
  })

  it('is one that image programs accept', async () => {
    const file = Buffer.from(await writePng(drawn('a'), 57))
    expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    // Width, height, one bit, grey.
    expect(chunksOf(file).get('IHDR')?.toString('hex')).toBe('00000039000000390100000000')
    // The check sum of the empty end is the same in every PNG file.
    expect(file.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082')
  })
})

describe('the SVG file', () => {
  it('has the size asked for, a white ground and nothing of the text', () => {
    const svg = writeSvg(drawn('<script>alert(1)</script>'), 300)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="300" height="300" viewBox="0 0 33 33"/)
    expect(svg).toContain('<path fill="#fff" d="M0 0h33v33H0z"/>')
    expect(svg).not.toContain('script')
  })

  it('draws the same modules', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (text) => {
        const code = drawn(text)
        const drawing = code.rows.map((row) => row.map(() => false))
        for (const [, x, y, width] of pathOf(code).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
          drawing[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
        }
        expect(drawing).toEqual(code.rows)
      }),
      { numRuns: 30 },
    )
  })
})

describe('the size', () => {
  it.each([
    ['200', 200],
    [' 50 ', 50],
    ['1000', 1000],
    ['0200', 200],
    ['49', undefined],
    ['1001', undefined],
    ['', undefined],
    ['-200', undefined],
    ['200.5', undefined],
    ['2e2', undefined],
    ['200px', undefined],
    ['9e400', undefined],
  ])('written %j is %s', (text, size) => {
    expect(readSize(text)).toBe(size)
  })

  it.each([
    [29, 200, 'easy'],
    [185, 200, 'hard'],
    [185, 370, 'easy'],
    [185, 369, 'hard'],
    [185, 185, 'hard'],
    [185, 184, 'impossible'],
    [57, 50, 'impossible'],
  ])('for %i modules in %i pixels makes scanning %s', (side, size, legibility) => {
    expect(legibilityOf(side, size)).toBe(legibility)
  })
})
