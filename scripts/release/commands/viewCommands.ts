import { misused, refused } from '@windlass/backend/commandLine/commandError'
import { textTable } from '@windlass/backend/commandLine/textTable'
import type { OutputOf } from '@windlass/shared-kit/contract'
import type { ReleaseDiff, ReleaseList, ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { bytesText, changeText, durationText, shareText } from '../amounts.ts'
import { defineCommand } from '../command.ts'
import { ANY_REMOTE, REMOTE, readVersion } from '../parameters.ts'
import { audienceText } from './channelCommands.ts'

const percentOf = (failures: number, loads: number): string => (loads === 0 ? '' : shareText(failures / loads))

export const list = defineCommand({
  name: 'list',
  about: 'what is out, and how it fares (last 24 hours)',
  parameters: [ANY_REMOTE],
  examples: ['list', 'list logs', 'list logs --json'],
  run: async (session, { remote }) => {
    const target = await session.target()
    const overview = await target.list()
    if (remote === undefined) return { data: overview, text: overviewText(overview) }
    const area = overview.list.find((one) => one.remote === remote)
    if (!area) throw refused('name', unknownArea(target.name, remote, overview))
    const versions = await target.versions(remote)
    const text = [versionTable(versions), ...remarksOn(area)].join('\n')
    return { data: { ...area, versions: area.versions, list: versions }, text }
  },
})

const unknownArea = (name: string, remote: string, { list: areas }: OutputOf<typeof ReleaseList>) =>
  `${name} has no area ${remote}: choose one of ${areas.map((area) => area.remote).join(', ')}`

function overviewText({ list: areas, host, problems }: OutputOf<typeof ReleaseList>): string {
  const titles = ['AREA', 'STABLE', 'CANARY', 'USERS', 'LOADS', 'FAILED', 'MEDIAN', 'P95', 'STATE']
  const rows = areas.map((area) => [
    area.remote,
    area.stable || (area.builtIn && `${area.builtIn} (built-in)`),
    area.canary === null ? '' : `${area.canary.version} to ${audienceText(area.canary.audience)}`,
    area.users === 0 ? '' : String(area.users),
    area.loads === 0 ? '' : String(area.loads),
    percentOf(area.failures, area.loads),
    durationText(area.medianMs),
    durationText(area.p95Ms),
    [area.isPinned && 'pinned', area.isDisabled && 'off', area.unfit !== '' && 'does not fit']
      .filter(Boolean)
      .join(', '),
  ])
  const remarks = areas.flatMap((area) => remarksOn(area).map((remark) => `${area.remote}: ${remark}`))
  const console = `Console ${host.version}, shared-kit ${host.kit}`
  return [console, textTable(titles, rows), ...remarks, ...problems.map((problem) => `! ${problem}`)].join('\n')
}

function remarksOn(area: RemoteOverview): string[] {
  const { rule } = area
  return [
    area.isDisabled && `! off: ${area.disabledReason}`,
    area.unfit !== '' && `! ${area.unfit}`,
    area.isPinned && 'Pinned: nothing is promoted until `unpin`',
    rule.isOn &&
      `A canary goes back by itself from ${rule.failurePercent} % of at least ${rule.minLoads} loads that fail`,
  ].filter((remark) => remark !== false)
}

function versionTable(versions: readonly ReleaseVersion[]): string {
  if (versions.length === 0) return 'no version yet'
  const titles = ['VERSION', 'CHANNEL', 'BY', 'WHEN', 'SIZE', 'SHARE', 'USERS', 'LOADS', 'FAILED', 'MEDIAN', 'P95', '']
  const rows = versions.map((one) => [
    one.version,
    one.channel === 'none' ? '' : one.channel,
    one.source === 'built-in' ? 'built-in' : [one.publishedBy, one.team && `(${one.team})`].filter(Boolean).join(' '),
    one.publishTime,
    bytesText(one.bytes),
    one.users === 0 ? '' : shareText(one.share),
    one.users === 0 ? '' : String(one.users),
    one.loads === 0 ? '' : String(one.loads),
    percentOf(one.failures, one.loads),
    durationText(one.medianMs),
    durationText(one.p95Ms),
    [one.damage, one.unfit].filter((text) => text !== '').join(' · '),
  ])
  return textTable(titles, rows)
}

const DEFAULT_ROWS = '30'
const MAX_ROWS = 500

export const history = defineCommand({
  name: 'history',
  about: 'what was done, by whom and when',
  parameters: [ANY_REMOTE],
  options: { rows: { type: 'string', value: 'number', about: `newest first, that many (${DEFAULT_ROWS})` } },
  examples: ['history logs', 'history --rows 100'],
  run: async (session, { remote }, { rows: typed = DEFAULT_ROWS }) => {
    const rows = Number(typed)
    if (!Number.isInteger(rows) || rows < 1 || rows > MAX_ROWS)
      throw misused(`--rows takes a number from 1 to ${MAX_ROWS}, not ${typed}`)
    const events = await (await session.target()).history(remote, rows)
    const table = events.map((event) => [
      event.insertTime,
      event.remote,
      event.version,
      event.kind,
      event.userName || 'the console',
      event.detail,
    ])
    const text = table.length === 0 ? 'nothing yet' : textTable(['WHEN', 'AREA', 'VERSION', 'WHAT', 'BY', ''], table)
    return { data: { list: events }, text }
  },
})

export const diff = defineCommand({
  name: 'diff',
  about: 'what a version changes against another one',
  parameters: [
    REMOTE,
    { name: 'from', about: 'the version before', read: readVersion },
    { name: 'to', about: 'the version after', read: readVersion },
  ],
  examples: ['diff logs 1.0.0 1.1.0'],
  run: async (session, { remote, from, to }) => {
    const found = await (await session.target()).compare(remote, from, to)
    return { data: found, text: diffText(found) }
  },
})

function diffText({ remote, from, to, bytes, pageBytes, reloadedBytes, shared, ...changes }: ReleaseDiff): string {
  const size = ({ from, to }: { from: number; to: number }) => `${bytesText(to)} (${changeText(from, to)})`
  const listed = (name: string, { added, removed }: { added: string[]; removed: string[] }) => [
    ...(added.length + removed.length === 0
      ? [`${name}: the same`]
      : [`${name}: ${added.length} new, ${removed.length} gone`]),
    ...added.map((item) => `  + ${item}`),
    ...removed.map((item) => `  − ${item}`),
  ]
  const versions = shared.map((one) => `  ${one.name}: ${one.from || 'not used'} → ${one.to || 'not used'}`)
  return [
    `${remote} ${from} → ${to}`,
    `size: ${size(bytes)}`,
    `heaviest page at a first visit: ${size(pageBytes)}`,
    `loaded again by who has ${from}: ${bytesText(reloadedBytes)}`,
    ...(versions.length === 0 ? ['shared packages: the same'] : ['shared packages', ...versions]),
    ...listed('routes', changes.routes),
    ...listed('permissions', changes.permissions),
    ...listed('texts', changes.texts),
    `files: ${changes.files.added.length} new, ${changes.files.removed.length} gone`,
  ].join('\n')
}
