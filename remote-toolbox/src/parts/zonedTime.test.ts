import { isZone, offsetAt } from '@windlass/shared-kit/i18n'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, wallOf } from './calendar.ts'
import { daylightSavingAt } from './daylightSaving.ts'
import { lastChange, meaningOf, nextChange, writeOffset, zoneOrLocal } from './zonedTime.ts'

const at = (text: string) => Date.parse(text)

describe('the offset of a zone', () => {
  it.each([
    ['UTC', '2026-07-01T00:00Z', '+00:00'],
    ['Europe/Berlin', '2026-01-01T00:00Z', '+01:00'],
    ['Europe/Berlin', '2026-07-01T00:00Z', '+02:00'],
    ['Asia/Kolkata', '2026-07-01T00:00Z', '+05:30'],
    ['Asia/Kathmandu', '2026-07-01T00:00Z', '+05:45'],
    ['America/St_Johns', '2026-01-01T00:00Z', '-03:30'],
    ['Australia/Lord_Howe', '2026-01-01T00:00Z', '+11:00'],
    ['Australia/Lord_Howe', '2026-07-01T00:00Z', '+10:30'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '-10:00'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '+14:00'],
    ['Pacific/Kiritimati', '2026-01-01T00:00Z', '+14:00'],
    ['America/New_York', '1880-01-01T00:00Z', '-04:56:02'],
  ])('%s at %s is %s', (zone, instant, offset) => {
    expect(writeOffset(offsetAt(at(instant), zone))).toBe(offset)
  })

  it('is known for whatever time JavaScript can name, and beyond', () => {
    expect(offsetAt(9e15, 'Europe/Berlin')).toBe(offsetAt(8.64e15, 'Europe/Berlin'))
    expect(offsetAt(-9e15, 'UTC')).toBe(0)
  })

  it('agrees with the clock that the browser itself shows', () => {
    const zones = fc.constantFrom('Europe/Dublin', 'Africa/Casablanca', 'Australia/Lord_Howe', 'America/St_Johns')
    fc.assert(
      fc.property(fc.integer({ min: -4e12, max: 8e12 }), zones, (instant, zone) => {
        const shown = new Date(instant).toLocaleString('sv', { timeZone: zone })
        const wall = new Date(Math.floor(instant / 1000) * 1000 + offsetAt(instant, zone))
        expect(wall.toISOString().slice(0, 19).replace('T', ' ')).toBe(shown)
      }),
    )
  })
})

describe('a time on the wall', () => {
  it('means every instant at which clocks show it, and no other', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'Pacific/Apia', 'America/Sao_Paulo', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(fc.integer({ min: 9e11, max: 2e12 }), zones, (instant, zone) => {
        const meaning = meaningOf(instant + offsetAt(instant, zone), zone)
        const instants = meaning.kind === 'once' ? [meaning.instant] : [meaning.earlier, meaning.later]
        expect(meaning.kind).not.toBe('never')
        expect(instants).toContain(instant)
      }),
    )
  })

  it('that clocks leap over lies between two instants, with the change between them', () => {
    const wall = wallOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 })
    expect(meaningOf(wall, 'Europe/Berlin')).toEqual({
      kind: 'never',
      earlier: at('2026-03-29T00:30Z'),
      later: at('2026-03-29T01:30Z'),
      change: { at: at('2026-03-29T01:00Z'), before: HOUR_MS, after: 2 * HOUR_MS },
    })
  })
})

describe('the changes of a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-11-21T00:00Z', '2026-10-25T01:00Z', '2027-03-28T01:00Z'],
    ['America/New_York', '2026-11-21T00:00Z', '2026-11-01T06:00Z', '2027-03-14T07:00Z'],
    ['Australia/Lord_Howe', '2026-11-21T00:00Z', '2026-10-03T15:30Z', '2027-04-03T15:00Z'],
    ['Pacific/Apia', '2011-12-30T00:00Z', '2011-09-24T14:00Z', '2011-12-30T10:00Z'],
  ])('of %s around %s are at %s and %s', (zone, instant, last, next) => {
    expect(lastChange(at(instant), zone)?.at).toBe(at(last))
    expect(nextChange(at(instant), zone)?.at).toBe(at(next))
  })

  it('are found from the second of a change itself', () => {
    const change = at('2026-10-25T01:00Z')
    expect(lastChange(change, 'Europe/Berlin')?.at).toBe(change)
    expect(nextChange(change - 1, 'Europe/Berlin')?.at).toBe(change)
    expect(nextChange(change, 'Europe/Berlin')?.at).toBe(at('2027-03-28T01:00Z'))
  })

  it('may be none at all', () => {
    expect(nextChange(at('2026-01-01'), 'UTC')).toBeUndefined()
    expect(lastChange(at('2026-01-01'), 'UTC')).toBeUndefined()
    expect(nextChange(8.64e15, 'Europe/Berlin')).toBeUndefined()
  })
})

describe('daylight saving', () => {
  it.each([
    ['Europe/Berlin', '2026-07-01', 'ahead', 60],
    ['Europe/Berlin', '2026-01-01', 'standard', 0],
    ['America/New_York', '2026-07-01', 'ahead', 60],
    ['Australia/Sydney', '2026-01-01', 'ahead', 60],
    ['Australia/Lord_Howe', '2026-01-01', 'ahead', 30],
    ['Australia/Lord_Howe', '2026-07-01', 'standard', 0],
    ['Antarctica/Troll', '2026-07-01', 'ahead', 120],
    ['America/Sao_Paulo', '2018-12-01', 'ahead', 60],
    ['America/Sao_Paulo', '2026-12-01', 'none', 0],
    ['Asia/Kolkata', '2026-07-01', 'none', 0],
    ['UTC', '2026-07-01', 'none', 0],
    ['Asia/Shanghai', '1988-07-01', 'ahead', 60],
    ['Asia/Shanghai', '2026-07-01', 'none', 0],
    // Moved for good, which is no season.
    ['Europe/Istanbul', '2017-01-01', 'standard', 0],
    ['Europe/Istanbul', '2020-07-01', 'none', 0],
    ['Pacific/Apia', '2012-01-15', 'ahead', 60],
    // By law the winter is the exception.
    ['Europe/Dublin', '2026-07-01', 'standard', 0],
    ['Europe/Dublin', '2026-01-01', 'behind', -60],
    ['Europe/Dublin', '1960-07-01', 'ahead', 60],
    ['Africa/Casablanca', '2024-07-01', 'standard', 0],
    ['Africa/Casablanca', '2024-03-20', 'behind', -60],
    ['Africa/Windhoek', '2016-06-01', 'behind', -60],
  ])('in %s on %s: %s by %s minutes', (zone, day, state, minutes) => {
    expect(daylightSavingAt(at(`${day}T12:00Z`), zone)).toMatchObject({ state, shift: minutes * MINUTE_MS })
  })
})

describe('the name of a zone', () => {
  it('that nobody knows gives way to the zone of the browser', () => {
    expect(isZone('Mars/Olympus')).toBe(false)
    expect(isZone('Europe/Berlin')).toBe(true)
    expect(isZone(zoneOrLocal('Mars/Olympus'))).toBe(true)
    expect(zoneOrLocal('')).toBe(zoneOrLocal('Mars/Olympus'))
    expect(zoneOrLocal('Asia/Kolkata')).toBe('Asia/Kolkata')
  })
})
