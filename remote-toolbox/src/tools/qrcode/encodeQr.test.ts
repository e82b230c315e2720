import fc from 'fast-check'
import jsQr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { encodeQr, modulesOf, type QrCode } from './encodeQr.ts'
import { capacityOf, kindOf, MAX_VERSION, type QrKind } from './qrCapacity.ts'
import { LEVELS, type QrLevel, readLevel } from './qrLevel.ts'

const PIXELS = 4
const level = fc.constantFrom(...LEVELS)
const SAMPLE: Readonly<Record<QrKind, string>> = { numeric: '7', alphanumeric: 'A', byte: 'a' }

function drawn(text: string, at: QrLevel = 'M'): QrCode {
  const code = encodeQr(text, at)
  if (!code?.isFitting) throw new Error(`does not fit: ${text.slice(0, 40)}`)
  return code
}

/** What an independent decoder reads from the picture. */
function decoded({ rows }: QrCode): string | undefined {
  const side = rows.length * PIXELS
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return
      for (let line = y * PIXELS; line < (y + 1) * PIXELS; line += 1) {
        for (let place = x * PIXELS; place < (x + 1) * PIXELS; place += 1) {
          pixels.fill(0, (line * side + place) * 4, (line * side + place) * 4 + 3)
        }
      }
    }),
  )
  return jsQr(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data
}

/** Text, level, kind, length in the unit of the kind, version. */
const CASES: readonly [string, QrLevel, QrKind, number, number][] = [
  ['0', 'M', 'numeric', 1, 1],
  ['7'.repeat(34), 'M', 'numeric', 34, 1],
  ['7'.repeat(35), 'M', 'numeric', 35, 2],
  ['7'.repeat(41), 'L', 'numeric', 41, 1],
  ['7'.repeat(42), 'L', 'numeric', 42, 2],
  ['7'.repeat(17), 'H', 'numeric', 17, 1],
  ['7'.repeat(7089), 'L', 'numeric', 7089, 40],
  ['7'.repeat(5596), 'M', 'numeric', 5596, 40],
  ['-1', 'M', 'alphanumeric', 2, 1],
  ['HELLO WORLD', 'Q', 'alphanumeric', 11, 1],
  ['HTTPS://EXAMPLE.ORG/A', 'M', 'alphanumeric', 21, 2],
  ['$%*+-./: ', 'M', 'alphanumeric', 9, 1],
  ['A'.repeat(20), 'M', 'alphanumeric', 20, 1],
  ['A'.repeat(21), 'M', 'alphanumeric', 21, 2],
  ['A'.repeat(4296), 'L', 'alphanumeric', 4296, 40],
  ['A'.repeat(1852), 'H', 'alphanumeric', 1852, 40],
  ['a', 'M', 'byte', 1, 1],
  ['A,B', 'M', 'byte', 3, 1],
  [' \n', 'M', 'byte', 2, 1],
  ['\u0000', 'M', 'byte', 1, 1],
  ['é', 'M', 'byte', 2, 1],
  ['٣', 'M', 'byte', 2, 1],
  ['７', 'M', 'byte', 3, 1],
  ['部署', 'M', 'byte', 6, 1],
  ['🚀', 'M', 'byte', 4, 1],
  ['👩‍👩‍👧‍👦', 'M', 'byte', 25, 2],
  ['a'.repeat(14), 'M', 'byte', 14, 1],
  ['a'.repeat(15), 'M', 'byte', 15, 2],
  ['a'.repeat(230), 'L', 'byte', 230, 9],
  ['a'.repeat(231), 'L', 'byte', 231, 10],
  ['a'.repeat(2953), 'L', 'byte', 2953, 40],
  ['a'.repeat(2331), 'M', 'byte', 2331, 40],
  ['a'.repeat(1663), 'Q', 'byte', 1663, 40],
  ['a'.repeat(1273), 'H', 'byte', 1273, 40],
  ['WIFI:T:WPA;S:guest;P:p4ss;;', 'M', 'byte', 27, 3],
  ['https://example.org/?a=1&b=%20#c', 'M', 'byte', 32, 3],
]

/** Names of tests are for people. */
const nameOf = (text: string) => (text.length > 40 ? `${text[0]} × ${text.length}` : JSON.stringify(text))

describe('a text', () => {
  it.each(CASES.map((values) => [nameOf(values[0]), ...values] as const))(
    '%s is packed as its kind, into the smallest version, and read back',
    (_, text, at, kind, length, version) => {
      const code = drawn(text, at)
      expect([code.kind, code.length, code.version]).toEqual([kind, length, version])
      expect(code.rows).toHaveLength(modulesOf(code) + 8)
      expect(code.length).toBeLessThanOrEqual(code.capacity)
      expect(decoded(code)).toBe(text)
    },
  )

  it('is nothing to draw while it is empty', () => {
    expect(encodeQr('', 'M')).toBeUndefined()
  })

  it('has a white margin of four modules on every side', () => {
    const { rows } = drawn('margin')
    const isWhite = (line: readonly boolean[] | undefined) => line?.every((isDark) => !isDark)
    for (const place of [0, 1, 2, 3, -1, -2, -3, -4]) {
      expect(isWhite(rows.at(place))).toBe(true)
      expect(isWhite(rows.map((row) => row.at(place) ?? true))).toBe(true)
    }
    expect([rows[4]?.[4], rows[4]?.at(-5), rows.at(-5)?.[4]]).toEqual([true, true, true])
  })
})

describe('any text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(...'部署服务器发布回滚日志，。！𠮷龘'), minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('🚀', '👩‍💻', '🇨🇳', '❤️', '👍🏽', 'a'), minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 900 }),
    fc.string({ unit: fc.constantFrom(...'0AZ $%*+-./:'), minLength: 1, maxLength: 600 }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
  )

  it('is read back from its picture, at every level', () => {
    fc.assert(
      fc.property(texts, level, (text, at) => void expect(decoded(drawn(text, at))).toBe(text)),
      { numRuns: 150 },
    )
  })
})

describe('the capacity', () => {
  const cases = LEVELS.flatMap((at) =>
    (['numeric', 'alphanumeric', 'byte'] as const).map((kind): [QrLevel, QrKind] => [at, kind]),
  )

  it.each(cases)('at level %s of %s text is what the encoder packs into every version', (at, kind) => {
    for (let version = 1; version <= MAX_VERSION; version += 1) {
      const capacity = capacityOf(version, at, kind)
      const full = encodeQr(SAMPLE[kind].repeat(capacity), at)
      expect(full).toMatchObject({ isFitting: true, version, capacity, kind })
      const more = encodeQr(SAMPLE[kind].repeat(capacity + 1), at)
      expect(more).toMatchObject(version < MAX_VERSION ? { version: version + 1 } : { isFitting: false, capacity })
    }
  })

  const tooLong: readonly [string, QrLevel, object][] = [
    ['a'.repeat(2451), 'M', { capacity: 2331, length: 2451, fittingLevel: 'L' }],
    ['a'.repeat(1274), 'H', { capacity: 1273, length: 1274, fittingLevel: 'Q' }],
    ['a'.repeat(2000), 'H', { capacity: 1273, length: 2000, fittingLevel: 'M' }],
    ['a'.repeat(2954), 'M', { capacity: 2331, length: 2954, fittingLevel: undefined }],
    ['a'.repeat(2954), 'L', { capacity: 2953, length: 2954, fittingLevel: undefined }],
    ['7'.repeat(7090), 'L', { kind: 'numeric', capacity: 7089, length: 7090, fittingLevel: undefined }],
    ['Z'.repeat(3392), 'M', { kind: 'alphanumeric', capacity: 3391, length: 3392, fittingLevel: 'L' }],
    ['部'.repeat(778), 'M', { kind: 'byte', capacity: 2331, length: 2334, fittingLevel: 'L' }],
  ]
  it.each(tooLong.map(([text, at, expected]) => [nameOf(text), at, expected, text] as const))(
    'is told when %s does not fit level %s',
    (_, at, expected, text) => {
      expect(encodeQr(text, at)).toMatchObject({ isFitting: false, ...expected })
    },
  )

  it('is told of texts of any length, at once', () => {
    expect(encodeQr('a'.repeat(5_000_000), 'M')).toMatchObject({ isFitting: false, length: 5_000_000 })
  })
})

describe('the kind and the level', () => {
  it.each<[string, QrKind]>([
    ['01', 'numeric'],
    ['0x1', 'byte'],
    ['0X1', 'alphanumeric'],
    ['1 2', 'alphanumeric'],
    ['1\t2', 'byte'],
    ['Ａ', 'byte'],
    ['\u212a', 'byte'],
  ])('of %j is %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind)
  })

  it.each([
    ['H', 'H'],
    ['h', 'M'],
    ['', 'M'],
    ['constructor', 'M'],
  ])('from outside, %j, is %s', (value, read) => {
    expect(readLevel(value)).toBe(read)
  })
})
