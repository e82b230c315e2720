import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { MonitorAdd, MonitorType } from '@windlass/shared-kit/contract/monitor'
import type { Comparison } from './benchmark.ts'

const MONITORS = 2_000
const INTERVAL_SECONDS = 10
const PORTS = 50
/** Adding them leaves crowds behind; the figures begin when all have been checked on time for a while. */
const SETTLE_SECONDS = 20
const MEASURED_SECONDS = 60
const ADDED_AT_ONCE = 16
const LATE_MS = 1_000
const LATE_SHARE = 0.01
/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100
const TARGET = 12
const SECOND_MS = 1_000

/** Real listeners that note when each monitor came. */
interface Listeners {
  targets: string[]
  arrivals: Map<string, number[]>
  close(): void
}

const listening = async (server: http.Server | net.Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Half of the monitors look at pages of their own, half at ports, which several share. */
async function startListeners(): Promise<Listeners> {
  const arrivals = new Map<string, number[]>()
  const note = (who: string) => {
    const times = arrivals.get(who)
    if (times) times.push(Date.now())
    else arrivals.set(who, [Date.now()])
  }
  const site = http.createServer((request, response) => {
    note(request.url ?? '')
    response.end('fine')
  })
  const sitePort = await listening(site)
  const doors = await Promise.all(
    Array.from({ length: PORTS }, async () => {
      const server = net.createServer((socket) => socket.on('error', () => socket.destroy()).end())
      return { server, port: await listening(server) }
    }),
  )
  const targets = Array.from({ length: MONITORS }, (_each, index) =>
    index % 2 === 0 ? `http://127.0.0.1:${sitePort}/${index}` : `127.0.0.1:${doors[index % PORTS]?.port}`,
  )
  return {
    targets,
    arrivals,
    close: () => {
      site.close()
      site.closeAllConnections()
      for (const { server } of doors) server.close()
    },
  }
}

/** Processor seconds a process has used so far. */
async function processorSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

async function coresOf(pid: number, seconds: number): Promise<number> {
  const before = await processorSeconds(pid)
  await wait(seconds * SECOND_MS)
  return ((await processorSeconds(pid)) - before) / seconds
}

/** How late each arrival was on the grid of its monitor's interval, which its earliest arrival stands on. */
function latenessOf({ arrivals }: Listeners): number[] {
  const interval = INTERVAL_SECONDS * SECOND_MS
  return [...arrivals.values()].flatMap((times) => {
    const onGrid = times.map((time, index) => time - index * interval)
    const origin = Math.min(...onGrid)
    return onGrid.map((time) => time - origin)
  })
}

async function addMonitors(url: string, { targets }: Listeners): Promise<void> {
  const api = await openApi(url)
  const base = { second: INTERVAL_SECONDS, times: 3, silentCycle: 5, notifyType: 255 as const }
  const rest = [...targets.entries()]
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [index, item] = next
      const type = index % 2 === 0 ? MonitorType.Site : MonitorType.Port
      const notifyTarget = 'http://127.0.0.1:9/room'
      await api.call(MonitorAdd, {
        ...base,
        name: `m${index}`,
        type,
        notifyTarget,
        target: { items: [item], timeout: 5 },
      })
    }
  }
  await Promise.all(Array.from({ length: ADDED_AT_ONCE }, worker))
}

async function bareCores({ targets }: Listeners): Promise<number> {
  const bare: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'bareProbes.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TARGETS: JSON.stringify(targets), SECONDS: String(INTERVAL_SECONDS) },
  })
  try {
    if (bare.stdout) await once(bare.stdout, 'data')
    await wait(SETTLE_SECONDS * SECOND_MS)
    return await coresOf(bare.pid ?? 0, MEASURED_SECONDS)
  } finally {
    bare.kill()
  }
}

/** What two thousand monitors at ten seconds cost one node, and how many of their checks begin late. */
export async function run(): Promise<Comparison[]> {
  const listeners = await startListeners()
  const server = await startConsole()
  try {
    await addMonitors(server.url, listeners)
    await wait(SETTLE_SECONDS * SECOND_MS)
    listeners.arrivals.clear()
    const cores = await coresOf(server.pid, MEASURED_SECONDS)
    const lateness = latenessOf(listeners)
    await server.end()
    const bare = await bareCores(listeners)
    const late = lateness.filter((ms) => ms > LATE_MS).length / lateness.length
    const sorted = [...lateness].sort((one, other) => one - other)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    const many = `${MONITORS} monitors every ${INTERVAL_SECONDS} s, ${MEASURED_SECONDS} s`
    return [
      {
        name: 'monitor-load, processor against bare requests',
        ratio: cores / bare,
        target: TARGET,
        figures: `${cores.toFixed(2)} cores against ${bare.toFixed(2)} with nothing judged or kept, ${many}`,
      },
      {
        name: 'monitor-load, processor against one core',
        ratio: cores,
        target: 1,
        figures: `${cores.toFixed(2)} cores, ${many}`,
      },
      {
        name: 'monitor-load, late checks against 1 %',
        ratio: late / LATE_SHARE,
        target: 1,
        figures: `${(late * 100).toFixed(2)} % of ${lateness.length} checks more than 1 s late, p99 ${Math.round(p99)} ms`,
      },
    ]
  } finally {
    listeners.close()
    await server.remove()
  }
}
