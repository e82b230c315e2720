import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateMeaning } from './dateMeaning.ts'
import { clockIn, writeDate, writeHttpDate, writeIso, writeOrdinalDate, writeWeekDate } from './writeDate.ts'

const UTC = 'UTC'

/** The moment a text means, written in UTC; or the problem. */
function meant(text: string, zone = UTC, pick: '' | 'earlier' | 'later' = ''): string {
  const meaning = dateMeaning(text, zone, pick)
  return 'problem' in meaning ? meaning.problem : writeIso(meaning.nanos, UTC)
}

describe('a date', () => {
  it.each([
    ['2026-11-21', '2026-11-21T00:00:00Z'],
    ['2026-11-21 08:30', '2026-11-21T08:30:00Z'],
    ['2026-11-21 08:30:15', '2026-11-21T08:30:15Z'],
    ['2026-11-21T08:30:15Z', '2026-11-21T08:30:15Z'],
    ['2026-11-21t08:30:15z', '2026-11-21T08:30:15Z'],
    ['2026-11-21T08', '2026-11-21T08:00:00Z'],
    ['2026-11-21T08:30:15.5Z', '2026-11-21T08:30:15.500Z'],
    ['2026-11-21T08:30:15,123Z', '2026-11-21T08:30:15.123Z'],
    ['2026-11-21T08:30:15.123456Z', '2026-11-21T08:30:15.123456Z'],
    ['2026-11-21T08:30:15.123456789Z', '2026-11-21T08:30:15.123456789Z'],
    ['2026-11-21T08:30:15.1234567899Z', '2026-11-21T08:30:15.123456789Z'],
    ['2026-11-21T08:30:15+05:30', '2026-11-21T03:00:15Z'],
    ['2026-11-21T08:30:15+0530', '2026-11-21T03:00:15Z'],
    ['2026-11-21T08:30:15-03', '2026-11-21T11:30:15Z'],
    ['2026-11-21T08:30:15 -0330', '2026-11-21T12:00:15Z'],
    ['2026-11-21T08:30:15−08:00', '2026-11-21T16:30:15Z'],
    ['1900-01-01T00:00:00+00:19:32', '1899-12-31T23:40:28Z'],
    ['20261121T083015Z', '2026-11-21T08:30:15Z'],
    ['20261121', '2026-11-21T00:00:00Z'],
    ['20261121083015', '2026-11-21T08:30:15Z'],
    ['2026-11', '2026-11-01T00:00:00Z'],
    ['2026-1-5 8:05', '2026-01-05T08:05:00Z'],
    ['2026/11/21 08:30', '2026-11-21T08:30:00Z'],
    ['2026.11.21', '2026-11-21T00:00:00Z'],
    ['2026-11-21T24:00', '2026-11-22T00:00:00Z'],
    ['2026-12-31 24:00:00', '2027-01-01T00:00:00Z'],
    ['2026-11-21 12:30 am', '2026-11-21T00:30:00Z'],
    ['2026-11-21 12:30 PM', '2026-11-21T12:30:00Z'],
    ['2026-11-21 8:30pm', '2026-11-21T20:30:00Z'],
    ['2026-W47-6', '2026-11-21T00:00:00Z'],
    ['2026-W47', '2026-11-16T00:00:00Z'],
    ['2026W476T0830', '2026-11-21T08:30:00Z'],
    ['2026-W01-1', '2025-12-29T00:00:00Z'],
    ['2020-W53-7', '2021-01-03T00:00:00Z'],
    ['2026-325', '2026-11-21T00:00:00Z'],
    ['2026325', '2026-11-21T00:00:00Z'],
    ['2024-366', '2024-12-31T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['2000-02-29', '2000-02-29T00:00:00Z'],
    ['0000-02-29', '0000-02-29T00:00:00Z'],
    ['0044-03-15', '0044-03-15T00:00:00Z'],
    ['9999-12-31 23:59:59', '9999-12-31T23:59:59Z'],
    ['+010000-01-01', '+010000-01-01T00:00:00Z'],
    ['-000043-03-15', '-000043-03-15T00:00:00Z'],
    ['+275760-09-13', '+275760-09-13T00:00:00Z'],
    ['-271821-04-20', '-271821-04-20T00:00:00Z'],
    ['Sat, 21 Nov 2026 08:30:15 GMT', '2026-11-21T08:30:15Z'],
    ['Sat Nov 21 08:30:15 2026 +0100', '2026-11-21T07:30:15Z'],
    ['Sat Nov 21 2026 08:30:15 GMT+0100 (Central European Standard Time)', '2026-11-21T07:30:15Z'],
    ['21/Nov/2026:08:30:15 +0000', '2026-11-21T08:30:15Z'],
    ['November 21st, 2026', '2026-11-21T00:00:00Z'],
    ['21 Nov 2026 8:30 pm', '2026-11-21T20:30:00Z'],
    ['2026年11月21日', '2026-11-21T00:00:00Z'],
    ['2026年11月21日 8时30分15秒', '2026-11-21T08:30:15Z'],
    ['2026年1月5日8点30分', '2026-01-05T08:30:00Z'],
    ['2026年1月5日8点', '2026-01-05T08:00:00Z'],
    ['2026年11月21日 08:30:15', '2026-11-21T08:30:15Z'],
    ['2026年11月', '2026-11-01T00:00:00Z'],
    ['2026-11-21T08:30[Asia/Kolkata]', '2026-11-21T03:00:00Z'],
    ['2026-11-21T08:30+05:30[Asia/Kolkata]', '2026-11-21T03:00:00Z'],
  ])('"%s" is %s', (text, instant) => {
    expect(meant(text)).toBe(instant)
  })

  it.each([
    ['', 'noDate'],
    ['soon', 'noDate'],
    ['2026', 'noDate'],
    ['2026-11-21Q', 'noDate'],
    ['21.11.2026', 'noDate'],
    ['11/21/2026', 'noDate'],
    ['2026-11/21', 'noDate'],
    ['2026-11-21T', 'noDate'],
    ['2026-11-21 08:30:15 +', 'noDate'],
    ['Nov 2026', 'noDate'],
    ['March 3, 2026 or so', 'noDate'],
    ['2026-13-01', 'noMonth'],
    ['2026-00-01', 'noMonth'],
    ['2026-02-30', 'noDay'],
    ['2026-02-29', 'noDay'],
    ['1900-02-29', 'noDay'],
    ['2026-04-31', 'noDay'],
    ['2026-04-00', 'noDay'],
    ['31 Feb 2026', 'noDay'],
    ['2026-W54-1', 'noWeek'],
    ['2026-W00-1', 'noWeek'],
    ['2025-W53', 'noWeek'],
    ['2026-W47-8', 'noDate'],
    ['2026-366', 'noDayOfYear'],
    ['2026-000', 'noDayOfYear'],
    ['2026-11-21 25:00', 'noHour'],
    ['2026-11-21 24:01', 'noHour'],
    ['2026-11-21 13:00 pm', 'noHour'],
    ['2026-11-21 10:60', 'noMinute'],
    ['2016-12-31T23:59:60Z', 'noSecond'],
    ['2026-11-21T08:30+24:00', 'noOffset'],
    ['2026-11-21T08:30[Mars/Olympus]', 'noZone'],
    ['+275760-09-14', 'tooFar'],
    ['-271821-04-19', 'tooFar'],
    ['+999999-01-01', 'tooFar'],
  ])('"%s" is refused: %s', (text, problem) => {
    expect(meant(text)).toBe(problem)
  })

  it('says what would have been possible', () => {
    expect(dateMeaning('2026-02-30', UTC)).toEqual({ problem: 'noDay', values: { month: '2026-02', total: 28 } })
    expect(dateMeaning('2026-W54', UTC)).toEqual({ problem: 'noWeek', values: { year: 2026, total: 53 } })
    expect(dateMeaning('2026-366', UTC)).toEqual({ problem: 'noDayOfYear', values: { year: 2026, total: 365 } })
  })
})

describe('a date in a zone', () => {
  it.each([
    ['2026-11-21 08:30', 'Asia/Kolkata', '2026-11-21T03:00:00Z'],
    ['2026-01-01 00:00', 'Australia/Lord_Howe', '2025-12-31T13:00:00Z'],
    ['2026-07-01 00:00', 'Australia/Lord_Howe', '2026-06-30T13:30:00Z'],
    ['2026-07-01 12:00', 'America/New_York', '2026-07-01T16:00:00Z'],
    ['2026-11-21T08:30Z', 'America/New_York', '2026-11-21T08:30:00Z'],
    ['2011-12-29 23:59:59', 'Pacific/Apia', '2011-12-30T09:59:59Z'],
    ['2011-12-31 00:00:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('"%s" in %s is %s', (text, zone, instant) => {
    const meaning = dateMeaning(text, zone)
    expect(meaning).not.toHaveProperty('doubt')
    expect(meant(text, zone)).toBe(instant)
  })

  it.each([
    // zone, text, kind, the earlier and the later moment
    ['Europe/Berlin', '2026-03-29 02:30', 'never', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '2026-10-25 02:30', 'twice', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:15', 'never', '2026-10-03T15:15:00Z', '2026-10-03T15:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05 01:45', 'twice', '2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
    ['America/Sao_Paulo', '2018-11-04 00:00', 'never', '2018-11-04T02:00:00Z', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2018-02-17 23:30', 'twice', '2018-02-18T01:30:00Z', '2018-02-18T02:30:00Z'],
    ['Pacific/Apia', '2011-12-30 12:00', 'never', '2011-12-29T22:00:00Z', '2011-12-30T22:00:00Z'],
    ['Africa/Casablanca', '2025-02-23 02:30', 'twice', '2025-02-23T01:30:00Z', '2025-02-23T02:30:00Z'],
    ['Africa/Casablanca', '2025-04-06 02:30', 'never', '2025-04-06T01:30:00Z', '2025-04-06T02:30:00Z'],
    ['Europe/Dublin', '2026-03-29 01:30', 'never', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    ['Europe/Dublin', '2026-10-25 01:30', 'twice', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  ])('%s shows "%s" %s', (zone, text, kind, earlier, later) => {
    expect(meant(text, zone, 'earlier')).toBe(earlier)
    expect(meant(text, zone, 'later')).toBe(later)
    expect(meant(text, zone)).toBe(kind === 'twice' ? earlier : later)
    expect(dateMeaning(text, zone)).toMatchObject({ doubt: { kind, zone } })
  })

  it('that says its offset is in no doubt', () => {
    expect(dateMeaning('2026-10-25T02:30+01:00', 'Europe/Berlin')).not.toHaveProperty('doubt')
  })

  it('changes at the very second', () => {
    expect(dateMeaning('2026-10-25 02:00:00', 'Europe/Berlin')).toHaveProperty('doubt')
    expect(dateMeaning('2026-10-25 01:59:59', 'Europe/Berlin')).not.toHaveProperty('doubt')
    expect(dateMeaning('2026-10-25 03:00:00', 'Europe/Berlin')).not.toHaveProperty('doubt')
    expect(dateMeaning('2026-03-29 02:59:59', 'Europe/Berlin')).toHaveProperty('doubt')
    expect(dateMeaning('2026-03-29 03:00:00', 'Europe/Berlin')).not.toHaveProperty('doubt')
  })
})

const ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Europe/Dublin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'America/New_York',
] as const

describe('writing', () => {
  const LAST = 8_640_000_000_000_000_000_000n
  const zones = fc.constantFrom(...ZONES)

  it('in ISO 8601 loses nothing, in any zone at any time', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -LAST, max: LAST }), zones, (nanos, zone) => {
        expect(dateMeaning(writeIso(nanos, zone), 'UTC')).toEqual({ nanos })
      }),
      { numRuns: 500 },
    )
  })

  it('as a date is read as the same second again, or is said to be in doubt', () => {
    const seconds = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 })
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const nanos = BigInt(second) * 1_000_000_000n
        const meaning = dateMeaning(writeDate(nanos, zone), zone)
        if ('problem' in meaning) throw new Error(meaning.problem)
        const both = meaning.doubt ? [meaning.doubt.earlier, meaning.doubt.later] : [meaning.nanos]
        expect(both).toContain(nanos)
      }),
      { numRuns: 500 },
    )
  })

  it('as a week or as a day of the year names the same day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), (days) => {
        const nanos = BigInt(days) * 86_400_000_000_000n
        const clock = clockIn(nanos, 'UTC')
        expect(dateMeaning(writeOrdinalDate(clock), 'UTC')).toEqual({ nanos })
        expect(dateMeaning(writeWeekDate(clock), 'UTC')).toEqual({ nanos })
      }),
    )
  })

  it('agrees with JavaScript on everything it can write', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (milliseconds) => {
        const nanos = BigInt(milliseconds) * 1_000_000n
        const theirs = new Date(milliseconds)
        expect(writeIso(nanos, 'UTC').replace('Z', '')).toBe(theirs.toISOString().replace(/(\.000)?Z$/, ''))
      }),
    )
  })

  it('for the headers of HTTP is what JavaScript writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -6.2e13, max: 2.5e14 }), (milliseconds) => {
        expect(writeHttpDate(BigInt(milliseconds) * 1_000_000n)).toBe(new Date(milliseconds).toUTCString())
      }),
    )
  })
})
