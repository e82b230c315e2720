import { describe, expect, it } from 'vitest'
import { type FreezeTimes, nextSpan } from './freezeTime.ts'

const once: FreezeTimes = {
  kind: 'once',
  startTime: Date.UTC(2026, 11, 24, 12),
  endTime: Date.UTC(2026, 11, 27),
  days: '',
  startClock: '',
  minutes: 0,
  zone: 'UTC',
}
/** From Friday 16:00 to Monday 08:00 in Berlin. */
const weekend: FreezeTimes = {
  ...once,
  kind: 'weekly',
  startTime: 0,
  endTime: 0,
  days: '5',
  startClock: '16:00',
  minutes: 64 * 60,
  zone: 'Europe/Berlin',
}
const at = (text: string) => new Date(text).getTime()
const span = (times: FreezeTimes, now: string) => {
  const found = nextSpan(times, at(now))
  return found && [new Date(found.start).toISOString(), new Date(found.end).toISOString()]
}

describe('nextSpan', () => {
  it('knows a single span before and in it, and none after it', () => {
    const whole = ['2026-12-24T12:00:00.000Z', '2026-12-27T00:00:00.000Z']
    expect(span(once, '2026-01-01T00:00:00Z')).toEqual(whole)
    expect(span(once, '2026-12-25T00:00:00Z')).toEqual(whole)
    expect(span(once, '2026-12-27T00:00:00Z')).toBeUndefined()
  })

  it.each([
    ['before it', '2026-11-19T12:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['on its first minute', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['two days into it', '2026-11-22T12:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['after it', '2026-11-23T07:00:00Z', '2026-11-27T15:00:00.000Z'],
  ])('finds a weekend %s', (_when, now, start) => expect(span(weekend, now)?.[0]).toBe(start))

  it('follows the clocks of its zone when they change', () => {
    expect(span(weekend, '2026-03-27T15:30:00Z')).toEqual(['2026-03-27T15:00:00.000Z', '2026-03-30T07:00:00.000Z'])
    expect(span(weekend, '2026-03-31T00:00:00Z')?.[0]).toBe('2026-04-03T14:00:00.000Z')
  })
})
