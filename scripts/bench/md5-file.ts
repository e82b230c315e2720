import { randomFillSync } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchBrowser } from '@windlass/e2e/support/browser'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'
import { serveToolbox } from './serveToolbox.ts'

const ROUNDS = 5
const TARGET = 2
const GIGABYTE = 1024 ** 3
const PIECE = 64 * 1024 ** 2
/** Far above what it takes anywhere, so that a page that shows no digest is told instead of waited for. */
const LIMIT_MS = 120_000

/** How long the toolbox takes from choosing a file of 1 GB to its MD5, against md5sum. */
export async function run(): Promise<Comparison[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-bench-md5-'))
  const file = path.join(folder, 'gigabyte.bin')
  const toolbox = await serveToolbox()
  const browser = await launchBrowser()
  try {
    writeRandom(file)
    const [digest = ''] = (await execa('md5sum', ['--', file])).stdout.split(' ')
    const times = await alternated(ROUNDS, {
      ours: () => hashInToolbox(browser, toolbox.url, file, digest),
      baseline: () => hashWithMd5sum(file),
    })
    const [mine, theirs] = [median(times.ours), median(times.baseline)]
    const figures = `${milliseconds(mine)} in Chromium against ${milliseconds(theirs)} with md5sum, ${ROUNDS} runs each`
    return [{ name: 'md5-file, 1 GB', ratio: mine / theirs, target: TARGET, figures }]
  } finally {
    await browser.close()
    toolbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Both read it from memory, because it has just been written. */
function writeRandom(file: string): void {
  const handle = openSync(file, 'w')
  const piece = Buffer.alloc(PIECE)
  for (let done = 0; done < GIGABYTE; done += PIECE) writeSync(handle, randomFillSync(piece))
  closeSync(handle)
}

async function hashWithMd5sum(file: string): Promise<number> {
  const startedAt = performance.now()
  await execa('md5sum', ['--', file])
  return performance.now() - startedAt
}

/** Notes in the page when the file was chosen and when its digest is drawn; the way to the browser is not measured. */
function noteTimes(digest: string): void {
  document.addEventListener('change', () => performance.mark('chosen'), { capture: true, once: true })
  const observer = new MutationObserver(() => {
    if (!document.body.textContent.includes(digest)) return
    observer.disconnect()
    performance.mark('shown')
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

async function hashInToolbox(browser: Browser, url: string, file: string, digest: string): Promise<number> {
  const page = await browser.newPage()
  await page.addInitScript(noteTimes, digest)
  await page.goto(`${url}/?tool=md5`)
  const input = page.locator('input[type=file]')
  await input.waitFor({ state: 'attached' })
  await input.setInputFiles(file)
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0, undefined, { timeout: LIMIT_MS })
  const [chosenAt = Number.NaN, shownAt = Number.NaN] = await page.evaluate(() =>
    ['chosen', 'shown'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN),
  )
  // Ends what is still computed besides MD5.
  await page.close()
  return shownAt - chosenAt
}
