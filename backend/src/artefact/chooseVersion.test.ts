import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Channel, EMPTY_CHANNEL } from './channel.ts'
import { chooseVersion, isInCanary, NOBODY } from './chooseVersion.ts'

const NOT_NAMED = { namespaceIds: [], userIds: [] }
const share = (percent: number, userId: number, version = '1.1.0') =>
  isInCanary({ ...NOT_NAMED, percent }, 'logs', version, { userId, namespaceId: 1 })
const USERS = Array.from({ length: 20_000 }, (_value, at) => at + 1)

describe('who is in a canary', () => {
  it('are members of the namespaces, and the users that were named', () => {
    const audience = { namespaceIds: [7], userIds: [3], percent: 0 }
    expect(isInCanary(audience, 'logs', '1.1.0', { userId: 1, namespaceId: 7 })).toBe(true)
    expect(isInCanary(audience, 'logs', '1.1.0', { userId: 3, namespaceId: 1 })).toBe(true)
    expect(isInCanary(audience, 'logs', '1.1.0', { userId: 1, namespaceId: 1 })).toBe(false)
  })

  it('is nobody who is not signed in, whatever the audience', () => {
    expect(isInCanary({ namespaceIds: [0], userIds: [0], percent: 100 }, 'logs', '1.1.0', NOBODY)).toBe(false)
  })

  it('is nobody by 0 percent and everybody by 100', () => {
    expect(USERS.filter((userId) => share(0, userId))).toEqual([])
    expect(USERS.filter((userId) => !share(100, userId))).toEqual([])
  })

  it.each([0.5, 1, 10, 33.3, 50, 90])('is close to %d percent of all users', (percent) => {
    const got = (USERS.filter((userId) => share(percent, userId)).length / USERS.length) * 100
    // Four standard deviations: a fair hash is outside once in fifteen thousand choices of users, and these never change.
    const spread = 4 * Math.sqrt((percent * (100 - percent)) / USERS.length)
    expect(Math.abs(got - percent)).toBeLessThan(spread)
  })

  it('stay in it when the percentage is raised', () => {
    const property = fc.property(
      fc.nat(1_000_000),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
      (id, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(share(low, id + 1) && !share(high, id + 1)).toBe(false)
      },
    )
    fc.assert(property, { numRuns: 2_000 })
  })

  it('are others for another version, so that not the same people try everything', () => {
    const first = USERS.filter((userId) => share(10, userId))
    const again = first.filter((userId) => share(10, userId, '1.2.0'))
    expect(again.length / first.length).toBeGreaterThan(0.05)
    expect(again.length / first.length).toBeLessThan(0.15)
  })
})

describe('the version somebody gets', () => {
  const ANN = { userId: 1, namespaceId: 7 }
  const BOB = { userId: 2, namespaceId: 1 }
  const released: Channel = {
    ...EMPTY_CHANNEL,
    stable: '1.1.0',
    stableHistory: ['1.0.0', ''],
    canary: { version: '1.2.0', audience: { namespaceIds: [7], userIds: [], percent: 0 }, startTime: 0, startedBy: '' },
  }
  const choose = (channel: Channel, viewer = BOB, unfit: string[] = [], builtIn = '0.1.0') =>
    chooseVersion({ channel, remote: 'logs', viewer, builtIn, fits: (version) => !unfit.includes(version) })

  it('is the canary, or stable, or what came with the console', () => {
    expect(choose(released, ANN)).toEqual({ version: '1.2.0' })
    expect(choose(released, BOB)).toEqual({ version: '1.1.0' })
    expect(choose(EMPTY_CHANNEL)).toEqual({ version: '0.1.0' })
    expect(choose(EMPTY_CHANNEL, BOB, [], '')).toEqual({ version: '' })
  })

  it('is the newest earlier one where that does not fit', () => {
    expect(choose(released, ANN, ['1.2.0'])).toEqual({ version: '1.1.0', insteadOf: '1.2.0' })
    expect(choose(released, ANN, ['1.2.0', '1.1.0'])).toEqual({ version: '1.0.0', insteadOf: '1.2.0' })
    expect(choose(released, BOB, ['1.1.0', '1.0.0'])).toEqual({ version: '0.1.0', insteadOf: '1.1.0' })
  })

  it('stays named but unfit where nothing fits', () => {
    expect(choose(released, ANN, ['1.2.0', '1.1.0', '1.0.0', '0.1.0'])).toEqual({ version: '1.2.0', unfit: true })
    expect(choose(released, BOB, ['1.1.0', '1.0.0'], '')).toEqual({ version: '1.1.0', unfit: true })
  })

  it('is never one that was taken back', () => {
    const back = { ...released, stable: '', stableHistory: [], canary: null }
    expect(choose(back, BOB, ['0.1.0'])).toEqual({ version: '0.1.0', unfit: true })
  })
})
