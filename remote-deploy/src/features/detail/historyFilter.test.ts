import { setZones } from '@windlass/shared-kit/i18n'
import { describe, expect, it } from 'vitest'
import { filterCount, historyInput, NO_FILTER, rangeOf } from './historyFilter.ts'

describe('the filter of the history', () => {
  it('asks for everything until something is set', () => {
    expect(historyInput(NO_FILTER)).toEqual({})
    expect(filterCount(NO_FILTER)).toBe(0)
  })

  it('tells failed ones apart from any', () => {
    expect(historyInput({ ...NO_FILTER, result: '0' })).toEqual({ state: 0 })
    expect(historyInput({ ...NO_FILTER, result: 'whatever' })).toEqual({})
  })

  it('means whole days, also when one end is open', () => {
    const deployed = rangeOf('2026-11-01', '2026-11-20')
    expect(historyInput({ ...NO_FILTER, deployed })).toEqual({
      deployDate: '2026-11-01 00:00:00,2026-11-20 23:59:59',
    })
    expect(historyInput({ ...NO_FILTER, committed: rangeOf('2026-11-01', '') })).toEqual({
      commitDate: '2026-11-01 00:00:00,2999-12-31 23:59:59',
    })
    expect(rangeOf('', '')).toBe('')
  })

  it('means the days of whoever asks, by the clock of the server, also when clocks are changed', () => {
    setZones({ own: 'Australia/Lord_Howe', wire: 'UTC' })
    // The fourth of October has half an hour less there.
    const deployed = rangeOf('2026-10-04', '2026-10-04')
    expect(historyInput({ ...NO_FILTER, deployed }).deployDate).toBe('2026-10-03 13:30:00,2026-10-04 12:59:59')
    setZones({ own: '', wire: '' })
  })

  it('asks for a user by his number, and for nobody by anything else', () => {
    expect(historyInput({ ...NO_FILTER, by: '5' })).toEqual({ userId: 5 })
    expect(historyInput({ ...NO_FILTER, by: '-1' })).toEqual({})
    expect(filterCount({ ...NO_FILTER, by: '5', file: 'a.ts' })).toBe(2)
  })
})
