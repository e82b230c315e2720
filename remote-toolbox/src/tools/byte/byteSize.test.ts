import { formatBytes } from '@windlass/shared-kit/i18n'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  INPUT_UNITS,
  type InputUnit,
  inDecimalSteps,
  inSteps,
  readSize,
  readUnit,
  UNITS,
  writeSize,
} from './byteSize.ts'
import { convert, convertBack } from './byteState.ts'
import { type Exact, group, readExact, timesPowerOfTwo, writeExact, writeRounded } from './exact.ts'

function exact(read: Exact | string): Exact {
  if (typeof read === 'string') throw new Error(`not read: ${read}`)
  return read
}
const number = (text: string) => exact(readExact(text))
const bytes = (text: string) => exact(readSize(text))
const unit = fc.constantFrom(...INPUT_UNITS)
/** Any decimal number, as text. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }), fc.nat({ max: 40 }))
  .map(([digits, scale]) => writeExact({ digits, scale }))

describe('an amount', () => {
  it.each<[string, InputUnit, string, string]>([
    // amount, unit, size, bytes
    ['0', 'B', '0 B', '0'],
    ['0', 'MB', '0 B', '0'],
    ['-0', 'B', '0 B', '0'],
    ['0.000', 'KB', '0 B', '0'],
    ['1', 'B', '1 B', '1'],
    ['999', 'B', '999 B', '999'],
    ['1000', 'B', '1000 B', '1000'],
    ['1023', 'B', '1020 B', '1023'],
    ['1023.999', 'B', '1020 B', '1023.999'],
    ['1024', 'B', '1 KB', '1024'],
    ['1025', 'B', '1 KB', '1025'],
    ['1030', 'B', '1.01 KB', '1030'],
    ['1536', 'B', '1.5 KB', '1536'],
    ['1', 'KB', '1 KB', '1024'],
    ['1.1', 'KB', '1.1 KB', '1126.4'],
    ['1024', 'KB', '1 MB', '1048576'],
    ['1', 'MB', '1 MB', '1048576'],
    ['1536', 'MB', '1.5 GB', '1610612736'],
    ['1048575', 'B', '1020 KB', '1048575'],
    ['1048576', 'MB', '1 TB', '1099511627776'],
    ['0.5', 'B', '0.5 B', '0.5'],
    ['0.0009765625', 'KB', '1 B', '1'],
    ['-1', 'B', '-1 B', '-1'],
    ['-1536', 'B', '-1.5 KB', '-1536'],
    ['1.005', 'KB', '1.01 KB', '1029.12'],
    ['9007199254740992', 'B', '8 PB', '9007199254740992'],
    ['9007199254740993', 'B', '8 PB', '9007199254740993'],
    ['1125899906842623', 'B', '1020 TB', '1125899906842623'],
    ['1125899906842624', 'B', '1 PB', '1125899906842624'],
    ['1208925819614629174706176', 'B', '1 YB', '1208925819614629174706176'],
    ['1208925819614629174706175', 'B', '1020 ZB', '1208925819614629174706175'],
    ['1e30', 'B', '827000 YB', `1${'0'.repeat(30)}`],
    ['1e45', 'B', '827000000000000000000 YB', `1${'0'.repeat(45)}`],
    ['1e46', 'B', '8.27e+21 YB', `1${'0'.repeat(46)}`],
    ['1e400', 'B', '8.27e+375 YB', `1${'0'.repeat(400)}`],
    ['1e-7', 'B', '1e-7 B', '0.0000001'],
    ['1e-6', 'B', '0.000001 B', '0.000001'],
    ['1.5E3', 'B', '1.46 KB', '1500'],
    ['+5', 'B', '5 B', '5'],
    ['.5', 'KB', '512 B', '512'],
    ['5.', 'B', '5 B', '5'],
    [' 1,048,576 ', 'B', '1 MB', '1048576'],
    ['1_000_000.5', 'B', '977 KB', '1000000.5'],
    ['1 000 000', 'B', '977 KB', '1000000'],
    ['\u00a01\u202f024', 'B', '1 KB', '1024'],
    ['１０２４', 'B', '1 KB', '1024'],
    ['−1024', 'B', '-1 KB', '-1024'],
    ['007', 'B', '7 B', '7'],
  ])('of %s %s is %s, exactly %s bytes', (amount, of, size, whole) => {
    const state = convert(amount, of)
    expect([state.size, state.bytes && writeExact(state.bytes), state.problem]).toEqual([size, whole, undefined])
  })

  it.each([
    ['abc', 'unreadable'],
    ['1,5', 'unreadable'],
    ['1,0000', 'unreadable'],
    ['1,000_000', 'unreadable'],
    ['1.2.3', 'unreadable'],
    ['--1', 'unreadable'],
    ['.', 'unreadable'],
    ['e5', 'unreadable'],
    ['1e', 'unreadable'],
    ['0x10', 'unreadable'],
    ['Infinity', 'unreadable'],
    ['NaN', 'unreadable'],
    ['1 KB', 'unreadable'],
    ['1e999999999', 'long'],
    ['1e-999999999', 'long'],
    [`1e${'9'.repeat(500)}`, 'long'],
    ['9'.repeat(1001), 'long'],
  ])('written %j is refused: %s', (amount, why) => {
    expect(convert(amount, 'B')).toEqual({ amount, unit: 'B', size: '', problem: { field: 'amount', why } })
  })

  it('that is empty is nothing to convert', () => {
    expect(convert(' ', 'KB')).toEqual({ amount: ' ', unit: 'KB', size: '' })
  })

  it('is written as the kit writes sizes', () => {
    const whole = fc.oneof(
      fc.maxSafeNat(),
      fc.nat({ max: 53 }).map((power) => 2 ** power - 1),
    )
    fc.assert(fc.property(whole, (size) => void expect(writeSize(number(String(size)))).toBe(formatBytes(size))))
  })
})

describe('a size', () => {
  it.each([
    ['1.5 GB', '1610612736'],
    ['1.5GB', '1610612736'],
    ['1.5gb', '1610612736'],
    ['1.5 GiB', '1610612736'],
    ['1.5 gib', '1610612736'],
    ['1.5 g', '1610612736'],
    ['1 KB', '1024'],
    ['1 kB', '1024'],
    ['1 kib', '1024'],
    ['1k', '1024'],
    ['0', '0'],
    ['0 YB', '0'],
    ['512', '512'],
    ['512 B', '512'],
    ['512 b', '512'],
    ['1 byte', '1'],
    ['2 Bytes', '2'],
    ['2 字节', '2'],
    ['-1 MB', '-1048576'],
    ['1,024 KB', '1048576'],
    ['1e3 KB', '1024000'],
    ['1e3', '1000'],
    ['1e3e', '1152921504606846976000'],
    ['1 EB', '1152921504606846976'],
    ['1 ZiB', '1180591620717411303424'],
    ['1 YB', '1208925819614629174706176'],
    ['0.1 KB', '102.4'],
    ['9007199254740993 B', '9007199254740993'],
    ['１．５ＧＢ', '1610612736'],
    ['  2\tTB ', '2199023255552'],
  ])('of %s is %s bytes', (size, whole) => {
    expect(writeExact(bytes(size))).toBe(whole)
  })

  it.each(['', 'GB', '1 XB', '1 Kbit', '1 GBB', '1 iB', '1 GB 2 MB', '1,5 GB', 'b', '1.5 BB'])(
    'is not read from %j',
    (size) => {
      expect(readSize(size)).toBe('unreadable')
    },
  )

  it('goes back into the amount, in the chosen unit, and keeps every digit', () => {
    const state = convert('5', 'MB')
    expect(convertBack(state, '1.5 GB')).toMatchObject({ amount: '1536', unit: 'MB', size: '1.5 GB' })
    expect(convertBack(state, '1 B')).toMatchObject({ amount: '0.00000095367431640625' })
    expect(convertBack(state, '')).toEqual({ amount: '', unit: 'MB', size: '' })
    expect(convertBack(state, '1.5 G')).toMatchObject({ amount: '1536' })
    expect(convertBack(state, 'much')).toEqual({
      amount: '5',
      unit: 'MB',
      size: 'much',
      problem: { field: 'size', why: 'unreadable' },
    })
  })
})

describe('round trips', () => {
  it('lose no digit of an amount', () => {
    fc.assert(
      fc.property(decimal, (text) => void expect(writeExact(number(text))).toBe(writeExact(number(`${text}e0`)))),
    )
    fc.assert(fc.property(fc.bigInt(), (whole) => void expect(writeExact(number(String(whole)))).toBe(String(whole))))
  })

  it('through a unit and back give the same amount', () => {
    fc.assert(
      fc.property(decimal, unit, (text, of) => {
        const amount = number(text)
        expect(inSteps(bytesOf(amount, of), UNITS.indexOf(of))).toEqual(amount)
      }),
    )
  })

  it('through any unit as text give the same bytes', () => {
    const steps = fc.nat({ max: UNITS.length - 1 })
    fc.assert(
      fc.property(decimal, steps, (text, up) => {
        const size = number(text)
        expect(bytes(`${writeExact(inSteps(size, up))} ${UNITS[up]}`)).toEqual(size)
        expect(number(`${writeExact(inDecimalSteps(size, up))}e${up * 3}`)).toEqual(size)
      }),
    )
  })

  it('of a written size stay within half a unit of its third digit', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        const size = number(text)
        fc.pre(size.digits !== 0n)
        const again = bytes(writeSize(size))
        const scale = Math.max(size.scale, again.scale)
        const at = ({ digits, scale: own }: Exact) => digits * 10n ** BigInt(scale - own)
        const off = at(size) - at(again)
        const whole = at(size)
        expect((off < 0n ? -off : off) * 200n).toBeLessThanOrEqual(whole < 0n ? -whole : whole)
      }),
    )
  })
})

describe('numbers', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1000', '-1,000'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['1234.5678', '1,234.5678'],
    ['0.1234567', '0.1234567'],
  ])('%s are grouped as %s', (text, grouped) => {
    expect(group(text)).toBe(grouped)
    expect(writeExact(number(grouped))).toBe(text)
  })

  it.each([
    ['999.5', 3, '1000'],
    ['9.995', 3, '10'],
    ['99949', 3, '99900'],
    ['-99950', 3, '-100000'],
    ['0.00099949', 3, '0.000999'],
    ['123456789', 7, '123456800'],
    ['0.1', 7, '0.1'],
    ['99999999999999999999999', 3, '1e+23'],
  ])('%s to %i significant digits are %s', (text, significant, rounded) => {
    expect(writeRounded(number(text), significant)).toBe(rounded)
  })

  it('are rounded as numbers in scripts are, where those are exact', () => {
    // A double with few binary digits is the same number in decimal.
    const few = fc.tuple(fc.integer({ min: 1, max: 2 ** 24 }), fc.integer({ min: -30, max: 60 }))
    fc.assert(
      fc.property(few, fc.integer({ min: 1, max: 8 }), ([digits, power], significant) => {
        const rounded = writeRounded(timesPowerOfTwo(number(String(digits)), power), significant)
        expect(rounded).toBe(String(Number((digits * 2 ** power).toPrecision(significant))))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['KB', 'KB'],
    ['kb', 'B'],
    ['GB', 'B'],
    ['', 'B'],
  ])('of a unit from outside, %j, count in %s', (value, read) => {
    expect(readUnit(value)).toBe(read)
  })
})
