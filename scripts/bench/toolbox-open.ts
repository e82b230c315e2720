import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { buildConsole } from '../build.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 15
/** From the click to a field that takes what is typed, in milliseconds. */
const OPEN_LIMIT_MS = 150
/** What the limit is on a machine that opens a dialog with six lines of text in 30 ms. */
const DIALOG_TARGET = 5
const FIELD = '.toolbox-panel :is(input, textarea):focus'
const KEY_LIST = '.keyboard-help'
const TYPED = '7'

/** How long the toolbox takes to open once a pointer rested on its button, against the smallest dialog of the console. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const server = await startConsole()
  const browser = await launchBrowser()
  try {
    const open = await visit(browser, { url: server.url })
    await signIn(open)
    const times = await alternated(ROUNDS, { ours: () => openToolbox(open), baseline: () => openKeyList(open) })
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
        figures: `${milliseconds(ours)} against ${milliseconds(baseline)} for the list of keys opened again, ${ROUNDS} fresh pages each`,
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** A page in which no dialog was drawn before; what it loads is in the browser's cache from the page before. */
async function freshPage({ page }: Visit): Promise<void> {
  await page.goto('about:blank')
  await page.goto('/#/deploy/index', { waitUntil: 'networkidle' })
  // What an earlier page remembered would make the field one with something in it.
  await page.evaluate(() => localStorage.removeItem('windlass.private.toolbox.date'))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** Notes the time from the next event to the first moment after a picture that shows what the selector names. */
const noteTime = ({ page }: Visit, event: 'click' | 'keydown', selector: string) =>
  page.evaluate(
    ([event, selector]) => {
      const look = (startedAt: number) => {
        if (!document.querySelector(selector)) return requestAnimationFrame(() => look(startedAt))
        // After the picture, and after all that was in the way of the next key.
        return requestAnimationFrame(() => setTimeout(() => performance.measure('opened', { start: startedAt })))
      }
      addEventListener(event, ({ timeStamp }) => look(timeStamp), { once: true, capture: true })
    },
    [event, selector] as const,
  )

async function notedTime({ page }: Visit): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('opened').length > 0)
  return page.evaluate(() => performance.getEntriesByName('opened')[0]?.duration ?? Number.NaN)
}

/** Resolves once the tool that will show is in the page; the tools after it come when the box is open. */
const waitForPreload = ({ page }: Visit) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('tool-date.')))

async function openToolbox(open: Visit): Promise<number> {
  await freshPage(open)
  const { page } = open
  const button = page.getByRole('button', { name: 'Toolbox' })
  await button.hover()
  await waitForPreload(open)
  await button.click()
  const entry = page.getByRole('menuitem', { name: 'Date transform' })
  await entry.hover()
  await noteTime(open, 'click', FIELD)
  await entry.click()
  const took = await notedTime(open)
  await page.keyboard.press(TYPED)
  const text = await page.locator(FIELD).inputValue()
  if (text !== TYPED) throw new Error(`the field had the focus and took "${text}" in place of what was typed`)
  return took
}

/** Opened for the second time: its code is in the page as well then, because nothing loads it ahead. */
async function openKeyList(open: Visit): Promise<number> {
  await freshPage(open)
  const list = open.page.locator(KEY_LIST)
  await open.page.keyboard.press('?')
  await list.waitFor()
  await open.page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await noteTime(open, 'keydown', KEY_LIST)
  await open.page.keyboard.press('?')
  return notedTime(open)
}
