import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import { RoleAdd, RoleList } from '@windlass/shared-kit/contract/role'
import autocannon from 'autocannon'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 50
const ROWS = 20
const TARGET = 5

/** How much slower a signed-in list is than a route that checks and reads nothing. */
export async function run(): Promise<Comparison[]> {
  const server = await startConsole()
  const bare = spawn(process.execPath, [path.join(import.meta.dirname, 'bareServer.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROWS: String(ROWS) },
  })
  try {
    const api = await openApi(server.url)
    const { list } = await api.call(RoleList)
    for (let number = list.length; number < ROWS; number++) await api.call(RoleAdd, { name: `role ${number}` })
    const bareUrl = await addressOf(bare)
    const headers = { cookie: api.cookie, [NAMESPACE_HEADER]: '1' }
    const rates: Record<string, number> = {}
    const p99 = await alternated(ROUNDS, {
      ours: () => load(server.url + RoleList.path, headers, rates),
      baseline: () => load(bareUrl, {}, rates),
    })
    const [ours, baseline] = [median(p99.ours), median(p99.baseline)]
    const perSecond = (url: string) => `${Math.round(rates[url] ?? 0)}/s`
    const figures = `p99 ${milliseconds(ours)} (${perSecond(server.url + RoleList.path)}) against ${milliseconds(baseline)} (${perSecond(bareUrl)}) bare, ${CONNECTIONS} connections, ${ROWS} rows`
    return [{ name: 'signed-in-list', ratio: ours / baseline, target: TARGET, figures }]
  } finally {
    bare.kill()
    await server.remove()
  }
}

async function addressOf(bare: ChildProcess): Promise<string> {
  if (!bare.stdout) throw new Error('the bare server has no output to read its address from')
  const [chunk] = (await once(bare.stdout, 'data')) as [Buffer]
  return chunk.toString().trim()
}

/** The p99 of some seconds of load; a wrong answer would be fast, so it fails the benchmark. */
async function load(url: string, headers: Record<string, string>, rates: Record<string, number>): Promise<number> {
  const verifyBody = (body: unknown) => String(body).startsWith('{"code":0')
  const result = await autocannon({ url, headers, verifyBody, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx + result.mismatches + result.errors > 0) throw new Error(`${url} answered something else`)
  rates[url] = result.requests.average
  return result.latency.p99
}
