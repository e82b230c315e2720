import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atMoment, atNow, convert, type DateInputs, EMPTY, shiftDays, shownOf, sourceOf, today } from './dateState.ts'

const KOLKATA = 'Asia/Kolkata'
const BERLIN = 'Europe/Berlin'
const NOW = Date.parse('2026-11-21T08:30:15.250Z')

const given = (inputs: Partial<DateInputs>): DateInputs => ({ ...EMPTY, ...inputs })
const after = (inputs: DateInputs, patch: Partial<DateInputs> | undefined): DateInputs => ({ ...inputs, ...patch })

describe('converting a timestamp', () => {
  it.each([
    ['1700000000', 'UTC', '2023-11-14 22:13:20'],
    ['1700000000', KOLKATA, '2023-11-15 03:43:20'],
    ['1700000000123', 'UTC', '2023-11-14 22:13:20'],
    ['1700000000123456', 'UTC', '2023-11-14 22:13:20'],
    ['1700000000123456789', 'UTC', '2023-11-14 22:13:20'],
    ['-1', 'UTC', '1969-12-31 23:59:59'],
    ['0', BERLIN, '1970-01-01 01:00:00'],
    ['-864000000000000', 'UTC', '-025410-12-06 00:00:00'],
  ])('%s in %s is %s', (timestamp, zone, date) => {
    const inputs = given({ timestamp, date: 'before' })
    expect(convert('timestamp', inputs, NOW, zone)).toEqual({ date, from: 'timestamp', pick: '' })
  })

  it('takes an empty field for now', () => {
    expect(convert('timestamp', EMPTY, NOW, 'UTC')).toEqual(atNow(NOW, EMPTY, 'UTC'))
    expect(convert('date', EMPTY, NOW, 'UTC')).toMatchObject({ timestamp: '1795249815', date: '2026-11-21 08:30:15' })
  })

  it('that cannot be read leaves both fields, and says why', () => {
    const inputs = given({ timestamp: 'x', date: 'y' })
    expect(convert('timestamp', inputs, NOW, 'UTC')).toEqual({ from: 'timestamp' })
    expect(shownOf(inputs, 'UTC')).toEqual({ field: 'timestamp', problem: { key: 'noTimestamp' } })
  })
})

describe('converting a date', () => {
  it.each([
    ['2026-11-21', 'UTC', '', '1795219200'],
    ['2026-11-21', KOLKATA, '', '1795199400'],
    ['2026-11-21', KOLKATA, 'ms', '1795199400000'],
    ['2026-11-21T00:00:00.5Z', BERLIN, 'us', '1795219200500000'],
    ['2026-11-21T00:00:00.5Z', BERLIN, '', '1795219200'],
    ['1969-12-31T23:59:59.5Z', BERLIN, '', '-1'],
    ['2026-11-21T00:00:00.000000001Z', BERLIN, 'ns', '1795219200000000001'],
  ])('%s in %s counts in "%s" is %s', (date, zone, unit, timestamp) => {
    const inputs = given({ timestamp: 'before', date, unit })
    expect(convert('date', inputs, NOW, zone)).toEqual({ timestamp, from: 'date', isSeconds: unit === '' })
  })

  it('that does not exist leaves both fields, and says why', () => {
    const inputs = given({ timestamp: 'x', date: '2026-02-30', from: 'date' })
    expect(convert('date', inputs, NOW, 'UTC')).toEqual({ from: 'date' })
    expect(shownOf(inputs, 'UTC')).toEqual({
      field: 'date',
      problem: { key: 'noDay', values: { month: '2026-02', total: 28 } },
    })
  })

  it('that is shown twice follows what was chosen', () => {
    const inputs = given({ date: '2026-10-25 02:30:00', from: 'date' })
    const timestamps = ['', 'earlier', 'later', 'nonsense'].map((pick) => {
      return convert('date', { ...inputs, pick }, NOW, BERLIN).timestamp
    })
    expect(timestamps).toEqual(['1792888200', '1792888200', '1792891800', '1792888200'])
  })
})

describe('seconds that the tool wrote', () => {
  it('are read as seconds also where they do not have ten digits', () => {
    const inputs = after(EMPTY, convert('date', given({ date: '1970-01-02', from: 'date' }), NOW, 'UTC'))
    const source = { ...inputs, from: 'timestamp' }
    expect(inputs.timestamp).toBe('86400')
    expect(shownOf(source, 'UTC')?.nanos).toBe(86_400_000_000_000n)
    expect(shownOf({ ...source, isSeconds: false }, 'UTC')?.nanos).toBe(86_400_000_000n)
  })
})

describe('the field that counts', () => {
  it.each([
    [{ timestamp: '1', date: '2' }, 'timestamp'],
    [{ timestamp: '1', date: '2', from: 'date' }, 'date'],
    [{ timestamp: '', date: '2' }, 'date'],
    [{ timestamp: '1', date: ' ', from: 'date' }, 'timestamp'],
    [{ timestamp: '1', date: '2', from: 'nonsense' }, 'timestamp'],
    [{}, 'timestamp'],
  ])('of %j is the %s', (inputs, field) => {
    expect(sourceOf(given(inputs))).toBe(field)
  })

  it('means nothing while it is empty, and ignores units that nobody knows', () => {
    expect(shownOf(EMPTY, 'UTC')).toBeUndefined()
    expect(shownOf(given({ timestamp: '1700000000', unit: 'weeks' }), 'UTC')).toMatchObject({ unit: 's' })
  })
})

describe('the buttons', () => {
  it('take 86400 seconds away and add them again', () => {
    const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_214_400 })
    fc.assert(
      fc.property(seconds, fc.constantFrom(BERLIN, KOLKATA, 'Pacific/Apia'), (second, zone) => {
        const start = after(EMPTY, atMoment(BigInt(second) * 1_000_000_000n, EMPTY, zone))
        const next = after(start, shiftDays(1, start, NOW, zone))
        expect(Number(next.timestamp) - second).toBe(86_400)
        expect(after(next, shiftDays(-1, next, NOW, zone))).toEqual(start)
      }),
    )
  })

  it('count from what was typed last, or from now', () => {
    expect(shiftDays(1, EMPTY, NOW, 'UTC')).toMatchObject({ date: '2026-11-22 08:30:15', timestamp: '1795336215' })
    const typed = given({ timestamp: '1700000000', date: '2026-11-21', from: 'date' })
    expect(shiftDays(-1, typed, NOW, 'UTC')).toMatchObject({ date: '2026-11-20 00:00:00' })
    expect(shiftDays(-1, given({ timestamp: 'x' }), NOW, 'UTC')).toMatchObject({ date: '2026-11-20 08:30:15' })
  })

  it('move by 86400 seconds also where a day has 23 or 25 hours', () => {
    const start = given({ date: '2026-03-28 12:00:00', from: 'date' })
    expect(shiftDays(1, start, NOW, BERLIN)).toMatchObject({ date: '2026-03-29 13:00:00' })
    const autumn = given({ date: '2026-10-25 12:00:00', from: 'date' })
    expect(shiftDays(-1, autumn, NOW, BERLIN)).toMatchObject({ date: '2026-10-24 13:00:00' })
  })

  it('stop at the last day of the calendar', () => {
    expect(shiftDays(1, given({ timestamp: '8640000000000000', unit: 'ms' }), NOW, 'UTC')).toBeUndefined()
    expect(shiftDays(-1, given({ timestamp: '8640000000000', unit: 's' }), NOW, 'UTC')).toMatchObject({
      date: '+275760-09-12 00:00:00',
    })
  })

  it.each([
    ['UTC', NOW, '2026-11-21 00:00:00', '1795219200'],
    [KOLKATA, NOW, '2026-11-21 00:00:00', '1795199400'],
    ['Pacific/Apia', NOW, '2026-11-21 00:00:00', '1795172400'],
    // Clocks were put forward at midnight: the day began at one.
    ['America/Sao_Paulo', Date.parse('2018-11-04T15:00:00Z'), '2018-11-04 01:00:00', '1541300400'],
    ['UTC', -1, '1969-12-31 00:00:00', '-86400'],
  ])('find the start of the day in %s at %s', (zone, now, date, timestamp) => {
    expect(today(now, EMPTY, zone)).toMatchObject({ date, timestamp })
  })

  it('write the unit that somebody chose', () => {
    expect(atNow(NOW, given({ unit: 'ms' }), 'UTC')).toMatchObject({ timestamp: '1795249815000', isSeconds: false })
  })
})
