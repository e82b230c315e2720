import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArtefactError } from './artefactError.ts'
import {
  type Channel,
  EMPTY_CHANNEL,
  endCanary,
  MAX_STABLE_HISTORY,
  pin,
  promote,
  rollback,
  setRule,
  startCanary,
  switchOff,
  switchOn,
  unpin,
} from './channel.ts'

const BY = { startTime: 1_000, startedBy: 'ann' }
const EVERY_TENTH = { namespaceIds: [], userIds: [], percent: 10 }

const after = (...versions: string[]): Channel =>
  versions.reduce((channel, version) => promote(channel, version), EMPTY_CHANNEL)
const withCanary = (channel: Channel, version: string) => startCanary(channel, version, EVERY_TENTH, BY)

describe('promote', () => {
  it('makes a version stable and remembers the one before', () => {
    expect(after('1.0.0')).toMatchObject({ stable: '1.0.0', stableHistory: [''] })
    expect(after('1.0.0', '1.1.0')).toMatchObject({ stable: '1.1.0', stableHistory: ['1.0.0', ''] })
  })

  it('ends the canary of that version, and no other one', () => {
    expect(promote(withCanary(after('1.0.0'), '1.1.0'), '1.1.0').canary).toBeNull()
    expect(promote(withCanary(after('1.0.0'), '1.2.0'), '1.1.0').canary?.version).toBe('1.2.0')
  })

  it('is refused while pinned, for what is stable, and for nothing', () => {
    expect(() => promote(pin(after('1.0.0')), '1.1.0')).toThrow('1.0.0 is pinned: unpin it before you promote 1.1.0')
    expect(() => promote(after('1.0.0'), '1.0.0')).toThrow('1.0.0 is stable already: there is nothing to promote')
    expect(() => promote(EMPTY_CHANNEL, '')).toThrow('Say which version to promote')
  })

  it('keeps each version once in the history, where it was last', () => {
    expect(after('1.0.0', '1.1.0', '1.0.0').stableHistory).toEqual(['1.1.0', ''])
  })

  it('lets the history grow to its limit only', () => {
    const versions = Array.from({ length: 80 }, (_value, at) => `1.${at}.0`)
    const { stableHistory } = after(...versions)
    expect(stableHistory).toHaveLength(MAX_STABLE_HISTORY)
    expect(stableHistory[0]).toBe('1.78.0')
  })
})

describe('canary', () => {
  it('replaces one that runs', () => {
    expect(withCanary(withCanary(after('1.0.0'), '1.1.0'), '1.2.0').canary).toEqual({
      version: '1.2.0',
      audience: EVERY_TENTH,
      ...BY,
    })
  })

  it('may be tried while another version is pinned', () => {
    expect(withCanary(pin(after('1.0.0')), '1.1.0')).toMatchObject({ stable: '1.0.0', isPinned: true })
  })

  it('is refused for what everybody has, for nothing, and for nobody', () => {
    expect(() => withCanary(after('1.0.0'), '1.0.0')).toThrow('1.0.0 is stable already: everybody has it')
    expect(() => withCanary(EMPTY_CHANNEL, '')).toThrow('Say which version the canary gets')
    expect(() => startCanary(EMPTY_CHANNEL, '1.0.0', { ...EVERY_TENTH, percent: 0 }, BY)).toThrow(
      /^Nobody would get this canary/,
    )
  })

  it('ends once', () => {
    expect(endCanary(withCanary(after('1.0.0'), '1.1.0'))).toEqual(after('1.0.0'))
    expect(() => endCanary(after('1.0.0'))).toThrow('No canary is running: there is nothing to end')
  })
})

describe('rollback', () => {
  it('ends a running canary first, and only then goes back', () => {
    const channel = withCanary(after('1.0.0', '1.1.0'), '1.2.0')
    expect(rollback(channel)).toEqual(after('1.0.0', '1.1.0'))
    expect(rollback(rollback(channel)).stable).toBe('1.0.0')
  })

  it('goes further back each time, down to what came with the console', () => {
    const once = rollback(after('1.0.0', '1.1.0'))
    expect(once).toMatchObject({ stable: '1.0.0', stableHistory: [''] })
    expect(rollback(once)).toMatchObject({ stable: '', stableHistory: [] })
    expect(() => rollback(rollback(once))).toThrow('Nothing was stable before the version that came with the console')
  })

  it('goes to the version it is told, past others, and ends a canary', () => {
    const channel = withCanary(after('1.0.0', '1.1.0', '1.2.0'), '1.3.0')
    expect(rollback(channel, '1.0.0')).toMatchObject({ stable: '1.0.0', stableHistory: [''], canary: null })
    expect(rollback(channel, '1.2.0')).toMatchObject({ stable: '1.2.0', canary: null })
  })

  it('is refused without a history, to what is stable, and to what never was', () => {
    expect(() => rollback(EMPTY_CHANNEL)).toThrow(/there is no way back$/)
    expect(() => rollback(after('1.0.0'), '1.0.0')).toThrow('1.0.0 is stable now: name an earlier one')
    expect(() => rollback(after('1.0.0', '1.1.0'), '0.9.0')).toThrow(
      '0.9.0 was never stable: promote it, or go back to 1.0.0, the version that came with the console',
    )
  })

  it('is possible while pinned, and stays pinned', () => {
    expect(rollback(pin(after('1.0.0', '1.1.0')))).toMatchObject({ stable: '1.0.0', isPinned: true })
  })
})

describe('pin', () => {
  it('keeps what is stable, or makes another version stable first', () => {
    expect(pin(after('1.0.0'))).toMatchObject({ stable: '1.0.0', isPinned: true })
    expect(pin(after('1.0.0'), '1.1.0')).toMatchObject({
      stable: '1.1.0',
      isPinned: true,
      stableHistory: ['1.0.0', ''],
    })
    expect(pin(pin(after('1.0.0')), '1.1.0')).toMatchObject({ stable: '1.1.0', isPinned: true })
  })

  it('is refused twice, and so is taking it away twice', () => {
    expect(() => pin(pin(after('1.0.0')))).toThrow('1.0.0 is pinned already')
    expect(unpin(pin(after('1.0.0')))).toEqual(after('1.0.0'))
    expect(() => unpin(after('1.0.0'))).toThrow('Nothing is pinned: there is no pin to take away')
  })
})

describe('switch', () => {
  it('off asks for a reason and may be done again with another one', () => {
    expect(() => switchOff(EMPTY_CHANNEL, '  ')).toThrow(/^Say why the area is off/)
    const off = switchOff(EMPTY_CHANNEL, ' broken ')
    expect(off).toMatchObject({ isDisabled: true, disabledReason: 'broken' })
    expect(switchOff(off, 'broken')).toEqual(off)
    expect(switchOff(off, 'still broken').disabledReason).toBe('still broken')
  })

  it('on brings back exactly what was there, however often', () => {
    const channel = withCanary(after('1.0.0'), '1.1.0')
    expect(switchOn(switchOff(channel, 'broken'))).toEqual(channel)
    expect(switchOn(channel)).toEqual(channel)
  })
})

it('keeps a rule of its own', () => {
  const rule = { isOn: true, failurePercent: 1, minLoads: 10 }
  const channel = setRule(EMPTY_CHANNEL, rule)
  rule.isOn = false
  expect(channel.rule.isOn).toBe(true)
})

const version = fc.constantFrom('1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.0.1')
const percent = fc.integer({ min: 1, max: 100 })

interface Step {
  name: string
  run: (channel: Channel) => Channel
}

const step: fc.Arbitrary<Step> = fc.oneof(
  version.map((to): Step => ({ name: 'promote', run: (channel) => promote(channel, to) })),
  fc.tuple(version, percent).map(
    ([to, share]): Step => ({
      name: 'canary',
      run: (channel) => startCanary(channel, to, { namespaceIds: [], userIds: [], percent: share }, BY),
    }),
  ),
  fc.constant<Step>({ name: 'endCanary', run: endCanary }),
  fc
    .option(version, { nil: undefined })
    .map((to): Step => ({ name: 'rollback', run: (channel) => rollback(channel, to) })),
  fc.option(version, { nil: undefined }).map((to): Step => ({ name: 'pin', run: (channel) => pin(channel, to) })),
  fc.constant<Step>({ name: 'unpin', run: unpin }),
  fc.constant<Step>({ name: 'off', run: (channel) => switchOff(channel, 'x') }),
  fc.constant<Step>({ name: 'on', run: switchOn }),
)

/** What is wrong with a step from one channel to the next. */
function faultsOf(before: Channel, { name }: Step, next: Channel): string[] {
  const faults = {
    'the canary is what everybody has': next.canary !== null && next.canary.version === next.stable,
    'the history holds what is stable': next.stableHistory.includes(next.stable),
    'the history holds something twice': new Set(next.stableHistory).size !== next.stableHistory.length,
    'the history has no end': next.stableHistory.length > MAX_STABLE_HISTORY,
    'a pin gave way': before.isPinned && next.stable !== before.stable && name !== 'pin' && name !== 'rollback',
    'a pin was lost': before.isPinned && !next.isPinned && name !== 'unpin',
    'an area came back by itself': before.isDisabled && !next.isDisabled && name !== 'on',
  }
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [`${name}: ${fault}`] : []))
}

/** What a step leads to; the refused one leaves everything as it is. */
function take(channel: Channel, { run }: Step): Channel {
  try {
    return run(channel)
  } catch (error) {
    if (error instanceof ArtefactError) return channel
    throw error
  }
}

it('stays sound whatever is done in whatever order, and no step changes what it was given', () => {
  const property = fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
    let channel = EMPTY_CHANNEL
    for (const one of steps) {
      const before = structuredClone(channel)
      const next = take(channel, one)
      expect(faultsOf(before, one, next)).toEqual([])
      expect(channel).toEqual(before)
      channel = next
    }
  })
  fc.assert(property, { numRuns: 300 })
})
