import { describe, expect, it } from 'vitest'
import { EMPTY_CHANNEL } from './channel.ts'
import { droppableVersions, type RetentionQuestion } from './retention.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY
/** 1.0.0 of a hundred days ago, 1.1.0 of ninety-nine days ago, and so on. */
const VERSIONS = Array.from({ length: 20 }, (_value, at) => ({
  version: `1.${at}.0`,
  publishTime: NOW - (100 - at) * DAY,
}))
const NAMES = VERSIONS.map(({ version }) => version)

const drop = (question: Partial<RetentionQuestion>) =>
  droppableVersions({
    channel: { ...EMPTY_CHANNEL, stable: '1.19.0', stableHistory: ['1.18.0'] },
    versions: VERSIONS,
    lastUse: {},
    now: NOW,
    ...question,
  })

describe('what may be dropped', () => {
  it('is whatever is neither among the newest nor young, oldest first', () => {
    expect(drop({})).toEqual(NAMES.slice(0, 10))
    expect(drop({ keepNewest: 18 })).toEqual(['1.0.0', '1.1.0'])
    expect(drop({ maxAgeMs: 98 * DAY })).toEqual(['1.0.0', '1.1.0'])
    expect(drop({ maxAgeMs: 200 * DAY })).toEqual([])
  })

  it('goes by when it was published, not by its number', () => {
    const repair = { version: '0.9.1', publishTime: NOW - DAY / 2 }
    expect(drop({ versions: [...VERSIONS, repair], keepNewest: 1, maxAgeMs: 0 })).not.toContain('0.9.1')
  })

  it('is never what anybody gets', () => {
    const audience = { namespaceIds: [1], userIds: [], percent: 0 }
    const canary = { version: '1.1.0', audience, startTime: 0, startedBy: '' }
    const dropped = drop({ channel: { ...EMPTY_CHANNEL, stable: '1.4.0', canary }, keepNewest: 0 })
    expect(dropped).not.toContain('1.4.0')
    expect(dropped).not.toContain('1.1.0')
  })

  it('is never where a rollback or a failure leads', () => {
    const channel = { ...EMPTY_CHANNEL, stable: '1.8.0', stableHistory: ['1.2.0', '1.4.0', '1.1.0'] }
    const dropped = drop({ channel, keepNewest: 0 })
    // 1.7.0 is next below among all, 1.4.0 among what was stable.
    expect(NAMES.filter((name) => !dropped.includes(name))).toEqual(['1.2.0', '1.4.0', '1.7.0', '1.8.0'])
  })

  it('is never what somebody ran within a day', () => {
    const dropped = drop({ lastUse: { '1.3.0': NOW - DAY + 1, '1.4.0': NOW - DAY, '1.5.0': NOW } })
    expect(dropped).not.toContain('1.3.0')
    expect(dropped).toContain('1.4.0')
    expect(dropped).not.toContain('1.5.0')
  })
})
