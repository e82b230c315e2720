import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { buildConsole } from '../build.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 9
const PATIENCE_MS = 60_000
const MANY = 1000
const FEW = 20
const TARGET = 1.5
const CARD = '.dp-card'
/** In the name of exactly one project of each board. */
const NEEDLE = 'needle'

interface Board {
  server: ConsoleProcess
  open: Visit
}

/** How much slower a board of a thousand projects is than one of twenty: to its first cards, and to a filter. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const browser = await launchBrowser()
  const boards: Board[] = []
  try {
    for (const count of [MANY, FEW]) boards.push(await openBoard(browser, count))
    const [many, few] = boards.map(({ open }) => open)
    if (!many || !few) throw new Error('a board is missing')
    const shown = await alternated(ROUNDS, { many: () => showCards(many), few: () => showCards(few) })
    const filtered = await alternated(ROUNDS, { many: () => filterCards(many), few: () => filterCards(few) })
    return [
      compare('board-thousand, first cards', shown, 'from a fresh page to cards'),
      compare('board-thousand, filter', filtered, 'from a key to the one card that is left'),
    ]
  } finally {
    await browser.close()
    for (const { server } of boards) await server.remove()
  }
}

function compare(name: string, times: Record<'few' | 'many', number[]>, what: string): Comparison {
  const [many, few] = [median(times.many), median(times.few)]
  const figures = `${milliseconds(many)} with ${MANY} projects, ${milliseconds(few)} with ${FEW}, ${what}, ${ROUNDS} rounds`
  return { name, ratio: many / few, target: TARGET, figures }
}

async function openBoard(browser: Browser, count: number): Promise<Board> {
  const server = await startConsole()
  const api = await openApi(server.url)
  for (let number = 1; number <= count; number++) {
    await api.call(ProjectAdd, {
      name: number === count ? NEEDLE : `project ${number}`,
      repoType: 'empty',
      branch: 'virtual',
      environment: 1 + (number % 4),
      label: `team-${number % 7}`,
      path: `/srv/project-${number}`,
    })
  }
  const open = await visit(browser, { url: server.url })
  await signIn(open)
  // A busy machine may make everything slow; the ratios stay what they are.
  open.page.setDefaultTimeout(PATIENCE_MS)
  return { server, open }
}

/** Notes when a number of cards is there, counted from now or from the next event. */
const noteCards = ({ page }: Visit, wanted: number, event: 'input' | undefined) =>
  page.evaluate(
    ([selector, wanted, event]) => {
      const watch = (start: number) => {
        const count = document.querySelectorAll(selector).length
        const isThere = wanted === 1 ? count === 1 : count >= wanted
        if (!isThere) return requestAnimationFrame(() => watch(start))
        // After the picture, and after all that was in the way of the next key.
        return requestAnimationFrame(() => setTimeout(() => performance.measure('shown', { start })))
      }
      if (event === undefined) watch(0)
      else addEventListener(event, ({ timeStamp }) => watch(timeStamp), { once: true, capture: true })
    },
    [CARD, wanted, event] as const,
  )

async function notedTime({ page }: Visit): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  return page.evaluate(() => performance.getEntriesByName('shown')[0]?.duration ?? Number.NaN)
}

async function showCards(open: Visit): Promise<number> {
  await open.page.goto('about:blank')
  await open.page.goto('/#/deploy/index', { waitUntil: 'commit' })
  await noteCards(open, 9, undefined)
  return notedTime(open)
}

async function filterCards(open: Visit): Promise<number> {
  const { page } = open
  const search = page.getByRole('searchbox')
  await search.fill('')
  await page.locator(CARD).nth(8).waitFor()
  await page.evaluate(() => performance.clearMeasures('shown'))
  await noteCards(open, 1, 'input')
  await search.fill(NEEDLE)
  return notedTime(open)
}
