import { misused } from '@windlass/backend/commandLine/commandError'
import type { CanaryAudience } from '@windlass/shared-kit/contract/release'
import { readAudience } from '../audience.ts'
import { defineCommand } from '../command.ts'
import { REMOTE, VERSION } from '../parameters.ts'
import type { ReleaseTarget } from '../releaseTarget.ts'

const ANY_VERSION = { ...VERSION, isOptional: true } as const
const BUILT_IN = 'the version that came with the console'
const nameOf = (version: string): string => version || BUILT_IN

/** What everybody has now, for the question before something changes it. */
async function stateOf(target: ReleaseTarget, remote: string) {
  const { list } = await target.list()
  return list.find((area) => area.remote === remote)
}

export const promote = defineCommand({
  name: 'promote',
  about: 'give a version to everybody, from their next load on',
  parameters: [REMOTE, VERSION],
  examples: ['promote logs 1.1.0', 'promote logs 1.1.0 --yes'],
  run: async (session, { remote, version }) => {
    const target = await session.target()
    const stable = (await stateOf(target, remote))?.stable ?? ''
    const from = stable === '' ? '' : ` instead of ${stable}`
    await session.confirm(`Give ${remote} ${version}${from} to everybody at ${target.name}?`)
    await target.promote(remote, version)
    return {
      data: { remote, version, from: stable },
      text: `Everybody gets ${remote} ${version}${from} at the next load. Back: ${session.typed(`rollback ${remote}`)}`,
    }
  },
})

export const canary = defineCommand({
  name: 'canary',
  about: 'give a version to some people only',
  details:
    'The share of everybody else stays the same people when you raise it. Another canary of the area is replaced.',
  parameters: [REMOTE, VERSION],
  options: {
    namespaces: { type: 'string', value: '1,2', about: 'ids or names of namespaces: all their members' },
    users: { type: 'string', value: 'alice,7,me', about: 'ids, accounts or names of users' },
    percent: { type: 'string', value: '10', about: 'a stable share of everybody else' },
  },
  examples: ['canary logs 1.1.0 --percent 10', 'canary logs 1.1.0 --namespaces 1,2 --users alice,7 --percent 10'],
  run: async (session, { remote, version }, typed) => {
    const target = await session.target()
    // Asking who is who makes no sense where nobody is known.
    const audience = target.knowsUsers ? await readAudience(typed, target) : NOBODY
    await target.canary(remote, version, audience)
    return {
      data: { remote, version, audience },
      text: [
        `${remote} ${version} goes to ${audienceText(audience)} at their next load. Next, one of`,
        `  ${session.typed(`list ${remote}`)}`,
        `  ${session.typed(`promote ${remote} ${version}`)}`,
        `  ${session.typed(`end-canary ${remote}`)}`,
      ].join('\n'),
    }
  },
})

const NOBODY: CanaryAudience = { namespaceIds: [], userIds: [], percent: 0 }

/** Who gets a canary, for people. */
export function audienceText({ namespaceIds, userIds, percent }: CanaryAudience): string {
  const parts = [
    namespaceIds.length > 0 && `namespace ${namespaceIds.join(', ')}`,
    userIds.length > 0 && `user ${userIds.join(', ')}`,
    percent > 0 && `${percent} % of everybody`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

export const endCanary = defineCommand({
  name: 'end-canary',
  about: 'take the canary back; its people get the stable version',
  parameters: [REMOTE],
  examples: ['end-canary logs'],
  run: async (session, { remote }) => {
    await (await session.target()).endCanary(remote)
    return { data: { remote }, text: `No canary of ${remote} is out any more: its people get the stable version` }
  },
})

export const rollback = defineCommand({
  name: 'rollback',
  about: 'take back what went out last: a running canary, else the stable version',
  parameters: [REMOTE, { ...ANY_VERSION, about: 'the one to go back to; absent: the one that was stable before' }],
  examples: ['rollback logs --yes', 'rollback logs 1.0.0'],
  run: async (session, { remote, version }) => {
    const target = await session.target()
    const area = await stateOf(target, remote)
    const isCanary = version === undefined && area?.canary
    const question = isCanary
      ? `Take the canary ${isCanary.version} of ${remote} back?`
      : `Take ${remote} ${nameOf(area?.stable ?? '')} back from everybody at ${target.name}?`
    await session.confirm(question)
    const { version: stable } = await target.rollback(remote, version)
    return {
      data: { remote, version: stable, from: isCanary ? isCanary.version : (area?.stable ?? '') },
      text: `${remote} is back at ${nameOf(stable)} for everybody. Pages that run what was taken back offer to load again`,
    }
  },
})

export const pin = defineCommand({
  name: 'pin',
  about: 'keep a version: nothing is promoted over it',
  parameters: [REMOTE, { ...ANY_VERSION, about: 'made stable first; absent: what is stable now' }],
  examples: ['pin logs', 'pin logs 1.1.0'],
  run: async (session, { remote, version }) => {
    const target = await session.target()
    const stable = (await stateOf(target, remote))?.stable ?? ''
    if (version !== undefined && version !== stable)
      await session.confirm(`Give ${remote} ${version} to everybody at ${target.name}, and keep it?`)
    await target.pin(remote, version)
    const kept = version ?? stable
    return {
      data: { remote, version: kept },
      text: `${remote} stays at ${nameOf(kept)} until ${session.typed(`unpin ${remote}`)}`,
    }
  },
})

export const unpin = defineCommand({
  name: 'unpin',
  about: 'let versions be promoted again',
  parameters: [REMOTE],
  examples: ['unpin logs'],
  run: async (session, { remote }) => {
    await (await session.target()).unpin(remote)
    return { data: { remote }, text: `${remote} can be promoted again` }
  },
})

export const disable = defineCommand({
  name: 'disable',
  about: 'turn an area off for everybody',
  parameters: [REMOTE],
  options: { reason: { type: 'string', value: 'text', about: 'shown to people in its place', isRequired: true } },
  examples: ['disable logs --reason "wrong numbers since noon"'],
  run: async (session, { remote }, { reason }) => {
    const target = await session.target()
    await session.confirm(`Turn ${remote} off for everybody at ${target.name}?`)
    await target.disable(remote, reason)
    return {
      data: { remote, reason },
      text: `${remote} is off: people read "${reason}" in its place. Back: ${session.typed(`enable ${remote}`)}`,
    }
  },
})

export const enable = defineCommand({
  name: 'enable',
  about: 'turn an area on again',
  parameters: [REMOTE],
  examples: ['enable logs'],
  run: async (session, { remote }) => {
    await (await session.target()).enable(remote)
    return { data: { remote }, text: `${remote} is on again, from the next load on` }
  },
})

const DEFAULT_MIN_LOADS = '50'

export const rule = defineCommand({
  name: 'rule',
  about: 'take a canary back by itself when too many of its loads fail',
  details: 'Off unless you turn it on.',
  parameters: [REMOTE],
  options: {
    failures: { type: 'string', value: 'percent', about: 'share of failed loads, from which on it goes back' },
    'min-loads': { type: 'string', value: 'number', about: `fewer loads than this say nothing (${DEFAULT_MIN_LOADS})` },
    off: { type: 'boolean', about: 'leave canaries alone' },
  },
  examples: ['rule logs --failures 5 --min-loads 50', 'rule logs --off'],
  run: async (session, { remote }, { failures, 'min-loads': loads, off }) => {
    if (off === (failures !== undefined)) throw misused('rule needs --failures <percent> or --off, one of them')
    const target = await session.target()
    if (off) {
      const before = (await stateOf(target, remote))?.rule ?? { failurePercent: 5, minLoads: Number(DEFAULT_MIN_LOADS) }
      await target.setRule(remote, { ...before, isOn: false })
      return { data: { remote, isOn: false }, text: `Canaries of ${remote} stay out until somebody takes them back` }
    }
    const failurePercent = numberOf('failures', failures ?? '', 0.1, 100)
    const minLoads = numberOf('min-loads', loads ?? DEFAULT_MIN_LOADS, 1, 100_000)
    await target.setRule(remote, { isOn: true, failurePercent, minLoads })
    return {
      data: { remote, isOn: true, failurePercent, minLoads },
      text: `A canary of ${remote} goes back by itself when ${failurePercent} % of at least ${minLoads} loads fail`,
    }
  },
})

function numberOf(option: string, text: string, least: number, most: number): number {
  const value = Number(text.replace(/%$/, ''))
  if (text !== '' && value >= least && value <= most) return value
  throw misused(`--${option} takes a number from ${least} to ${most}, not ${text || 'nothing'}`)
}
