import { describe, expect, it } from 'vitest'
import { zonedText } from '../../platform/zonedTime.ts'
import { nextTimes, requireRepetition } from './repetition.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('a repetition', () => {
  it('comes up on the clocks of its zone, also across a change of them', () => {
    const from = utc('2026-03-27T12:00:00')
    const times = nextTimes('30 2 * * *', 'Europe/Berlin', from, 3).map((time) => zonedText(time, 'Europe/Berlin'))
    // On the 29th half past two does not exist, and the run is made up for.
    expect(times).toEqual(['2026-03-28 02:30:00 +01:00', '2026-03-29 03:00:00 +02:00', '2026-03-30 02:30:00 +02:00'])
    const autumn = nextTimes('30 2 * * *', 'Europe/Berlin', utc('2026-10-24T12:00:00'), 2)
    expect(autumn).toEqual([utc('2026-10-25T00:30:00'), utc('2026-10-26T01:30:00')])
  })

  it.each([
    ['0 0 30 2 *', 'never comes up'],
    ['* * * * * *', 'five fields'],
    ['2026-01-01T00:00:00', 'five fields'],
    ['61 * * * *', 'cannot be read'],
    ['a b c d e', 'cannot be read'],
    ['', 'five fields'],
  ])('such as %j is refused', (text, words) => {
    expect(() => requireRepetition(text, 'UTC')).toThrow(words)
  })

  it('is stored without needless blanks', () => {
    expect(requireRepetition('  0   3 * *  1-5 ', 'UTC')).toBe('0 3 * * 1-5')
    expect(requireRepetition('@daily', 'UTC')).toBe('@daily')
  })
})
