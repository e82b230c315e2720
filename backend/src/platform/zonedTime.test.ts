import { describe, expect, it } from 'vitest'
import { readStatedTime, requireZone, serverZone, zonedText } from './zonedTime.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('a stated time', () => {
  it('is read on the clocks of its zone', () => {
    expect(readStatedTime('2026-12-24 18:30:00', 'Europe/Berlin').time).toBe(utc('2026-12-24T17:30:00'))
    expect(readStatedTime('2026-12-24 18:30:00', 'Asia/Kolkata').time).toBe(utc('2026-12-24T13:00:00'))
    expect(readStatedTime('2026-12-24T18:30', 'UTC').time).toBe(utc('2026-12-24T18:30:00'))
    expect(zonedText(utc('2026-07-01T12:00:00'), 'America/New_York')).toBe('2026-07-01 08:00:00 -04:00')
  })

  it('that the clocks never show is refused with times that they do', () => {
    expect(() => readStatedTime('2026-03-29 02:30:00', 'Europe/Berlin')).toThrow(/never show.*01:30 or 03:30/)
    expect(() => readStatedTime('2026-10-04 02:10:00', 'Australia/Lord_Howe')).toThrow('never show')
  })

  it('that the clocks show twice is the first of them, and says so', () => {
    const { time, remark } = readStatedTime('2026-10-25 02:30:00', 'Europe/Berlin')
    expect(time).toBe(utc('2026-10-25T00:30:00'))
    expect(remark).toContain('twice')
    expect(remark).toContain('UTC+02:00')
  })

  it.each(['2026-02-30 10:00:00', '2026-13-01 10:00:00', 'tomorrow', '2026-01-01', '', '2026-01-01 25:00:00'])(
    'such as %j is refused',
    (text) => {
      expect(() => readStatedTime(text, 'UTC')).toThrow('date must be a time')
    },
  )

  it('needs a zone that there is', () => {
    for (const zone of ['Mars/Olympus', '+02:00', 'Europe/Berlin; drop', '../etc']) {
      expect(() => requireZone(zone)).toThrow('no time zone')
    }
    expect(requireZone(undefined)).toBe(serverZone())
  })
})
