import { toString as describeCron } from 'cronstrue'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cronTexts } from './cronTexts.ts'
import { readCron } from './readCron.ts'

/** The problem and the text it points at, or what every field became. */
function read(typed: string): string {
  const found = readCron(typed)
  if ('key' in found) return `${found.key}: ${typed.slice(found.start, found.end)}`
  return found.isAtStart ? 'start' : found.fields.map(({ name, plan }) => `${name} ${plan ?? '?'}`).join(', ')
}

describe('an expression', () => {
  it.each([
    ['* * * * *', 'minute *, hour *, day *, month *, weekday *'],
    ['  0   9 * * 1-5  ', 'minute 0, hour 9, day *, month *, weekday 1-5'],
    ['0\t9\t*\t*\t*', 'minute 0, hour 9, day *, month *, weekday *'],
    ['*/10 */2 * * *', 'minute */10, hour */2, day *, month *, weekday *'],
    ['0 0 1,15 * *', 'minute 0, hour 0, day 1,15, month *, weekday *'],
    ['5/15 * * * *', 'minute 5-59/15, hour *, day *, month *, weekday *'],
    ['*/90 * * * *', 'minute 0, hour *, day *, month *, weekday *'],
    ['0 22-2 * * *', 'minute 0, hour 22,23,0,1,2, day *, month *, weekday *'],
    ['0 20-4/3 * * *', 'minute 0, hour 20,23,2, day *, month *, weekday *'],
    ['0 0 * JAN-mar *', 'minute 0, hour 0, day *, month 1-3, weekday *'],
    ['0 0 * * Mon,WED', 'minute 0, hour 0, day *, month *, weekday 1,3'],
    ['0 0 * * FRI-SUN', 'minute 0, hour 0, day *, month *, weekday 5,6,0'],
    ['0 0 * * 7', 'minute 0, hour 0, day *, month *, weekday 7'],
    ['0 0 * * 0-7', 'minute 0, hour 0, day *, month *, weekday 0-7'],
    ['0 0 * * 7-2', 'minute 0, hour 0, day *, month *, weekday 0,1,2'],
    ['0 0 * * L', 'minute 0, hour 0, day *, month *, weekday 6'],
    ['0 0 * * 5L', 'minute 0, hour 0, day *, month *, weekday 5L'],
    ['0 0 * * MON#3', 'minute 0, hour 0, day *, month *, weekday 1#3'],
    ['0 0 L * *', 'minute 0, hour 0, day L, month *, weekday *'],
    ['0 0 L,15 * *', 'minute 0, hour 0, day L,15, month *, weekday *'],
    ['0 0 LW * ?', 'minute 0, hour 0, day LW, month *, weekday *'],
    ['0 0 15W * *', 'minute 0, hour 0, day 15W, month *, weekday *'],
    ['0 0 L-3 * *', 'minute 0, hour 0, day ?, month *, weekday *'],
    ['0 0 15W+3 * *', 'minute 0, hour 0, day ?, month *, weekday *'],
    ['30 0 9 * * *', 'second 30, minute 0, hour 9, day *, month *, weekday *'],
    ['0 9 1 1 ? 2027', 'minute 0, hour 9, day 1, month 1, weekday *, year 2027'],
    ['0 0 9 ? * MON', 'second 0, minute 0, hour 9, day *, month *, weekday 1'],
    ['0 9 ? * MON *', 'minute 0, hour 9, day *, month *, weekday 1, year *'],
    ['0 0 9 * * MON 2027-2029', 'second 0, minute 0, hour 9, day *, month *, weekday 1, year 2027-2029'],
    ['@daily', 'minute 0, hour 0, day *, month *, weekday *'],
    [' @Weekly ', 'minute 0, hour 0, day *, month *, weekday 0'],
    ['@reboot', 'start'],
  ])('"%s" is read', (typed, fields) => {
    expect(read(typed)).toBe(fields)
  })

  it.each([
    ['', 'empty: '],
    ['   ', 'empty:    '],
    ['*', 'few: *'],
    [' 0 9 * * ', 'few: 0 9 * *'],
    ['* * * * * * * *', 'many: *'],
    ['0 0 9 * * MON 2027 and more', 'many: and more'],
    ['60 * * * *', 'range: 60'],
    ['0 24 * * *', 'range: 24'],
    ['0 0 0 * *', 'range: 0'],
    ['0 0 32 * *', 'range: 32'],
    ['0 0 1 0 *', 'range: 0'],
    ['0 0 1 13 *', 'range: 13'],
    ['0 0 * * 8', 'range: 8'],
    ['60 0 0 * * *', 'range: 60'],
    ['0 0 0 1 1 ? 10000', 'range: 10000'],
    ['0 0-24 * * *', 'range: 24'],
    ['0,15,75 * * * *', 'range: 75'],
    ['-1 * * * *', 'missing: -'],
    ['5- * * * *', 'missing:  '],
    ['*/ * * * *', 'missing:  '],
    ['/5 * * * *', 'missing: /'],
    ['*/0 * * * *', 'noStep: 0'],
    ['*/-5 * * * *', 'character: -5'],
    ['*/5/2 * * * *', 'character: 5/2'],
    ['*/1.5 * * * *', 'character: 1.5'],
    ['** * * * *', 'character: **'],
    ['1-5-9 * * * *', 'character: 5-9'],
    ['a * * * *', 'character: a'],
    ['１ * * * *', 'character: １'],
    ['0 0 * JANUARY *', 'word: JANUARY'],
    ['0 0 * * Montag', 'word: Montag'],
    ['0 0 * * MON-FOO', 'word: FOO'],
    ['1,,2 * * * *', 'comma: ,,'],
    ['1, * * * *', 'comma: , '],
    [',1 * * * *', 'comma: ,'],
    ['*,5 * * * *', 'every: *'],
    ['? * * * *', 'question: ?'],
    ['0 0 1,? * *', 'question: ?'],
    ['0 0 1W,2 * *', 'alone: 1W'],
    ['0 0 1L * *', 'character: 1L'],
    ['0 0 * * L,3', 'alone: L'],
    ['0 0 0 1 1 ? 27', 'range: 27'],
    ['0 0 32W * *', 'range: 32W'],
    ['0 0 * * 1#6', 'range: 6'],
    ['0 0 * * 8#1', 'range: 8'],
    ['0 0 * * 1#', 'range: '],
    ['L * * * *', 'character: L'],
    ['@hourly now', 'afterName: now'],
    ['@sometimes', 'name: @sometimes'],
  ])('"%s" is refused: %s', (typed, problem) => {
    expect(read(typed)).toBe(problem)
  })

  it('tells what would have been right', () => {
    expect(readCron('0 24 * * *')).toEqual({
      key: 'range',
      values: { least: 0, most: 23 },
      field: 'hour',
      start: 2,
      end: 4,
    })
    expect(readCron('0 0 *')).toMatchObject({ values: { total: 3 } })
  })
})

describe('the description', () => {
  it.each([
    ['*/5 * * * *', '每隔 5 分钟', 'Every 5 minutes'],
    ['0 9 * * 1-5', '在上午 09:00, 星期一至星期五', 'At 09:00 AM, Monday through Friday'],
    ['0 */2 * * *', '整点, 每隔 2 小时', 'On the hour, every 2 hours'],
    ['*/10 * * * *', '每隔 10 分钟', 'Every 10 minutes'],
    ['0 0 * * 0', '在上午 12:00, 仅星期日', 'At 12:00 AM, only on Sunday'],
    ['0 0 * * 7', '在上午 12:00, 仅星期日', 'At 12:00 AM, only on Sunday'],
    ['00 00 * * 07', '在上午 12:00, 仅星期日', 'At 12:00 AM, only on Sunday'],
    [
      '0 9 1 1 ? 2027',
      '在上午 09:00, 限每月 1 号, 仅于一月份, 仅于 2027 年',
      'At 09:00 AM, on day 1 of the month, only in January, only in 2027',
    ],
    ['@daily', '在上午 12:00', 'At 12:00 AM'],
    ['@Daily', '在上午 12:00', 'At 12:00 AM'],
    ['@reboot', '开机时运行一次', 'Run once, at startup'],
    ['30 0 9 * * *', '在上午 09:00:30', 'At 09:00:30 AM'],
    ['0 0 12 * * MON 2027', '在下午 12:00, 仅星期一, 仅于 2027 年', 'At 12:00 PM, only on Monday, only in 2027'],
    [' 0\t9  * * * ', '在上午 09:00', 'At 09:00 AM'],
  ])('of "%s" is %s', (typed, chinese, english) => {
    expect(cronTexts(typed)).toMatchObject({ chinese, english })
  })

  it('is refused where the describer would make up nonsense', () => {
    expect(describeCron('- - - - -')).toContain('undefined')
    expect(cronTexts('- - - - -')).toMatchObject({ key: 'missing', field: 'minute' })
  })

  it('is known for everything that is read', () => {
    const field = (least: number, most: number, ...special: readonly string[]) => {
      const value = fc.integer({ min: least, max: most }).map(String)
      const range = fc.tuple(value, value).map((both) => both.join('-'))
      const step = fc
        .tuple(fc.oneof(fc.constant('*'), value, range), fc.integer({ min: 1, max: 99 }))
        .map((both) => both.join('/'))
      const list = fc
        .array(fc.oneof(value, range, step), { minLength: 1, maxLength: 3 })
        .map((pieces) => pieces.join(','))
      return fc.oneof(list, fc.constantFrom('*', ...special))
    }
    const six = fc.tuple(
      field(0, 59),
      field(0, 59),
      field(0, 23),
      field(1, 31, '?', 'L', 'LW', '15W', 'L-3', '3W+1', 'L,15'),
      field(1, 12, 'JAN', 'jul-SEP', 'DEC-FEB'),
      field(0, 7, '?', 'L', '5L', 'MON#2', 'FRI-SUN', 'tue,6L'),
    )
    const seven = fc.tuple(six, field(1970, 9999)).map(([parts, year]) => [...parts, year])
    const expressions = fc.oneof(
      six,
      six.map((parts) => parts.slice(1)),
      seven,
    )
    fc.assert(
      fc.property(expressions, (parts) => {
        const texts = cronTexts(parts.join(' '))
        expect(texts).toMatchObject({ chinese: expect.stringMatching(/./), english: expect.stringMatching(/./) })
        expect(JSON.stringify(texts)).not.toMatch(/undefined|NaN/)
      }),
      { numRuns: 500 },
    )
  })
})
