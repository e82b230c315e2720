import { randomUUID } from 'node:crypto'
import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi, until } from '@windlass/e2e/support/fixtures'
import type { DeployLogEntry } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { buildConsole } from '../build.ts'
import { type Comparison, median, milliseconds } from './benchmark.ts'

const LINES = 200_000
/** As the server cuts a log into answers. */
const LINES_A_PIECE = 40
const PIECES_AN_ANSWER = 64
const ROUNDS = 9
const PATIENCE_MS = 60_000
const LIMIT_MS = 200
const READ_LIMIT_MS = 120_000
const MIB = 1024 * 1024
const LINE = '.dp-logline'
const MARK = 'a line that came later'

/** How long each step in a log of 200,000 lines takes, and what the log weighs in the browser. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const server = await startConsole()
  const browser = await launchBrowser()
  try {
    const api = await openApi(server.url)
    const fields = { name: 'long', repoType: 'empty', branch: 'virtual', environment: 4, path: '/srv/long' } as const
    await api.call(ProjectAdd, fields)
    const projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    const open = await visit(browser, { url: server.url })
    await signIn(open)
    // A busy machine may make everything slow; the ratios stay what they are.
    open.page.setDefaultTimeout(PATIENCE_MS)
    const before = await heapOf(open)
    const log = await serveLog(open)
    await open.page.goto(`/#/deploy/detail/${projectId}?token=${randomUUID()}`)
    await log.isRead()
    const weight = (await heapOf(open)) - before
    const steps = {
      jump: await measured((round) => jumpTo(open, 1000 + ((round * 77_777) % LINES))),
      search: await measured((round) => searchFor(open, String(LINES - round * 10))),
      follow: await measured(() => followOn(open, log)),
    }
    return Object.entries(steps).map(([name, took]) => ({
      name: `log-lines, ${name}`,
      ratio: took / LIMIT_MS,
      target: 1,
      figures: `${milliseconds(took)} of ${LIMIT_MS} ms allowed, in a log of ${LINES} lines that weighs ${Math.round(weight / MIB)} MiB, ${ROUNDS} rounds`,
    }))
  } finally {
    await browser.close()
    await server.remove()
  }
}

async function measured(step: (round: number) => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 1; round <= ROUNDS; round++) times.push(await step(round))
  return median(times)
}

async function heapOf({ page }: Visit): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

const text = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_none, index) => `[${from + index}] compiled src/module-${index}.ts in ${index} ms\n`,
  ).join('')

/** Answers the questions for the log in the place of the server; offsets are numbers of lines here. */
async function serveLog({ page }: Visit) {
  let total = LINES
  let added = ''
  let read = 0
  await page.route('**/deploy/getLog*', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    const entries: DeployLogEntry[] = []
    let next = offset
    for (let piece = 0; piece < PIECES_AN_ANSWER && next < total; piece++) {
      const count = Math.min(LINES_A_PIECE, LINES - next)
      const entry = {
        time: 0,
        stage: 'transfer',
        serverId: 1 + (piece % 2),
        serverName: `web-${1 + (piece % 2)}`,
      } as const
      entries.push({ ...entry, offset: next, stream: 'out', text: count > 0 ? text(next, count) : added })
      next += count > 0 ? count : 1
    }
    read = next
    await route.fulfill({ json: { code: 0, message: '', data: { entries, nextOffset: next, isEnded: false } } })
  })
  return {
    isRead: async () => {
      await until('the log is read', async () => read >= total, READ_LIMIT_MS)
      await page.locator(LINE).first().waitFor()
      await page.waitForTimeout(1000)
    },
    add: (line: string) => {
      added = `${line}\n`
      total++
    },
  }
}

/** The time from the next event of a kind to the first moment after a picture that shows a line with the text. */
const noteLine = ({ page }: Visit, event: 'input' | 'keydown', wanted: string) =>
  page.evaluate(
    ([selector, event, wanted]) => {
      performance.clearMeasures('shown')
      const watch = (start: number) => {
        const isThere = [...document.querySelectorAll(selector)].some((line) => line.textContent.includes(wanted))
        if (!isThere) return requestAnimationFrame(() => watch(start))
        return requestAnimationFrame(() => setTimeout(() => performance.measure('shown', { start })))
      }
      addEventListener(event, ({ timeStamp }) => watch(timeStamp), { once: true, capture: true })
    },
    [LINE, event, wanted] as const,
  )

async function notedTime({ page }: Visit): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  return page.evaluate(() => performance.getEntriesByName('shown')[0]?.duration ?? Number.NaN)
}

async function jumpTo(open: Visit, number: number): Promise<number> {
  const field = open.page.getByRole('textbox', { name: 'Go to line' })
  await field.fill(String(number))
  await noteLine(open, 'keydown', `[${number - 1}]`)
  await field.press('Enter')
  return notedTime(open)
}

async function searchFor(open: Visit, word: string): Promise<number> {
  const field = open.page.getByRole('searchbox', { name: 'Find in the log' })
  await field.fill('')
  await open.page.waitForTimeout(300)
  await noteLine(open, 'input', `[${word}]`)
  await field.fill(`[${word}]`)
  const took = await notedTime(open)
  await field.fill('')
  return took
}

let tails = 0

/** From the end of the answer that brings a new last line to the picture that shows it. */
async function followOn(open: Visit, log: Awaited<ReturnType<typeof serveLog>>): Promise<number> {
  const { page } = open
  const follow = page.getByRole('button', { name: 'Follow' })
  if ((await follow.getAttribute('aria-pressed')) !== 'true') await follow.click()
  const wanted = `${MARK} ${++tails}`
  await page.evaluate(() => performance.clearResourceTimings())
  log.add(wanted)
  const shownAt = await page.evaluate(
    ([selector, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = [...document.querySelectorAll(selector)].some((line) => line.textContent.includes(wanted))
          if (isThere) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    [LINE, wanted] as const,
  )
  const answeredAt = await page.evaluate(
    (before) =>
      Math.max(
        ...performance
          .getEntriesByType('resource')
          .filter(
            (entry): entry is PerformanceResourceTiming => 'responseEnd' in entry && entry.name.includes('getLog'),
          )
          .map(({ responseEnd }) => responseEnd)
          .filter((time) => time <= before),
      ),
    shownAt,
  )
  return shownAt - answeredAt
}
