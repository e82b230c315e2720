import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchBrowser } from '@windlass/e2e/support/browser'
import type { Browser, Page } from 'playwright-core'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'
import { longestTask } from './longestTask.ts'
import { serveToolbox } from './serveToolbox.ts'

const ROUNDS = 7
const TARGET = 3
const TRACED_ROUNDS = 3
const LONGEST_TASK_MS = 50
const FILE_BYTES = 50_000_000
/** Each of them moves the tree elsewhere. */
const SCROLL_FRAMES = 60

/** How long the toolbox takes from choosing a file of 50 MB to its first line, against JSON.parse of its text in a worker. */
export async function run(): Promise<Comparison[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-bench-json-'))
  const file = path.join(folder, 'people.json')
  const toolbox = await serveToolbox()
  const browser = await launchBrowser()
  try {
    writeFileSync(file, makeDocument())
    const times = await alternated(ROUNDS, {
      ours: () => openInToolbox(browser, toolbox.url, file),
      baseline: () => parseInWorker(browser, toolbox.url, file),
    })
    const longest = await longestTasks(browser, toolbox.url, file)
    const [mine, theirs] = [median(times.ours), median(times.baseline)]
    const figures = `${milliseconds(mine)} to the first line against ${milliseconds(theirs)} with JSON.parse, ${ROUNDS} runs each`
    return [
      { name: 'json-open, 50 MB', ratio: mine / theirs, target: TARGET, figures },
      mainThread('json-open, longest task while opening', longest.opening),
      mainThread('json-open, longest task while scrolling', longest.scrolling),
    ]
  } finally {
    await browser.close()
    toolbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Recording slows things down, so these runs are not timed. */
async function longestTasks(browser: Browser, url: string, file: string) {
  const longest = { opening: 0, scrolling: 0 }
  for (let round = 0; round < TRACED_ROUNDS; round++) {
    const page = await visitTool(browser, url)
    const opening = await longestTask(browser, () => openFile(page, file))
    const scrolling = await longestTask(browser, () => scrollThrough(page))
    longest.opening = Math.max(longest.opening, opening)
    longest.scrolling = Math.max(longest.scrolling, scrolling)
    await page.close()
  }
  return longest
}

function mainThread(name: string, longest: number): Comparison {
  const figures = `${milliseconds(longest)} on the main thread of ${LONGEST_TASK_MS} ms allowed, the longest of ${TRACED_ROUNDS} runs`
  return { name, ratio: longest / LONGEST_TASK_MS, target: 1, figures }
}

/** Records as services answer them: objects in objects, some text, some numbers. */
function makeDocument(): string {
  const records: string[] = []
  for (let length = 0, id = 0; length < FILE_BYTES; id++) {
    const record = JSON.stringify({
      id,
      key: `${Math.imul(id, 2_654_435_761) >>> 0}-4a2b-9f`,
      active: id % 3 === 0,
      balance: id * 1.37,
      name: `Person ${id}`,
      email: `person${id}@example.org`,
      tags: ['alpha', 'beta', 'with "quotes"'],
      address: { city: 'Zürich', code: String(10_000 + (id % 90_000)), place: [id % 90, -(id % 180)] },
      note: null,
    })
    records.push(record)
    length += record.length + 1
  }
  return `[${records.join(',')}]`
}

/** Notes in the page when the file was chosen and when the first line is drawn. */
function noteTimes(): void {
  document.addEventListener('change', () => performance.mark('chosen'), { capture: true, once: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=treeitem]')) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('shown'))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Moves the tree elsewhere with every frame, as somebody does who drags its scroll bar. */
const scrollThrough = (page: Page) =>
  page.evaluate(async (frames) => {
    const tree = document.querySelector('[role=tree]')
    if (!tree) throw new Error('there is no tree to scroll')
    for (let frame = 1; frame <= frames; frame++) {
      tree.scrollTop = (tree.scrollHeight * frame) / frames
      await new Promise(requestAnimationFrame)
    }
  }, SCROLL_FRAMES)

const timeOf = (page: Page, name: string) =>
  page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN, name)

async function visitTool(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.addInitScript(noteTimes)
  await page.goto(`${url}/?tool=json`)
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  // The other tools are loaded ahead, which is none of this.
  await page.waitForLoadState('networkidle')
  return page
}

async function openFile(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
}

async function openInToolbox(browser: Browser, url: string, file: string): Promise<number> {
  const page = await visitTool(browser, url)
  await openFile(page, file)
  const took = (await timeOf(page, 'shown')) - (await timeOf(page, 'chosen'))
  await page.close()
  return took
}

/** Code of a worker that is sent a file, and answers how long its text takes to parse. */
const PARSER = `onmessage = async ({ data }) => {
  const text = await data.text()
  const startedAt = performance.now()
  JSON.parse(text)
  postMessage(performance.now() - startedAt)
}`

/** Makes a field for a file in the page that hands it to a worker. */
function parseChosen(code: string): Promise<number> {
  const worker = new Worker(URL.createObjectURL(new Blob([code])))
  const input = document.createElement('input')
  input.type = 'file'
  input.id = 'parsed'
  document.body.append(input)
  input.addEventListener('change', () => worker.postMessage(input.files?.[0], { transfer: [] }))
  return new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(Number(data))))
}

async function parseInWorker(browser: Browser, url: string, file: string): Promise<number> {
  const page = await browser.newPage()
  await page.goto(`${url}/?tool=json`)
  const took = page.evaluate(parseChosen, PARSER)
  await page.locator('#parsed').setInputFiles(file)
  const answer = await took
  await page.close()
  return answer
}
