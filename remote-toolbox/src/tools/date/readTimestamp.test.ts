import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTimestamp, UNITS, unitOf, writeTimestamp } from './readTimestamp.ts'

const LAST = 8_640_000_000_000_000_000_000n

describe('a timestamp', () => {
  it.each([
    // Specification 2: ten digits are seconds.
    ['1700000000', 's', 1_700_000_000_000_000_000n],
    ['9999999999', 's', 9_999_999_999_000_000_000n],
    ['0000000001', 's', 1_000_000_000n],
    ['-1700000000', 's', -1_700_000_000_000_000_000n],
    ['+1700000000', 's', 1_700_000_000_000_000_000n],
    ['1700000000.5', 's', 1_700_000_000_500_000_000n],
    ['-1700000000.25', 's', -1_700_000_000_250_000_000n],
    ['1700000000.123456789', 's', 1_700_000_000_123_456_789n],
    ['1700000000.1234567899', 's', 1_700_000_000_123_456_789n],
    ['1,700,000,000', 's', 1_700_000_000_000_000_000n],
    ['1_700_000_000', 's', 1_700_000_000_000_000_000n],
    ['1 700 000 000', 's', 1_700_000_000_000_000_000n],
    [' 1700000000123 ', 'ms', 1_700_000_000_123_000_000n],
    ['-1700000000123', 'ms', -1_700_000_000_123_000_000n],
    ['1700000000123.5', 'ms', 1_700_000_000_123_500_000n],
    ['0', 'ms', 0n],
    ['-0', 'ms', 0n],
    ['-1', 'ms', -1_000_000n],
    ['999999999', 'ms', 999_999_999_000_000n],
    ['10000000000', 'ms', 10_000_000_000_000_000n],
    ['864000000000000', 'ms', 864_000_000_000_000_000_000n],
    ['1700000000123456', 'us', 1_700_000_000_123_456_000n],
    ['-1700000000123456', 'us', -1_700_000_000_123_456_000n],
    ['1700000000123456789', 'ns', 1_700_000_000_123_456_789n],
    ['-1700000000123456789', 'ns', -1_700_000_000_123_456_789n],
  ] as const)('"%s" counts %s', (text, unit, nanos) => {
    expect(readTimestamp(text)).toEqual({ nanos, unit, isGuessed: true })
  })

  it.each([
    ['1700000000', 'ms', 1_700_000_000_000_000n],
    ['1700000000', 'us', 1_700_000_000_000_000n / 1000n],
    ['1700000000', 'ns', 1_700_000_000n],
    ['86400', 's', 86_400_000_000_000n],
    ['8640000000000', 's', LAST],
    ['8640000000000000', 'ms', LAST],
    ['-8640000000000000', 'ms', -LAST],
  ] as const)('"%s" counts %s when somebody said so', (text, unit, nanos) => {
    expect(readTimestamp(text, unit)).toEqual({ nanos, unit, isGuessed: false })
  })

  it.each(['', ' ', 'abc', '1e9', '0x10', '1.', '.5', '--1', '1 2', '1,70,000', '1,700_000', '一', 'NaN', 'Infinity'])(
    'is not "%s"',
    (text) => {
      expect(readTimestamp(text)).toEqual({ problem: 'noTimestamp' })
    },
  )

  it.each([
    ['8640000000000001', 'ms'],
    ['-8640000000000001', 'ms'],
    ['8640000000001', 's'],
    ['99999999999999999', undefined],
    ['9'.repeat(400), undefined],
  ] as const)('"%s" lies beyond the last day of the calendar', (text, unit) => {
    expect(readTimestamp(text, unit)).toMatchObject({ problem: 'tooFar' })
  })

  it('comes back as it was written, in every unit', () => {
    const units = fc.constantFrom(...UNITS)
    fc.assert(
      fc.property(fc.bigInt({ min: -LAST, max: LAST }), units, (nanos, unit) => {
        const text = writeTimestamp(nanos, unit)
        const read = readTimestamp(text, unit)
        // The last whole unit before the first instant of all lies beyond it.
        fc.pre('nanos' in read)
        expect(writeTimestamp(read.nanos, unit)).toBe(text)
        expect(read.nanos <= nanos).toBe(true)
      }),
    )
  })

  it('is told by its digits alone, whatever the sign', () => {
    expect([1, 9, 10, 11, 13, 15, 16, 17, 18, 19, 20].map(unitOf).join(' ')).toBe('ms ms s ms ms ms us ms ms ns ms')
  })
})
