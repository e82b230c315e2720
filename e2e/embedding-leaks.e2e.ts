import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedding, pageThatMounts } from './embedding/pageThatMounts.ts'
import { type Site, startSite } from './embedding/startSite.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

/** Enough for whatever is made once to have been made. */
const WARM_UP_MOUNTS = 40
const MOUNTS = 1000
const MOUNTS_LIMIT_MS = 400_000

/** What the page counts for us. */
interface Counting {
  timers: Set<unknown>
}

describe('the toolbox in a page that is open for long', () => {
  let server: ConsoleProcess
  let site: Site
  let browser: Browser
  beforeAll(async () => {
    server = await startConsole()
    site = await startSite()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.remove()
  })

  it(
    `leaves nothing behind after ${MOUNTS} mounts`,
    async () => {
      site.show(pageThatMounts(server.url))
      const { page, errors, close } = await visit(browser, { url: site.url })
      await page.addInitScript(countTimers)
      await page.goto('/')
      await page.waitForFunction(() => 'mount' in globalThis)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Performance.enable')
      const left = async () => {
        // What was let go is gone only once it was collected.
        for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage')
        const { metrics } = await devtools.send('Performance.getMetrics')
        const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
        return {
          nodes: of('Nodes'),
          listeners: of('JSEventListeners'),
          workers: page.workers().length,
          ...(await page.evaluate(() => ({
            timers: (globalThis as unknown as Counting).timers.size,
            styles: document.querySelectorAll('style').length + document.adoptedStyleSheets.length,
            elements: document.querySelectorAll('*').length,
          }))),
        }
      }
      await page.evaluate(mountMany, WARM_UP_MOUNTS)
      const before = await left()
      await page.evaluate(mountMany, MOUNTS)
      const after = await left()
      expect(before).toMatchObject({ workers: 0, timers: 0 })
      expect(after).toMatchObject({ ...before, nodes: expect.any(Number), listeners: expect.any(Number) })
      // Caches of the browser itself come and go by a handful; what leaks once a mount leaks a thousand times.
      expect(after.nodes - before.nodes).toBeLessThan(MOUNTS / 10)
      expect(after.listeners - before.listeners).toBeLessThan(MOUNTS / 10)
      expect(errors).toEqual([])
      await close()
    },
    MOUNTS_LIMIT_MS,
  )
})

/** In the page, before its scripts: knows every timer that still runs. */
function countTimers(): void {
  const { setTimeout: later, clearTimeout: stopLater, setInterval: every, clearInterval: stopEvery } = globalThis
  const timers = new Set<unknown>()
  Object.assign(globalThis, {
    timers,
    setTimeout: (act: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
      const timer = later(() => {
        timers.delete(timer)
        act(...given)
      }, delay)
      timers.add(timer)
      return timer
    },
    clearTimeout: (timer: number) => {
      timers.delete(timer)
      stopLater(timer)
    },
    setInterval: (act: () => void, delay?: number) => {
      const timer = every(act, delay)
      timers.add(timer)
      return timer
    },
    clearInterval: (timer: number) => {
      timers.delete(timer)
      stopEvery(timer)
    },
  })
}

/** In the page: mounts and unmounts one after the other, each once its tool is there, every tool in turn. */
async function mountMany(count: number): Promise<void> {
  const { mount } = globalThis as unknown as Embedding
  const tools = ['date', 'json', 'md5', 'uri', 'password', 'qrcode', 'unicode', 'byte', 'cron', 'color']
  const place = document.querySelector('#tools')
  // Work that is under way when its tool goes.
  const initialState = { json: { text: '[1, 2]' }, md5: { text: 'abc' }, qrcode: { text: 'abc' } }
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  for (let index = 0; index < count; index += 1) {
    const tool = tools[index % tools.length]
    const box = mount({
      tool,
      // All ten of them now and then: they are loaded and drawn for longer than one.
      ...(index % 4 !== 0 && { tools: [tool] }),
      display: index % 3 === 0 ? 'dialog' : 'inline',
      theme: { mode: index % 2 ? 'dark' : 'light' },
      initialState,
    })
    const panel = () => place?.firstElementChild?.shadowRoot?.querySelector('.toolbox-panel')
    while (!panel() || panel()?.querySelector('.wl-ant-skeleton')) await turn()
    box.unmount()
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
