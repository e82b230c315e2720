import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchBrowser, signIn, visit } from '@windlass/e2e/support/browser'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { buildConsole } from '../build.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'
import { publisher, type Release } from './publisher.ts'

const PAGES = 300
const ROUNDS = 9
/** What the registry of a user may add to the page, in milliseconds. */
const ANSWER_LIMIT_MS = 1
/** From the command to the first page of a user that has the new version, in milliseconds. */
const LIVE_LIMIT_MS = 10_000
const AREA = 'logs'
const PAGE = '/#/log/loginLog'

/** What the registry costs the page, and how long a canary takes to reach its users. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const server = await startConsole()
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-bench-'))
  try {
    const release = await publisher(server, folder)
    release('publish', AREA, '1.0.0')
    release('promote', AREA, '1.0.0', '--yes')
    return [await measureCanary(server, release), await measureAnswer(server)]
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
}

/** Build, checks, signature, upload, canary, and the page of a user who is in it. */
async function measureCanary({ url }: ConsoleProcess, release: Release): Promise<Comparison> {
  const browser = await launchBrowser()
  try {
    const open = await visit(browser, { url })
    await signIn(open)
    const startedAt = performance.now()
    release('publish', AREA, '1.1.0')
    release('canary', AREA, '1.1.0', '--percent', '100')
    const seen = open.page.waitForResponse((answer) => answer.url().includes(`/remotes/${AREA}/1.1.0/`))
    await open.page.goto(PAGE)
    await open.page.reload()
    await seen
    await open.page.getByRole('heading', { level: 1 }).first().waitFor()
    const tookMs = performance.now() - startedAt
    const figures = `${(tookMs / 1000).toFixed(1)} s from \`release publish\` to the page of a user, of ${LIVE_LIMIT_MS / 1000} s allowed`
    return { name: 'release, publish to live', ratio: tookMs / LIVE_LIMIT_MS, target: 1, figures }
  } finally {
    await browser.close()
  }
}

/** The page of somebody signed in, whose versions are chosen for him, against the page of nobody. */
async function measureAnswer({ url }: ConsoleProcess): Promise<Comparison> {
  const { cookie } = await openApi(url)
  const times = await alternated(ROUNDS, {
    ours: () => medianAnswer(url, { cookie }),
    baseline: () => medianAnswer(url, {}),
  })
  const [ours, baseline] = [median(times.ours), median(times.baseline)]
  const added = Math.max(0, ours - baseline)
  const figures = `p50 ${ours.toFixed(2)} ms with a registry of one's own against ${milliseconds(baseline)} for nobody, ${ROUNDS} × ${PAGES} pages; the ratio is what it adds, of ${ANSWER_LIMIT_MS} ms allowed`
  return { name: 'release, registry answer', ratio: added / ANSWER_LIMIT_MS, target: 1, figures }
}

async function medianAnswer(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < PAGES; count++) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'br' } })
    await answer.arrayBuffer()
    times.push(performance.now() - startedAt)
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  }
  return median(times)
}
