import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { computedStyles, differences } from './embedding/computedStyles.ts'
import { guideExample } from './embedding/guideExample.ts'
import { type Embedding, pageThatMounts } from './embedding/pageThatMounts.ts'
import { type Site, startSite } from './embedding/startSite.ts'
import { axeViolations, launchBrowser, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

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

  const pageWith = (body: string, style = '') => pageThatMounts(server.url, body, style)
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
})
