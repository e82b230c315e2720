import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { buildConsole } from '../build.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 9
/** From the click to a field that takes what is typed, in milliseconds. */
const OPEN_LIMIT_MS = 150
/** The toolbox may cost so many times what a dialog costs that shows a few words. */
const DIALOG_TARGET = 4

/** How long the toolbox takes to open once a pointer rested on its button, against the smallest dialog of the console. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const server = await startConsole()
  const browser = await launchBrowser()
  try {
    const open = await visit(browser, { url: server.url })
    await signIn(open)
    const times = await alternated(ROUNDS, { ours: () => openToolbox(open), baseline: () => openHelp(open) })
    const [ours, baseline] = [median(times.ours), median(times.baseline)]
    return [
      {
        name: 'toolbox-open, click to field',
        ratio: ours / OPEN_LIMIT_MS,
        target: 1,
        figures: `${milliseconds(ours)} from the click to a field that takes what is typed, of ${OPEN_LIMIT_MS} ms allowed, ${ROUNDS} fresh pages`,
      },
      {
        name: 'toolbox-open, against a small dialog',
        ratio: ours / baseline,
        target: DIALOG_TARGET,
        figures: `${milliseconds(ours)} against ${milliseconds(baseline)} for the list of keys, ${ROUNDS} fresh pages each`,
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** A page in which nothing of a dialog was drawn before. */
async function freshPage({ page }: Visit): Promise<void> {
  await page.goto('about:blank')
  await page.goto('/#/deploy/index')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Milliseconds from an event of the page to the first picture in which the selector has what it names. */
const timeFrom = ({ page }: Visit, event: 'click' | 'keydown', selector: string) =>
  page.evaluate(
    ([event, selector]) =>
      new Promise<number>((resolve) => {
        const start = () => {
          const startedAt = performance.now()
          const look = () => {
            if (document.querySelector(selector)) requestAnimationFrame(() => resolve(performance.now() - startedAt))
            else requestAnimationFrame(look)
          }
          look()
        }
        addEventListener(event, start, { once: true, capture: true })
      }),
    [event, selector] as const,
  )

async function openToolbox(open: Visit): Promise<number> {
  await freshPage(open)
  const button = open.page.getByRole('button', { name: 'Toolbox' })
  await button.hover()
  await open.page.waitForLoadState('networkidle')
  await button.click()
  const entry = open.page.getByRole('menuitem', { name: 'Date transform' })
  await entry.waitFor()
  const took = timeFrom(open, 'click', '.toolbox-panel input:focus')
  await entry.click()
  return took
}

async function openHelp(open: Visit): Promise<number> {
  await freshPage(open)
  const took = timeFrom(open, 'keydown', '.keyboard-help')
  await open.page.keyboard.press('?')
  return took
}
