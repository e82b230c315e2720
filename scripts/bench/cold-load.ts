import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { launchBrowser } from '@windlass/e2e/support/browser'
import { ADMIN, type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { CONSOLE_DIR, ROOT } from '../build/workspace.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 15
const TARGET = 1.1
const PROJECTS = 20
/** What the visitor waits for; the last of the board, so that all of it is there. */
const AWAITED = 'bench-project-'
const MEGABIT_BYTES = 125_000
const BROADBAND = { downloadThroughput: 30 * MEGABIT_BYTES, uploadThroughput: 10 * MEGABIT_BYTES, latency: 20 }
const MOBILE = { downloadThroughput: 9 * MEGABIT_BYTES, uploadThroughput: 2 * MEGABIT_BYTES, latency: 60 }
type Line = typeof BROADBAND

/** How long the deploy board takes with an empty cache, federated and as one program. */
export async function run(): Promise<Comparison[]> {
  const build = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.ts'), '--mono'], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('the console could not be built; the lines above say why')
  const consoles = {
    ours: await startConsole({ env: { CONSOLE_DIR } }),
    baseline: await startConsole({ env: { CONSOLE_DIR: path.join(ROOT, 'dist/mono') } }),
  }
  const browser = await launchBrowser()
  try {
    const ours = await prepare(browser, consoles.ours)
    const baseline = await prepare(browser, consoles.baseline)
    return [
      await compare('cold-load, loopback', ours, baseline),
      await compare('cold-load, 30 Mbit/s and 20 ms', ours, baseline, BROADBAND),
      await compare('cold-load, 9 Mbit/s and 60 ms (4g)', ours, baseline, MOBILE),
    ]
  } finally {
    await browser.close()
    await consoles.ours.remove()
    await consoles.baseline.remove()
  }
}

/** A console with something on its board, and how long a new visitor waits for it. */
async function prepare(browser: Browser, { url }: ConsoleProcess) {
  const api = await openApi(url)
  for (let number = 0; number < PROJECTS; number++) await api.call(ProjectAdd, project(number))
  const session = await signedIn(browser, url)
  return (line?: Line) => visitCold(browser, url, session, line)
}

const project = (number: number) => ({
  name: `${AWAITED}${number}`,
  repoType: 'git' as const,
  url: 'https://example.org/repository.git',
  path: `/srv/project-${number}`,
  environment: 1,
  branch: 'main',
})

/** What a browser keeps of a sign-in. */
async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('input[autocomplete=username]').fill(ADMIN.account)
  await page.locator('input[autocomplete=current-password]').fill(ADMIN.password)
  await page.locator('button[type=submit]').click()
  await page.getByText(AWAITED).first().waitFor()
  const storageState = await context.storageState()
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await context.close()
  return { storageState, stored }
}

type Session = Awaited<ReturnType<typeof signedIn>>

/** Notes in the page when the awaited text is drawn: from outside, the way to the browser would be measured too. */
function noteArrival(input: { stored: string; awaited: string }): void {
  for (const [key, value] of Object.entries(JSON.parse(input.stored))) sessionStorage.setItem(key, String(value))
  const observer = new MutationObserver(() => {
    if (!document.getElementById('root')?.textContent.includes(input.awaited)) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('arrived'))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

async function visitCold(browser: Browser, url: string, { storageState, stored }: Session, line?: Line) {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', storageState })
  const page = await context.newPage()
  await page.addInitScript(noteArrival, { stored, awaited: AWAITED })
  if (line) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  }
  await page.goto('/#/deploy/index', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('arrived').length > 0)
  const arrivedAt = await page.evaluate(() => performance.getEntriesByName('arrived')[0]?.startTime)
  await context.close()
  if (arrivedAt === undefined) throw new Error('the board arrived without a time')
  return arrivedAt
}

type Visit = (line?: Line) => Promise<number>

async function compare(name: string, ours: Visit, baseline: Visit, line?: Line): Promise<Comparison> {
  const times = await alternated(ROUNDS, { ours: () => ours(line), baseline: () => baseline(line) })
  const [mine, theirs] = [median(times.ours), median(times.baseline)]
  const figures = `${milliseconds(mine)} against ${milliseconds(theirs)} as one program, ${ROUNDS} visits each`
  return { name, ratio: mine / theirs, target: TARGET, figures }
}
