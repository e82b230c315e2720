import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { guideExample } from './embedding/guideExample.ts'
import { type Site, startSite } from './embedding/startSite.ts'
import { axeViolations, launchBrowser, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

const MODULE = '/embed/toolbox/toolbox.mjs'
/** Everything that a style sheet can do to somebody who does not look. */
const HOSTILE = `
  * { letter-spacing: 9px !important; color: red !important; font: italic 30px serif !important; text-align: right !important; }
  * { --wl-text: red; --wl-ant-color-text: red; animation: spin 1s infinite; cursor: wait !important; direction: rtl !important; }
  div { border: 3px dashed lime !important; padding: 40px !important; visibility: hidden; opacity: 0.9; }
  button { text-transform: uppercase !important; background: yellow !important; }
  input, textarea, h2, label { display: none !important; }
  @keyframes spin { to { rotate: 1turn } }`
const ELEMENTS = `<h1>Title</h1><p>Text with <a href="#x">a link</a> and <code>code</code></p><button>Button</button>
  <input value="input"><select><option>One</option></select><textarea>text</textarea>
  <table><thead><tr><th>Head</th></tr></thead><tbody><tr><td>Cell</td></tr></tbody></table><ul><li>Item</li></ul>`
/** The page draws the same whatever it does. */
const QUIET = { tools: ['date', 'json'], language: 'en', theme: { mode: 'light' } }
const TRUSTED_TYPES = 'require-trusted-types-for trusted-types-sink'
/** More than is hashed in one go. */
const FILE_BYTES = 3_000_000
/** Enough for whatever is made once to have been made. */
const WARM_UP_MOUNTS = 40
const MOUNTS = 1000
const MOUNTS_LIMIT_MS = 400_000

describe('the toolbox and the page around it', () => {
  let server: ConsoleProcess
  let site: Site
  let browser: Browser
  let visitor: Visit | undefined
  beforeAll(async () => {
    server = await startConsole()
    site = await startSite()
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await visitor?.close()
    visitor = undefined
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.remove()
  })

  const pageWith = (
    body: string,
    style = '',
  ) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
    <style>${style}</style><body>${body}<div id="tools"></div>
    <script type="module" nonce="r4nd0m">import { mount } from '${server.url}${MODULE}'
    globalThis.mount = (options, place = '#tools') => mount(document.querySelector(place), options)</script>`
  const open = async (html: string, policy?: string): Promise<Page> => {
    site.show(html, policy)
    visitor = await visit(browser, { url: site.url })
    await visitor.page.waitForFunction(() => 'mount' in globalThis)
    return visitor.page
  }
  const mount = (page: Page, options: object, place?: string) =>
    page.evaluate(
      ([given, where]) => {
        const { mount } = globalThis as unknown as Embedding
        ;(globalThis as unknown as Embedding).box = mount(given, where)
      },
      [options, place] as const,
    )
  const unmount = (page: Page) => page.evaluate(() => (globalThis as unknown as Embedding).box.unmount())

  it('takes nothing from the style sheets of the page', async () => {
    const looks = async (style: string) => {
      const page = await open(pageWith('', style))
      await mount(page, QUIET)
      await page.getByRole('button', { name: 'Now' }).waitFor()
      const look = await page.evaluate(computedStyles, '#tools > *')
      await visitor?.close()
      return look
    }
    const calm = await looks('#tools { width: 600px }')
    const hostile = await looks(
      `${HOSTILE} #tools { width: 600px !important; padding: 0 !important; border: 0 !important }`,
    )
    expect(calm.length).toBeGreaterThan(50)
    expect(differences(calm, hostile)).toEqual([])
  })

  it.each([true, false])('changes nothing in the styles of the page, with shadow root: %s', async (shadow) => {
    const page = await open(pageWith(`<main>${ELEMENTS}</main>`, 'body { font: 15px serif; color: #123456 }'))
    const looks = () => page.evaluate(computedStyles, 'main')
    const inHead = () => page.evaluate(() => document.head.innerHTML)
    const before = await looks()
    const head = await inHead()
    const changes = async () => [...differences(before, await looks()), ...((await inHead()) === head ? [] : ['head'])]
    await mount(page, { ...QUIET, shadow })
    await page.getByRole('button', { name: 'Now' }).click()
    await page.getByRole('tab', { name: 'JSON' }).click()
    expect(await changes()).toEqual([])
    await unmount(page)
    expect(await changes()).toEqual([])
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
    expect(await page.locator('#tools > *').count()).toBe(0)
  })

  it('keeps to itself what is typed, from the shortcuts of the page', async () => {
    const page = await open(pageWith(''))
    await page.evaluate(() => {
      Object.assign(globalThis, { heard: [] })
      const { heard } = globalThis as unknown as { heard: string[] }
      for (const type of ['keydown', 'keyup'])
        document.addEventListener(type, (event) => heard.push((event as KeyboardEvent).key))
    })
    await mount(page, { ...QUIET, tools: ['uri'] })
    await page.getByRole('textbox').first().pressSequentially('a/b')
    expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([])
    expect(await page.getByRole('textbox').first().inputValue()).toBe('a/b')
  })

  it('is there twice, in two languages and two colours', async () => {
    const page = await open(pageWith('<div id="left"></div><div id="right"></div>'))
    await mount(page, { ...QUIET, language: 'en' }, '#left')
    await mount(page, { ...QUIET, language: 'zh-cn', theme: { mode: 'dark' } }, '#right')
    await page.locator('#left').getByRole('button', { name: 'Now' }).waitFor()
    await page.locator('#right').getByRole('button', { name: '现在' }).waitFor()
    const colorOf = (place: string) =>
      page.locator(`${place} .wl-embed`).evaluate((element) => getComputedStyle(element).color)
    expect(await colorOf('#left')).toBe('rgb(27, 34, 48)')
    expect(await colorOf('#right')).toBe('rgb(228, 232, 240)')
    await page.evaluate(() => (globalThis as unknown as Embedding).box.update({ language: 'en' }))
    await page.locator('#right').getByRole('button', { name: 'Now' }).waitFor()
    expect(visitor?.errors).toEqual([])
  })

  it.each([
    ['with the policy of the guide', 'worker-src blob:', []],
    ['where workers are forbidden', "worker-src 'none'", ['worker-src blob']],
    // The worker is asked for, and done without.
    ['where types are trusted only', "worker-src blob:; require-trusted-types-for 'script'", [TRUSTED_TYPES]],
  ])('works %s', async (_where, workers, refusals) => {
    const policy = guideExample(server.url, 'policy').trim().replace('worker-src blob:', workers)
    const page = await open(pageWith(''), policy)
    const refused = await page.evaluateHandle(() => {
      const all: string[] = []
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        all.push(`${effectiveDirective} ${blockedURI}`),
      )
      return all
    })
    await mount(page, { ...QUIET, tools: ['md5', 'date'] })
    await page.getByRole('textbox').first().fill('abc')
    await page.getByText('900150983cd24fb0d6963f7d28e17f72').waitFor()
    const buffer = Buffer.alloc(FILE_BYTES, 'abc')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer })
    await page.getByText(createHash('md5').update(buffer).digest('hex')).waitFor()
    await page.getByRole('tab', { name: 'Date' }).click()
    const now = page.getByRole('button', { name: 'Now' })
    await now.click()
    expect(await now.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('6px')
    // What a browser may compile ahead to be quicker is asked for, and done without.
    const asked = (await refused.jsonValue()).filter((one) => one !== 'script-src wasm-eval')
    expect([...new Set(asked)]).toEqual(refusals)
  })

  it.each(['inline', 'dialog'])('opens its menus inside itself: %s', async (display) => {
    const page = await open(pageWith('<main><h1>Page</h1><div id="here"></div></main>'))
    await mount(page, { ...QUIET, display }, '#here')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await zone.pressSequentially('Tokyo')
    const option = page.locator('.wl-ant-select-item-option', { hasText: 'Asia/Tokyo' })
    expect(await option.evaluate((element) => element.getRootNode() instanceof ShadowRoot)).toBe(true)
    await page.keyboard.press('Escape')
    await option.waitFor({ state: 'hidden' })
    // Escape was for the menu, not for the dialog around it.
    await zone.click()
    await zone.pressSequentially('Tokyo')
    await option.click()
    await page.locator('.wl-ant-select', { hasText: 'Asia/Tokyo' }).waitFor()
    expect(await page.evaluate(() => document.body.lastElementChild?.localName)).toBe('script')
    expect(await axeViolations(page)).toEqual([])
    expect(visitor?.errors).toEqual([])
  })

  it('goes on with what was typed when the page moves its element', async () => {
    const page = await open(pageWith('<main></main><windlass-toolbox tools="json" language="en"></windlass-toolbox>'))
    await page.getByRole('textbox').first().fill('[1')
    await page.evaluate(() => document.querySelector('main')?.append(document.querySelector('windlass-toolbox') ?? ''))
    expect(await page.getByRole('textbox').first().inputValue()).toBe('[1')
    await page.evaluate(() => document.querySelector('windlass-toolbox')?.setAttribute('tools', 'date json'))
    await page.getByRole('tab', { name: 'Date' }).waitFor()
    await page.evaluate(() => document.querySelector('windlass-toolbox')?.remove())
    await page.waitForFunction(() => document.querySelector('.wl-embed') === null)
    expect(visitor?.errors).toEqual([])
  })

  it(
    `leaves nothing behind after ${MOUNTS} mounts`,
    async () => {
      site.show(pageWith(''))
      visitor = await visit(browser, { url: site.url })
      const { page } = visitor
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
            timers: (globalThis as unknown as Embedding).timers.size,
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
      expect(visitor.errors).toEqual([])
    },
    MOUNTS_LIMIT_MS,
  )
})

interface Embedding {
  mount: (options: object, place?: string) => Embedding['box']
  box: { update: (options: object) => void; unmount: () => void }
  timers: Set<unknown>
}

/** What is drawn otherwise, the first few of it. */
function differences(before: readonly Look[], after: readonly Look[]): string[] {
  if (before.length !== after.length) return [`${before.length} elements became ${after.length}`]
  const all = before.flatMap(({ name, style }, index) =>
    Object.entries(after[index]?.style ?? {})
      .filter(([property, value]) => style[property] !== value)
      .map(([property, value]) => `${name} ${property}: ${style[property]} became ${value}`),
  )
  return all.slice(0, 20)
}

/** One element as it is drawn. */
interface Look {
  name: string
  style: Record<string, string>
}

/** In the page: how every element in and below the first that fits is drawn, also behind shadow roots. */
function computedStyles(selector: string): Look[] {
  const root = document.querySelector(selector)
  const below = (element: Element): Element[] => [
    element,
    ...[...(element.shadowRoot ?? element).children].flatMap((child) => below(child)),
  ]
  // What the place in the page decides is left out.
  const said = (element: Element) =>
    Object.fromEntries(
      [...getComputedStyle(element)]
        .filter((name) => !/^(perspective|transform)-origin|^--/.test(name))
        .map((name) => [name, getComputedStyle(element).getPropertyValue(name)]),
    )
  return root ? below(root).map((element) => ({ name: element.tagName, style: said(element) })) : []
}

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
