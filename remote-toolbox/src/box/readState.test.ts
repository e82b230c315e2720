import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readState } from './readState.ts'

const DEFAULTS = { text: 'a', size: 200, isUpper: false, classes: ['1', '2'] } as const

describe('a state of unknown origin', () => {
  it.each([null, undefined, 1, 'text', [], {}, { other: 1 }, { text: 1, size: '1', isUpper: 0, classes: [1] }])(
    'is the default where it is %j',
    (value) => {
      expect(readState(value, DEFAULTS)).toEqual(DEFAULTS)
    },
  )

  it('is taken where name and type are right', () => {
    expect(readState({ text: '', size: Number.NaN, classes: [], isUpper: true, extra: 1 }, DEFAULTS)).toEqual({
      text: '',
      size: Number.NaN,
      isUpper: true,
      classes: [],
    })
  })

  it('never gets other names or types', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const state = readState(value, DEFAULTS)
        expect(Object.keys(state)).toEqual(Object.keys(DEFAULTS))
        expect([typeof state.text, typeof state.size, typeof state.isUpper]).toEqual(['string', 'number', 'boolean'])
      }),
    )
  })

  it('cannot reach the prototype', () => {
    expect(readState(JSON.parse('{"__proto__":{"text":"b"},"constructor":"c"}'), DEFAULTS)).toEqual(DEFAULTS)
  })
})
