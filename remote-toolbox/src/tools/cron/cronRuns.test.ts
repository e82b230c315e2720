import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockAt, weekdayOf } from '../../parts/calendar.ts'
import { cronHints } from './cronHints.ts'
import { cronRuns } from './cronRuns.ts'
import { type CronExpression, readCron } from './readCron.ts'
import { runsAxis } from './runsAxis.ts'

function expression(typed: string): CronExpression {
  const found = readCron(typed)
  if ('key' in found) throw new Error(`${typed}: ${found.key}`)
  return found
}

/** The first runs, as clocks in the zone show them, with what happened to them. */
function runs(typed: string, zone: string, from: string, count = 3): string[] {
  const plan = cronRuns(expression(typed), zone, Date.parse(from), count)
  if (plan.kind !== 'runs') return [plan.kind]
  return plan.runs.map(({ instant, note }) => {
    const shown = new Date(instant).toLocaleString('sv', { timeZone: zone })
    return note ? `${shown} ${note}` : shown
  })
}

const SATURDAY = '2026-11-21T08:30:15Z'

describe('the next runs', () => {
  it.each([
    ['* * * * *', ['2026-11-21 08:31:00', '2026-11-21 08:32:00', '2026-11-21 08:33:00']],
    ['*/10 * * * *', ['2026-11-21 08:40:00', '2026-11-21 08:50:00', '2026-11-21 09:00:00']],
    ['0 */2 * * *', ['2026-11-21 10:00:00', '2026-11-21 12:00:00', '2026-11-21 14:00:00']],
    ['0 9 * * 1-5', ['2026-11-23 09:00:00', '2026-11-24 09:00:00', '2026-11-25 09:00:00']],
    ['0 9 * * 5-1', ['2026-11-21 09:00:00', '2026-11-22 09:00:00', '2026-11-23 09:00:00']],
    ['0 0 * * 7', ['2026-11-22 00:00:00', '2026-11-29 00:00:00', '2026-12-06 00:00:00']],
    ['0 0 1 * *', ['2026-12-01 00:00:00', '2027-01-01 00:00:00', '2027-02-01 00:00:00']],
    ['0 0 31 * *', ['2026-12-31 00:00:00', '2027-01-31 00:00:00', '2027-03-31 00:00:00']],
    ['0 0 L * *', ['2026-11-30 00:00:00', '2026-12-31 00:00:00', '2027-01-31 00:00:00']],
    ['0 0 29 2 *', ['2028-02-29 00:00:00', '2032-02-29 00:00:00', '2036-02-29 00:00:00']],
    ['0 0 * * MON#1', ['2026-12-07 00:00:00', '2027-01-04 00:00:00', '2027-02-01 00:00:00']],
    ['0 0 * * 5L', ['2026-11-27 00:00:00', '2026-12-25 00:00:00', '2027-01-29 00:00:00']],
    ['0 0 15W * *', ['2026-12-15 00:00:00', '2027-01-15 00:00:00', '2027-02-15 00:00:00']],
    ['*/20 * * * * *', ['2026-11-21 08:30:20', '2026-11-21 08:30:40', '2026-11-21 08:31:00']],
    ['5/20 * * * *', ['2026-11-21 08:45:00', '2026-11-21 09:05:00', '2026-11-21 09:25:00']],
    ['*/90 * * * *', ['2026-11-21 09:00:00', '2026-11-21 10:00:00', '2026-11-21 11:00:00']],
    ['0 23-1 * * *', ['2026-11-21 23:00:00', '2026-11-22 00:00:00', '2026-11-22 01:00:00']],
    ['0 0 1 1 ? 2030', ['2030-01-01 00:00:00']],
    ['0 0 0 1 1 * 2029-2031', ['2029-01-01 00:00:00', '2030-01-01 00:00:00', '2031-01-01 00:00:00']],
    ['@hourly', ['2026-11-21 09:00:00', '2026-11-21 10:00:00', '2026-11-21 11:00:00']],
    ['@yearly', ['2027-01-01 00:00:00', '2028-01-01 00:00:00', '2029-01-01 00:00:00']],
    // Both days limited: either will do, unless one of them begins with an asterisk.
    ['0 0 13 * 5', ['2026-11-27 00:00:00', '2026-12-04 00:00:00', '2026-12-11 00:00:00']],
    ['0 0 */2 * 1', ['2026-11-23 00:00:00', '2026-12-07 00:00:00', '2026-12-21 00:00:00']],
    ['0 0 30 2 *', ['never']],
    ['0 0 31 4,6,9,11 *', ['never']],
    ['0 0 0 1 1 * 2020', ['over']],
    ['0 0 0 30 2 * 2020', ['never']],
    ['@reboot', ['start']],
    ['0 0 L-3 * *', ['unknown']],
    ['0 0 15W+3 * *', ['unknown']],
  ])('of "%s" are %j', (typed, expected) => {
    expect(runs(typed, 'UTC', SATURDAY)).toEqual(expected)
  })

  it.each([
    // Clocks are put forward: fixed times are made up for, intervals go on.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29 03:00:00 moved', '2026-03-30 02:30:00']],
    ['30 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29 03:00:00 moved', '2026-03-29 03:30:00']],
    ['*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:10Z', ['2026-03-29 01:30:00', '2026-03-29 03:00:00']],
    ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00Z', ['2018-11-04 01:00:00 moved', '2018-11-05 00:00:00']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['2026-10-04 02:30:00 moved', '2026-10-05 02:15:00']],
    // Clocks are put back: fixed times run once, intervals twice.
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25 02:30:00 once', '2026-10-26 02:30:00']],
    ['0 * * * *', 'Europe/Berlin', '2026-10-24T23:30Z', ['2026-10-25 02:00:00 first', '2026-10-25 02:00:00 second']],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z', ['2026-04-05 01:45:00 once', '2026-04-06 01:45:00']],
    ['30 9 * * *', 'Asia/Kolkata', '2026-11-21T00:00Z', ['2026-11-21 09:30:00', '2026-11-22 09:30:00']],
  ])('of "%s" in %s after %s are %j', (typed, zone, from, expected) => {
    expect(runs(typed, zone, from, 2)).toEqual(expected)
  })

  it('are ten, each later than the one before', () => {
    const plan = cronRuns(expression('7 3 * * *'), 'America/New_York', Date.parse(SATURDAY))
    const instants = plan.kind === 'runs' ? plan.runs.map(({ instant }) => instant) : []
    expect(instants).toHaveLength(10)
    expect(instants).toEqual([...new Set(instants)].sort((left, right) => left - right))
  })

  it('are exactly the minutes that match, by looking at every one of them', () => {
    const some = (least: number, most: number) =>
      fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 })
    const maybe = (least: number, most: number) => fc.option(some(least, most), { nil: undefined })
    const fields = fc.tuple(maybe(0, 59), maybe(0, 23), maybe(1, 28), maybe(1, 12), maybe(0, 6))
    const start = Date.UTC(2026, 10, 21, 8, 30)
    const minutes = 20 * 1440
    fc.assert(
      fc.property(fields, ([minute, hour, day, month, weekday]) => {
        const typed = [minute, hour, day, month, weekday].map((values) => values?.join(',') ?? '*').join(' ')
        const has = (values: readonly number[] | undefined, value: number) => values?.includes(value) ?? true
        const isDay = (clock: ReturnType<typeof clockAt>) => {
          const [ofMonth, ofWeek] = [has(day, clock.day), has(weekday, weekdayOf(clock) % 7)]
          return day && weekday ? ofMonth || ofWeek : ofMonth && ofWeek
        }
        const expected: number[] = []
        for (let step = 1; step <= minutes && expected.length < 10; step++) {
          const instant = start + step * 60_000
          const clock = clockAt(instant)
          const isTime = has(minute, clock.minute) && has(hour, clock.hour) && has(month, clock.month)
          if (isTime && isDay(clock)) expected.push(instant)
        }
        const plan = cronRuns(expression(typed), 'UTC', start)
        const found = plan.kind === 'runs' ? plan.runs.map(({ instant }) => instant) : []
        expect(found.filter((instant) => instant <= start + minutes * 60_000)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what surprises people', () => {
  it.each([
    ['* * * * *', []],
    ['*/15 */6 * * *', []],
    ['0 0 13 * 5', ['either']],
    ['0 0 */2 * 1', ['both', 'uneven']],
    ['0 0 13 * ?', []],
    ['*/7 * * * *', ['uneven']],
    ['*/90 * * * *', ['large']],
    ['0 */24 * * *', ['large']],
    ['0 0 */2 * *', ['uneven']],
    ['0 22-2 * * *', ['backwards']],
    ['0 22-2/2 * * *', ['backwards']],
    ['0 0 * * FRI-SUN', []],
    ['@daily', []],
    ['@reboot', []],
  ])('about "%s": %j', (typed, keys) => {
    expect(cronHints(expression(typed)).map(({ key }) => key)).toEqual(keys)
  })

  it('says the values it speaks of', () => {
    expect(cronHints(expression('*/7 * * * *'))).toEqual([
      { key: 'uneven', values: { name: 'minute', last: 56, value: 0 } },
    ])
    expect(cronHints(expression('0 0 */2 * *'))).toEqual([
      { key: 'uneven', values: { name: 'day', last: 31, value: 1 } },
    ])
  })
})

describe('the axis', () => {
  const texts = (from: string, to: string, zone = 'UTC') =>
    runsAxis(Date.parse(from), Date.parse(to), zone).map(({ text }) => text)

  it.each([
    ['2026-11-21T08:30:15Z', '2026-11-21T08:30:25Z', ['08:30:15', '08:30:20', '08:30:25']],
    ['2026-11-21T08:30Z', '2026-11-21T09:20Z', ['08:30', '08:45', '09:00', '09:15']],
    ['2026-11-21T08:30Z', '2026-11-22T08:30Z', ['12:00', '18:00', '00:00', '06:00']],
    ['2026-11-21T08:30Z', '2026-11-25T08:30Z', ['11-22', '11-23', '11-24', '11-25']],
    ['2026-11-21T08:30Z', '2096-11-21T08:30Z', expect.any(Array)],
  ])('from %s to %s says %j', (from, to, expected) => {
    expect(texts(from, to)).toEqual(expected)
  })

  it('has few marks, in order, whatever the distance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e13 }), (span) => {
        const marks = runsAxis(Date.parse(SATURDAY), Date.parse(SATURDAY) + span, 'Europe/Berlin')
        expect(marks.length).toBeLessThanOrEqual(5)
        expect(marks.every(({ at }) => at >= 0 && at <= 1)).toBe(true)
        expect(marks.map(({ at }) => at)).toEqual(marks.map(({ at }) => at).sort((left, right) => left - right))
      }),
    )
  })

  it('follows the clocks of the zone', () => {
    expect(texts('2026-10-24T22:00Z', '2026-10-25T11:00Z', 'Europe/Berlin')).toEqual(['00:00', '06:00', '12:00'])
  })
})
