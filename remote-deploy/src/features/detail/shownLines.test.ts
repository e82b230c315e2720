import { describe, expect, it } from 'vitest'
import type { LogLine } from './readLog.ts'
import { placeOf, shownLines } from './shownLines.ts'

const line = (number: number, text: string, serverId = 1): LogLine => ({
  ...{ number, text, serverId, time: 0, stage: 'transfer', serverName: '', stream: 'out' },
})
const lines = [line(1, 'Fetching', 0), line(2, 'sent a.ts'), line(3, 'sent (b).ts', 2), line(7, 'ERROR: disk full', 2)]
const numbers = (shown: readonly LogLine[]) => shown.map(({ number }) => number)

describe('what is shown of a log', () => {
  it('is all of it, one server with what the console says, or what holds the words', () => {
    expect(shownLines(lines, 'all', '')).toBe(lines)
    expect(numbers(shownLines(lines, '2', ''))).toEqual([1, 3, 7])
    expect(numbers(shownLines(lines, 'all', 'error'))).toEqual([7])
    expect(numbers(shownLines(lines, 'all', '(b)'))).toEqual([3])
    expect(numbers(shownLines(lines, '1', 'sent'))).toEqual([2])
  })

  it('is found by the number of a line', () => {
    expect([1, 2, 3, 7].map((number) => placeOf(lines, number))).toEqual([0, 1, 2, 3])
    expect([0, 4, 8].map((number) => placeOf(lines, number))).toEqual([-1, -1, -1])
    expect(placeOf([], 1)).toBe(-1)
  })
})
