import { describe, expect, it } from 'vitest'
import { cronRuns, readCron } from './cronExpression.ts'

const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/** The next runs as text. */
function next(expression: string, after: string, count = 3): string[] {
  const read = readCron(expression)
  if (read.problem !== undefined) throw new Error(`${expression} is ${read.problem}`)
  return cronRuns(read, utc(after), count).map((time) => new Date(time).toISOString().slice(0, 19).replace('T', ' '))
}

describe('an expression', () => {
  it.each([
    ['0 */5 * * * *', '2026-03-01 11:58:30', '2026-03-01 12:00:00', '2026-03-01 12:05:00'],
    ['* * * * * *', '2026-03-01 23:59:58', '2026-03-01 23:59:59', '2026-03-02 00:00:00'],
    ['30 0 3 * * mon-FRI', '2026-03-06 03:00:30', '2026-03-09 03:00:30', '2026-03-10 03:00:30'],
    ['0 0 0 1 jan,Jul ?', '2026-02-01 00:00:00', '2026-07-01 00:00:00', '2027-01-01 00:00:00'],
    ['0 0 12 29 2 *', '2026-01-01 00:00:00', '2028-02-29 12:00:00', '2032-02-29 12:00:00'],
    ['15 50/5 * * * *', '2026-03-01 10:00:00', '2026-03-01 10:50:15', '2026-03-01 10:55:15'],
    ['0 0 0 * * 0', '2026-03-01 00:00:00', '2026-03-08 00:00:00', '2026-03-15 00:00:00'],
    ['? 0 0 ? * ?', '2026-03-01 00:00:00', '2026-03-01 00:00:01', '2026-03-01 00:00:02'],
    ['  0   10-11/1\t4  *  * * ', '2026-03-01 00:00:00', '2026-03-01 04:10:00', '2026-03-01 04:11:00'],
  ])('%j comes up as the agent has it', (expression, after, first, second) => {
    expect(next(expression, after, 2)).toEqual([first, second])
  })

  it('of a day and a weekday comes up on either, and with a star on both', () => {
    expect(next('0 0 0 13 * 5', '2026-03-01 00:00:00')).toEqual([
      '2026-03-06 00:00:00',
      '2026-03-13 00:00:00',
      '2026-03-20 00:00:00',
    ])
    expect(next('0 0 0 */2 * 1', '2026-03-01 00:00:00', 2)).toEqual(['2026-03-02 00:00:00', '2026-03-03 00:00:00'])
    expect(next('0 0 0 * * 1', '2026-03-01 00:00:00', 2)).toEqual(['2026-03-02 00:00:00', '2026-03-09 00:00:00'])
  })

  it('does not run after the moment asked about, but next', () => {
    expect(next('0 0 0 * * *', '2026-03-01 00:00:00', 1)).toEqual(['2026-03-02 00:00:00'])
    expect(next('0 0 0 * * *', '2026-02-28 23:59:59.999', 1)).toEqual(['2026-03-01 00:00:00'])
  })

  it.each([
    ['', { problem: 'fields', total: 0 }],
    ['*/5 * * * *', { problem: 'fields', total: 5 }],
    ['0 0 0 * * * 2026', { problem: 'fields', total: 7 }],
    ['@daily', { problem: 'nickname' }],
    ['@every 5m', { problem: 'nickname' }],
    ['TZ=UTC 0 0 0 * * *', { problem: 'zone' }],
    ['CRON_TZ=Asia/Shanghai 0 0 0 * * *', { problem: 'zone' }],
    ['60 * * * * *', { problem: 'range', field: 'second', part: '60', min: 0, max: 59 }],
    ['0 0 24 * * *', { problem: 'range', field: 'hour' }],
    ['0 0 0 0 * *', { problem: 'range', field: 'day', min: 1, max: 31 }],
    ['0 0 0 * 13 *', { problem: 'range', field: 'month' }],
    ['0 0 0 * * 7', { problem: 'range', field: 'weekday', max: 6 }],
    ['0 0 0 * * 5-7', { problem: 'range', field: 'weekday', part: '7' }],
    ['0 10-5 * * * *', { problem: 'order', field: 'minute', part: '10-5' }],
    ['0 0 0 * * fri-mon', { problem: 'order', field: 'weekday' }],
    ['0 */0 * * * *', { problem: 'step', field: 'minute' }],
    ['0 */61 * * * *', { problem: 'step', field: 'minute' }],
    ['0 */x * * * *', { problem: 'step', field: 'minute' }],
    ['0 1,,2 * * * *', { problem: 'form', field: 'minute', part: '' }],
    ['0 1-2-3 * * * *', { problem: 'form', field: 'minute' }],
    ['0 1/2/3 * * * *', { problem: 'form', field: 'minute' }],
    ['0 -5 * * * *', { problem: 'form', field: 'minute' }],
    ['0 +5 * * * *', { problem: 'form', field: 'minute' }],
    ['0 ٥ * * * *', { problem: 'form', field: 'minute' }],
    ['0 0 0 L * *', { problem: 'form', field: 'day' }],
    ['0 0 0 * * 5#2', { problem: 'form', field: 'weekday' }],
    ['0 mon * * * *', { problem: 'form', field: 'minute' }],
    ['0 0 0 30 2 *', { problem: 'never' }],
    ['0 0 0 31 4,6,9,11 *', { problem: 'never' }],
  ])('is refused as %j', (typed, expected) => {
    expect(readCron(typed)).toMatchObject(expected)
  })

  it('says when a day that fits either field is enough', () => {
    expect(readCron('0 0 0 13 * 5')).toMatchObject({ isEitherDay: true })
    expect(readCron('0 0 0 13 * *')).toMatchObject({ isEitherDay: false, text: '0 0 0 13 * *' })
  })
})
