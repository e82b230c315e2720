import { describe, expect, it } from 'vitest'
import { readAgentTime } from './agentTime.ts'

describe('the time of an agent', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 20)
  const noon = Date.UTC(2026, 10, 21, 12, 0)

  it.each([
    ['2026-11-21 12:00', 0],
    ['2026-11-21 20:00', 480],
    ['2026-11-21 17:30', 330],
    ['2026-11-21 17:45', 345],
    ['2026-11-21 04:00', -480],
    ['2026-11-22 02:00', 840],
    ['2026-11-21T12:00:00', 0],
  ])('%s tells its zone by having been sent now', (text, zone) => {
    expect(readAgentTime(text, now)).toEqual({ time: noon, zone })
  })

  it('may be some minutes ago', () => {
    expect(readAgentTime('2026-11-21 19:55', now)).toEqual({ time: noon - 5 * 60_000, zone: 480 })
  })

  it.each(['', 'soon', '2026-11-21', '2026-02-30 12:00', '2026-11-21 24:61', '21.11.2026 12:00', `${'9'.repeat(40)}`])(
    '"%s" is none',
    (text) => expect(readAgentTime(text, now)).toBeUndefined(),
  )
})
