import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import type { AgentReportMany } from '@windlass/shared-kit/contract/agent'
import { State } from '@windlass/shared-kit/contract/enums'
import {
  type AgentGetServerId,
  type AgentReport,
  COLLECT_WAYS,
  type CollectWay,
  METRIC_KEPT_DAYS,
  METRIC_STALE_MS,
  type MetricItem,
  type MetricPoint,
  MetricType,
  type MetricTypeNumber,
  type ServerMetrics,
  type ServerReport,
} from '@windlass/shared-kit/contract/serverMetrics'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp, parseTimestamp } from '../../platform/timestamp.ts'
import type { AgentCall } from './agentCaller.ts'
import { readAgentTime } from './agentTime.ts'
import type { MetricBuffer } from './metricBuffer.ts'
import { type Bucket, createMetricReader, stepFor } from './metricReader.ts'
import { HOUR_MS, MINUTE_MS } from './metricSample.store.ts'
import { createMetricSeriesStore } from './metricSeries.store.ts'
import { createMetricSourceStore, type SourceRecord } from './metricSource.store.ts'

const DAY_MS = 24 * HOUR_MS
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i
/** Nothing a server measures is larger; sums of an hour stay exact enough. */
const LARGEST = 1e15
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/
const DECIMALS = 10_000
const RECENT_MINUTES = 60
/** How far the clock of a server may be ahead; the door lets in nobody who is further. */
const AHEAD_MS = 5 * MINUTE_MS

/** What is measured somewhere. */
export interface ServerItem {
  serverId: number
  item: string
}

/** Measurements of servers. */
export interface MetricsService {
  /** Stores one value of an agent; resolves when it is stored. */
  report(input: InputOf<typeof AgentReport>, call: AgentCall): Promise<void>
  /** Stores many values of an agent, each with its time. Answers how many were of no use. */
  reportMany(input: InputOf<typeof AgentReportMany>, call: AgentCall): Promise<number>
  /** When an agent of a server has reported last, and which version it said to be. */
  agentSeen(serverId: number): Promise<{ time: number; version: string }>
  /** The id of a server by its name or address. */
  serverId(input: InputOf<typeof AgentGetServerId>): Promise<number>
  chart(caller: Caller, input: InputOf<typeof ServerReport>): Promise<OutputOf<typeof ServerReport>>
  now(caller: Caller, serverId: number): Promise<ServerMetrics>
  setCollect(caller: Caller, serverId: number, collect: CollectWay): Promise<void>
  /**
   * Each minute of items of servers that may be seen, in order, for each that is asked for; several items of one name
   * follow each other by type.
   */
  minutes(asked: readonly ServerItem[], range: { from: number; to: number }): Promise<Bucket[][][]>
}

const isType = (type: number): type is MetricTypeNumber => Object.values<number>(MetricType).includes(type)
const collectOf = ({ collect }: SourceRecord): CollectWay => COLLECT_WAYS.find((way) => way === collect) ?? 'off'
const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS

const decimalOf = (value: string): number | undefined => {
  const number = DECIMAL.test(value) ? Number(value) : Number.NaN
  return Number.isFinite(number) && Math.abs(number) <= LARGEST ? number : undefined
}

/** @throws AppError */
function readValue({ item, value }: InputOf<typeof AgentReport>): number {
  const number = decimalOf(value)
  if (number === undefined) throw failed('value must be a finite decimal number')
  // Agents take both what is free and what is available from the total, which may be less than nothing.
  return item === 'ram_usage' ? Math.max(0, number) : number
}

function agentPart({ db }: Pick<Platform, 'db'>, buffer: Pick<MetricBuffer, 'add'>) {
  const sources = createMetricSourceStore(db)
  return {
    report: async (input, { serverId, key, now }) => {
      const { type, item, reportTime, agentVersion } = input
      if (CONTROL.test(item)) throw failed('item must hold printable characters only')
      const value = readValue(input)
      const at = readAgentTime(reportTime, now)
      if (!at) throw failed('reportTime must be a time like 2024-05-01 12:00')
      const minute = Math.floor(at.time / MINUTE_MS)
      const seen = {
        serverId,
        time: now,
        key,
        zone: at.zone,
        ...(agentVersion !== undefined && { version: agentVersion }),
      }
      await buffer.add([{ serverId, type, item, minute, value }], seen)
    },

    reportMany: async ({ serverId, agentVersion, zone, reports }, { key, now }) => {
      // The way is being tried; nothing was measured yet.
      if (reports.length === 0) return 0
      const values = reports.flatMap(({ type, item, value, time }) => {
        const number = decimalOf(value)
        const isSound = number !== undefined && isType(type) && !CONTROL.test(item)
        const isRecent = time * 1_000 > now - DAY_MS && time * 1_000 < now + AHEAD_MS
        if (!isSound || !isRecent) return []
        return [{ serverId, type, item, minute: Math.floor((time * 1_000) / MINUTE_MS), value: number }]
      })
      await buffer.add(values, { serverId, time: now, key, zone, version: agentVersion })
      return reports.length - values.length
    },

    agentSeen: async (serverId) => {
      const { agentTime, agentVersion } = await sources.find(serverId)
      return { time: agentTime, version: agentVersion }
    },

    serverId: async ({ name = '', ip = '' }) => {
      if (name === '' && ip === '') throw failed('name or ip is required')
      const id = await sources.idByName({ name, ip })
      if (id === undefined) throw failed('no such server, or it is disabled')
      return id
    },
  } satisfies Partial<MetricsService>
}

/** Both ends of a range. @throws AppError */
function readRange(text: string): { from: number; to: number } {
  const read = (end: string | undefined) => {
    if (end === undefined) return undefined
    if (!/Z|[+-]\d\d:\d\d$/.test(end.trim())) return parseTimestamp(end)
    const time = Date.parse(end.trim())
    return Number.isNaN(time) ? undefined : time
  }
  const [start, end, ...more] = text.split(',')
  const [from, to] = [read(start), read(end)]
  if (from === undefined || to === undefined || more.length > 0 || from > to) throw failed('invalid datetime range')
  if (to - from > METRIC_KEPT_DAYS * DAY_MS) throw failed(`choose a range of at most ${METRIC_KEPT_DAYS} days`)
  return { from, to }
}

const pointOf = (item: string, { time, count, mean, least, most }: Bucket): MetricPoint => ({
  item,
  value: String(rounded(mean)),
  reportTime: formatTimestamp(time),
  time,
  ...(count > 1 && { min: rounded(least), max: rounded(most) }),
})

function charts({ db }: Pick<Platform, 'db'>) {
  const series = createMetricSeriesStore(db)
  const reader = createMetricReader(db)

  const items = async (serverId: number, now: number): Promise<MetricItem[]> => {
    const rows = (await series.ofServer(serverId)).filter(({ seenTime }) => seenTime >= now - DAY_MS)
    const minute = Math.floor(now / MINUTE_MS)
    const first = minute - RECENT_MINUTES + 1
    const found = await reader.minutes(
      rows.map(({ id }) => id),
      first * MINUTE_MS,
      minute * MINUTE_MS,
    )
    return rows.flatMap(({ id, type, item }) => {
      if (!isType(type)) return []
      const buckets = found.get(id) ?? []
      const newest = buckets.at(-1)
      const recent = Array.from<number | null>({ length: RECENT_MINUTES }).fill(null)
      for (const { time, mean } of buckets) recent[time / MINUTE_MS - first] = rounded(mean)
      return [{ type, item, time: newest?.time ?? 0, value: newest ? rounded(newest.mean) : null, recent }]
    })
  }
  return {
    items,
    chart: async (serverId: number, type: number, range: { from: number; to: number }) => {
      const rows = await series.ofType(serverId, type)
      const step = stepFor(range.from, range.to, Date.now())
      const found = await reader.steps(
        rows.map(({ id }) => id),
        { ...range, step },
      )
      const lines = rows.flatMap(({ id, item }) => {
        const points = (found.get(id) ?? []).map((bucket) => pointOf(item, bucket))
        return points.length > 0 ? [[item, points] as const] : []
      })
      return { map: Object.fromEntries(lines), ...range, step }
    },
    minutes: async (asked: readonly ServerItem[], { from, to }: { from: number; to: number }) => {
      if (asked.length === 0) return []
      const nameOf = ({ serverId, item }: ServerItem) => `${serverId} ${item}`
      const names = new Set(asked.map(nameOf))
      const [serverIds, items] = [
        new Set(asked.map(({ serverId }) => serverId)),
        new Set(asked.map(({ item }) => item)),
      ]
      const rows = (await series.ofItems([...serverIds], [...items])).filter((row) => names.has(nameOf(row)))
      const ids = Map.groupBy(rows, nameOf)
      const found = await reader.minutes(
        rows.map(({ id }) => id),
        from,
        to,
      )
      return asked.map((name) => (ids.get(nameOf(name)) ?? []).map(({ id }) => found.get(id) ?? []))
    },
  }
}

function sourceOf(row: SourceRecord, now: number): Pick<ServerMetrics, 'collect' | 'ssh' | 'agent'> {
  const collect = collectOf(row)
  const key = row.agentKey === 'own' || row.agentKey === 'legacy' ? row.agentKey : null
  return {
    collect,
    ssh: {
      lastTime: row.sshTime,
      nextTime: collect === 'ssh' ? row.nextTime : 0,
      failures: row.sshFailures,
      error: row.sshError,
      isResting: collect === 'ssh' && now - row.agentTime < METRIC_STALE_MS,
    },
    agent: { lastTime: row.agentTime, version: row.agentVersion, key, zone: key === null ? null : row.agentZone },
  }
}

/** Creates it; `buffer` is where values go. */
export function createMetricsService(
  platform: Pick<Platform, 'db'>,
  buffer: Pick<MetricBuffer, 'add'>,
): MetricsService {
  const sources = createMetricSourceStore(platform.db)
  const read = charts(platform)

  const requireServer = async (namespaceId: number, serverId: number) => {
    const server = await sources.server(namespaceId, serverId)
    if (!server) throw failed('no such server')
    return server
  }
  return {
    ...agentPart(platform, buffer),
    minutes: read.minutes,

    chart: async ({ namespaceId }, { serverId, type, datetimeRange }) => {
      const range = readRange(datetimeRange)
      await requireServer(namespaceId, serverId)
      return read.chart(serverId, type, range)
    },

    now: async (caller, serverId) => {
      const { namespaceId, ...server } = await requireServer(caller.namespaceId, serverId)
      const now = Date.now()
      return {
        server: { ...server, isShared: namespaceId === 0 },
        now,
        ...sourceOf(await sources.find(serverId), now),
        items: await read.items(serverId, now),
      }
    },

    setCollect: async (caller, serverId, collect) => {
      const server = await requireServer(caller.namespaceId, serverId)
      if (server.namespaceId === 0 && !caller.isSuperManager) {
        throw denied('this server is shared by all namespaces; only a super manager may change it')
      }
      if (collect === 'ssh' && server.os !== 'linux') throw failed('only servers with Linux can be measured over SSH')
      if (collect === 'ssh' && server.state !== State.Enabled) throw failed('this server is disabled; enable it first')
      await sources.setCollect(serverId, collect, Date.now())
    },
  }
}
