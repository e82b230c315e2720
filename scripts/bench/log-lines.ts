import { type FileHandle, mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi, until } from '@windlass/e2e/support/fixtures'
import { DeployLog, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { execa } from 'execa'
import { buildConsole } from '../build.ts'
import { type Comparison, median, milliseconds } from './benchmark.ts'

const LINES = 200_000
const ROUNDS = 9
const PATIENCE_MS = 60_000
const LIMIT_MS = 200
/** Everything is there before somebody has looked around. */
const READ_LIMIT_MS = 2_000
/** Output is stored ten times a second, and pages are told of it four times a second. */
const NEWS_LIMIT_MS = 500
const MIB = 1024 * 1024
const LINE = '.dp-logline'
const NAME = 'long'

/** How long each step in a running deploy's log of 200,000 lines takes, and what the log weighs in the browser. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-bench-'))
  const server = await startConsole()
  const browser = await launchBrowser()
  const script = await prepareScript(folder)
  try {
    const address = await deploy(await openApi(server.url), script)
    const open = await visit(browser, { url: server.url })
    await signIn(open)
    // A busy machine may make everything slow; the ratios stay what they are.
    open.page.setDefaultTimeout(PATIENCE_MS)
    const before = await heapOf(open)
    // The first time also loads the page itself, which the other benchmarks are about.
    await openLog(open, address)
    const weight = (await heapOf(open)) - before
    const opened = await measured(() => openLog(open, address))
    const jumped = await measured((round) => jumpTo(open, 1000 + ((round * 77_777) % LINES)))
    const found = await measured((round) => searchFor(open, String(LINES - round * 10)))
    const followed = await measured((round) => followOn(open, script.more, `a line that came later ${round}`))
    const steps: [name: string, times: number[], limit: number][] = [
      ['open to the first lines', opened.map(({ firstLine }) => firstLine), LIMIT_MS],
      ['open to the last line', opened.map(({ lastLine }) => lastLine), READ_LIMIT_MS],
      ['jump', jumped, LIMIT_MS],
      ['search', found, LIMIT_MS],
      ['follow, from the answer', followed.map(({ sinceAnswer }) => sinceAnswer), LIMIT_MS],
      ['follow, from the program', followed.map(({ sinceSaid }) => sinceSaid), NEWS_LIMIT_MS],
    ]
    return steps.map(([name, times, limit]) => compare(name, median(times), limit, weight))
  } finally {
    await browser.close()
    // The script ends with what it reads, and the deploy with it.
    await script.more.close()
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

function compare(name: string, took: number, limit: number, weight: number): Comparison {
  const what = `in a log of ${LINES} lines that weighs ${Math.round(weight / MIB)} MiB`
  const figures = `${milliseconds(took)} of ${limit} ms allowed, ${what}, ${ROUNDS} rounds`
  return { name: `log-lines, ${name}`, ratio: took / limit, target: 1, figures }
}

async function measured<Took>(step: (round: number) => Promise<Took>): Promise<Took[]> {
  const times: Took[] = []
  for (let round = 1; round <= ROUNDS; round++) times.push(await step(round))
  return times
}

async function heapOf({ page }: Visit): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

interface Script {
  content: string
  /** What is written here the script says too. */
  more: FileHandle
}

/** A script that says its lines at once and then whatever it is told, until the other end closes. */
async function prepareScript(folder: string): Promise<Script> {
  const [lines, pipe] = [path.join(folder, 'lines'), path.join(folder, 'more')]
  const text = Array.from({ length: LINES }, (_none, index) => `[${index}] compiled src/module-${index}.ts\n`).join('')
  await writeFile(lines, text)
  await execa('mkfifo', [pipe])
  // Opened for both, as it would else wait for the script.
  return { content: `cat ${lines} ${pipe}`, more: await openFile(pipe, 'r+') }
}

/** Starts the deploy, waits until the console has stored all that was said, and answers the address of its page. */
async function deploy(api: Api, { content }: Script): Promise<string> {
  const fields = { name: NAME, repoType: 'empty', branch: 'virtual', environment: 4, path: '/srv/long' } as const
  await api.call(ProjectAdd, { ...fields, script: { afterPull: { mode: 'sh', content } } })
  const projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
  const { token } = await api.call(DeployPublish, { projectId })
  let offset = 0
  await until(
    'the log is stored',
    async () => {
      const { entries, nextOffset } = await api.call(DeployLog, { projectId, token, offset })
      offset = nextOffset
      return entries.some(({ text }) => text.includes(`[${LINES - 1}]`))
    },
    PATIENCE_MS,
  )
  return `#/deploy/detail/${projectId}?token=${token}`
}

interface Wish {
  /** What the time is noted as. */
  name: string
  /** In the line that is waited for. */
  wanted: string
  /** The time starts with the next event of this kind; without one it starts now. */
  event?: 'input' | 'keydown'
  /** Where to go when the time starts. */
  hash?: string
}

/** Notes the time to the first moment after a picture that shows a line with the text. */
const noteLines = ({ page }: Visit, ...wishes: Wish[]) =>
  page.evaluate(
    ([selector, wishes]) => {
      performance.clearMeasures()
      const watch = (name: string, wanted: string, start: number) => {
        const isThere = [...document.querySelectorAll(selector)].some((line) => line.textContent.includes(wanted))
        if (!isThere) return requestAnimationFrame(() => watch(name, wanted, start))
        return requestAnimationFrame(() => setTimeout(() => performance.measure(name, { start })))
      }
      for (const { name, wanted, event, hash } of wishes) {
        const begin = ({ timeStamp }: { timeStamp: number }) => watch(name, wanted, timeStamp)
        if (event) addEventListener(event, begin, { once: true, capture: true })
        else begin({ timeStamp: performance.now() })
        if (hash) location.hash = hash
      }
    },
    [LINE, wishes] as const,
  )

async function notedTime({ page }: Visit, name: string): Promise<number> {
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, name)
  return page.evaluate((name) => performance.getEntriesByName(name)[0]?.duration ?? Number.NaN, name)
}

/** From the board, with the page of the project closed, to the first line that can be read and to the last one. */
async function openLog(open: Visit, hash: string): Promise<{ firstLine: number; lastLine: number }> {
  const close = open.page.getByRole('button', { name: `Close ${NAME}` })
  if ((await close.count()) > 0) await close.click()
  await open.page.locator('.dp-card').first().waitFor()
  await noteLines(open, { name: 'first', wanted: '', hash }, { name: 'last', wanted: `[${LINES - 1}]` })
  return { firstLine: await notedTime(open, 'first'), lastLine: await notedTime(open, 'last') }
}

async function jumpTo(open: Visit, number: number): Promise<number> {
  const field = open.page.getByRole('textbox', { name: 'Go to line' })
  await field.fill(String(number))
  await noteLines(open, { name: 'jump', wanted: `[${number - 1}]`, event: 'keydown' })
  await field.press('Enter')
  return notedTime(open, 'jump')
}

async function searchFor(open: Visit, word: string): Promise<number> {
  const field = open.page.getByRole('searchbox', { name: 'Find in the log' })
  await field.fill('')
  await open.page.waitForTimeout(300)
  await noteLines(open, { name: 'search', wanted: `[${word}]`, event: 'input' })
  await field.fill(`[${word}]`)
  const took = await notedTime(open, 'search')
  await field.fill('')
  return took
}

/** From the moment the script says a new last line, and from the answer that brings it, to the picture that shows it. */
async function followOn(open: Visit, more: FileHandle, line: string) {
  const { page } = open
  const follow = page.getByRole('button', { name: 'Follow' })
  if ((await follow.getAttribute('aria-pressed')) !== 'true') await follow.click()
  await page.evaluate(() => performance.clearResourceTimings())
  await noteLines(open, { name: 'follow', wanted: line })
  await more.write(`${line}\n`)
  const sinceSaid = await notedTime(open, 'follow')
  const sinceAnswer = await page.evaluate(() => {
    const [shown] = performance.getEntriesByName('follow')
    if (!shown) return Number.NaN
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => 'responseEnd' in entry && entry.name.includes('getLog'))
    // The first answer after the line was said; one that was on its way before does not have it.
    const first = answers.find(({ requestStart }) => requestStart >= shown.startTime)
    return shown.startTime + shown.duration - (first?.responseEnd ?? Number.NaN)
  })
  return { sinceSaid, sinceAnswer }
}
