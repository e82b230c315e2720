import { rmSync, statSync } from 'node:fs'
import http from 'node:http'
import { loadavg } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createTestAgent, sampleHours, serverKey } from '@windlass/backend/testing/agentClient'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { MetricType, ServerReport } from '@windlass/shared-kit/contract/serverMetrics'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

/** Both can be made smaller for a quick look; the figures name what was measured. */
const AGENTS = Number(process.env['METRIC_AGENTS'] ?? 1_000)
const DAYS = Number(process.env['METRIC_DAYS'] ?? 90)
const MINUTES_DAYS = Math.min(DAYS, 31)
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_HOURS = 24
const MONTH_MS = 31 * DAY_HOURS * HOUR_MS
/** Ranges of the page, from the shortest to one of which every minute is kept. */
const RANGES = { hour: HOUR_MS, day: DAY_HOURS * HOUR_MS, month: MONTH_MS } as const
const ROUNDS = 9
const CHARTS_TARGET_MS = 300
/** Rules look at a minute this long after its start. */
const RULES_LOOK_SECONDS = 5
const MINUTE_SECONDS = 60
const CONNECTIONS = 64
const POINTS = 60
const SAMPLES = 400
const MEGABYTE = 1024 * 1024

/** What a usual server reports: 25 items. */
const ITEMS: readonly (readonly [number, string])[] = [
  [MetricType.Cpu, 'cpu_usage'],
  [MetricType.Ram, 'ram_usage'],
  ...['loadavg_1m', 'loadavg_5m', 'loadavg_15m'].map((item) => [MetricType.Load, item] as const),
  ...['tcp.total', 'tcp.established'].map((item) => [MetricType.Tcp, item] as const),
  ...['eth0.in', 'eth0.out', 'eth1.in', 'eth1.out'].map((item) => [MetricType.PublicNetwork, item] as const),
  ...['lo.in', 'lo.out'].map((item) => [MetricType.PrivateNetwork, item] as const),
  ...['sda1', 'sdb1', 'sdc1'].flatMap((disk) =>
    ['usage', 'inode_usage'].map((item) => [MetricType.DiskUsage, `/dev/${disk}.${item}`] as const),
  ),
  ...['sda', 'sdb', 'sdc'].flatMap((disk) =>
    ['read_iops', 'write_iops'].map((item) => [MetricType.DiskIo, `${disk}.${item}`] as const),
  ),
]

const fileOf = (dataDir: string) => path.join(dataDir, 'windlass.sqlite')

/** Writes the history of all servers as ninety days of reports leave it, and what came since the last full hour. */
function fill(dataDir: string): void {
  const db = new DatabaseSync(fileOf(dataDir))
  // The console turns its journal on again when it opens the file.
  db.exec(
    'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -200000; begin',
  )
  const server = db.prepare(
    `insert into server(id, namespace_id, name, ip, port, owner, os, state, insert_time, update_time)
     values (?, 1, ?, ?, 22, 'root', 'linux', 1, 1, 1)`,
  )
  const series = db.prepare('insert into metric_series(server_id, type, item, seen_time) values (?, ?, ?, ?)')
  for (let id = 1; id <= AGENTS; id++) {
    server.run(id, `server ${id}`, `10.${id >> 8}.${id & 255}.1`)
    for (const [type, item] of ITEMS) series.run(id, type, item, Date.now())
  }
  const last = Math.floor(Date.now() / HOUR_MS) - 1
  const span = (days: number) => `with recursive hours(hour) as
    (select ${last - days * DAY_HOURS} union all select hour + 1 from hours where hour < ${last - 1})`
  db.exec(`insert into metric_hour ${span(DAYS)}
    select id, hour, 60, (id * 7 + hour * 13) % 9973 / 100.0, (id * 7 + hour * 13) % 4999 / 100.0, 100.5
    from metric_series cross join hours order by id, hour`)
  db.exec('create temp table sample_pack(id integer primary key, pack blob)')
  const pack = db.prepare('insert into sample_pack(id, pack) values (?, ?)')
  for (const [index, bytes] of sampleHours(SAMPLES).entries()) pack.run(index, bytes)
  db.exec(`insert into metric_pack ${span(MINUTES_DAYS)}
    select metric_series.id, hour, pack from metric_series cross join hours
    join sample_pack on sample_pack.id = (metric_series.id + hour) % ${SAMPLES} order by metric_series.id, hour`)
  db.exec(`insert into metric_sample with recursive minutes(minute) as
    (select ${last * 60} union all select minute + 1 from minutes where minute < ${Math.floor(Date.now() / MINUTE_MS)})
    select minute, id, (id + minute) % 97 from minutes cross join metric_series order by minute, id`)
  db.exec('commit')
  db.close()
}

/** The table that agents fill when every value is a row, with the rows of one server only: less than it would hold. */
function fillPlain(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`pragma synchronous = off; create table server_agent_log(id integer primary key, server_id integer,
    type integer, item text, value text, report_time text)`)
  db.exec('begin')
  const now = Math.floor(Date.now() / MINUTE_MS)
  for (const [type, item] of ITEMS) {
    db.exec(`insert into server_agent_log(server_id, type, item, value, report_time)
      with recursive minutes(minute) as
      (select ${now - MONTH_MS / MINUTE_MS} union all select minute + 1 from minutes where minute < ${now})
      select 1, ${type}, '${item}', printf('%.2f', minute % 9973 / 100.0), datetime(minute * 60, 'unixepoch') from minutes`)
  }
  db.exec('create index log_item on server_agent_log(server_id, type, item, report_time); commit')
  return db
}

/** All charts of a month from one row a minute: every row is read, and one in so many is kept. */
function readPlain(db: DatabaseSync): number {
  const start = performance.now()
  const from = new Date(Date.now() - MONTH_MS).toISOString().slice(0, 19).replace('T', ' ')
  const rows = db.prepare(
    'select item, value, report_time from server_agent_log where server_id = 1 and type = ? and report_time >= ?',
  )
  for (const type of Object.values(MetricType)) {
    for (const points of Map.groupBy(rows.all(type, from), ({ item }) => item).values()) {
      const step = Math.max(1, Math.floor(points.length / POINTS))
      JSON.stringify(points.filter((_point, index) => (index + 1) % step === 0))
    }
  }
  return performance.now() - start
}

/** All eight charts of a range, asked for at once as the page does; of another server each time. */
function chartsReader(api: Api, rangeMs: number) {
  let serverId = 0
  return async (): Promise<number> => {
    serverId = (serverId + 37) % AGENTS
    const start = performance.now()
    const datetimeRange = `${new Date(Date.now() - rangeMs).toISOString()},${new Date().toISOString()}`
    const charts = await Promise.all(
      Object.values(MetricType).map((type) => api.call(ServerReport, { serverId: serverId + 1, type, datetimeRange })),
    )
    const items = charts.reduce((sum, { map }) => sum + Object.keys(map).length, 0)
    if (items !== ITEMS.length) throw new Error(`${items} lines came instead of ${ITEMS.length}`)
    return performance.now() - start
  }
}

const agentsOf = ({ url, dataDir }: ConsoleProcess, connections: http.Agent) =>
  Array.from({ length: AGENTS }, (_each, index) =>
    createTestAgent({ url, serverId: index + 1, key: serverKey(dataDir, index + 1) }, connections),
  )

/** A minute of all agents of the console's own kind, at the same moment and each with a connection of its own. */
async function reportAtOnce(server: ConsoleProcess): Promise<number> {
  const connections = new http.Agent()
  const values = ITEMS.map(([type, item], index) => ({ type, item, value: `${index}.5` }))
  const agents = agentsOf(server, connections)
  const start = performance.now()
  const answers = await Promise.all(agents.map((agent) => agent.reportMany(values)))
  const seconds = (performance.now() - start) / 1_000
  connections.destroy()
  const refused = answers.find(({ code }) => code !== 0)
  if (refused) throw new Error(`a report was refused: ${refused.message}`)
  return seconds
}

/** A minute of all agents: each value in a request of its own, signed, as agents send them. */
async function reportMinute(server: ConsoleProcess): Promise<number> {
  const connections = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const work: (() => Promise<void>)[] = []
  for (const agent of agentsOf(server, connections)) {
    for (const [index, [type, item]] of ITEMS.entries()) {
      work.push(async () => {
        const { code, message } = await agent.report(type, item, `${index}.25`)
        if (code !== 0) throw new Error(`a report was refused: ${message}`)
      })
    }
  }
  // Each agent has a request of its own on the way, and no more than one.
  const worker = async () => {
    for (let next = work.pop(); next; next = work.pop()) await next()
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AGENTS }, worker))
  connections.destroy()
  return (performance.now() - start) / 1_000
}

/** How fast a month is there with many agents, and whether the console keeps up with all of them. */
export async function run(): Promise<Comparison[]> {
  const onLoad = `, load ${loadavg()[0]?.toFixed(1)}`
  const empty = await startConsole()
  await empty.end()
  fill(empty.dataDir)
  const size = statSync(fileOf(empty.dataDir)).size / MEGABYTE
  const server = await empty.restart()
  const plainFile = `${fileOf(empty.dataDir)}.plain`
  try {
    const plain = fillPlain(plainFile)
    const api = await openApi(server.url)
    const times = await alternated(ROUNDS, {
      hour: chartsReader(api, RANGES.hour),
      day: chartsReader(api, RANGES.day),
      month: chartsReader(api, RANGES.month),
      plain: async () => readPlain(plain),
    })
    plain.close()
    const together = await reportAtOnce(server)
    const seconds = await reportMinute(server)
    const month = median(times.month)
    const many = `${AGENTS} agents, ${ITEMS.length} items, ${DAYS} days, ${Math.round(size)} MB${onLoad}`
    return [
      ...(['hour', 'day', 'month'] as const).map((range) => ({
        name: `server-metrics, ${range === 'hour' ? 'an' : 'a'} ${range} in eight charts against ${CHARTS_TARGET_MS} ms`,
        ratio: median(times[range]) / CHARTS_TARGET_MS,
        target: 1,
        figures: `${milliseconds(median(times[range]))}, longest ${milliseconds(Math.max(...times[range]))}; ${many}`,
      })),
      {
        name: 'server-metrics, a month against one row a minute',
        ratio: month / median(times.plain),
        target: 0.5,
        figures: `${milliseconds(month)} over HTTP against ${milliseconds(median(times.plain))} in the process, of one server alone`,
      },
      {
        name: 'server-metrics, a minute of all agents at once, one call each, before rules look',
        ratio: together / RULES_LOOK_SECONDS,
        target: 1,
        figures: `${AGENTS} signed calls with ${ITEMS.length} values in ${together.toFixed(1)} s, of ${RULES_LOOK_SECONDS} s${onLoad}`,
      },
      {
        name: 'server-metrics, a minute of all agents against a minute',
        ratio: seconds / MINUTE_SECONDS,
        target: 0.5,
        figures: `${AGENTS * ITEMS.length} signed reports in ${seconds.toFixed(1)} s, sender on the same cores${onLoad}`,
      },
    ]
  } finally {
    await server.remove()
    rmSync(plainFile, { force: true })
  }
}
