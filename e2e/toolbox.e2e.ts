import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { allowClipboard, openTool, shownTool, TOOLS, toolAddress, toolbox } from './support/toolbox.ts'

const WIDTH_PX = 600
/** The widest window that counts as a phone, and the narrowest that does not (Specification 2). */
const [MOBILE_PX, DESKTOP_PX] = [991, 992]
/** Farther than anything is with the Tab key. */
const MOST_STEPS = 40
/** Longer than what is kept of a text, so that only the file has all of it. */
const LONG_JSON = `[${'"some text",'.repeat(50_000)}"the end"]`

describe('the toolbox', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let page: Page
  let other: Visit | undefined
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
    page = who.page
    await signIn(who)
  })
  afterEach(async () => {
    const errors = [...who.errors.splice(0), ...(other?.errors ?? [])]
    await other?.close()
    other = undefined
    if (errors.length > 0) throw new Error(`the page complained: ${errors.slice(0, 5).join('; ')}`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  /** A browser that asks to save data: nothing loads by itself, only what is opened. */
  const visitSavingData = async () => {
    other = await visit(browser, { url: server.url })
    await other.context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await signIn(other)
    await other.page.reload({ waitUntil: 'networkidle' })
    return other
  }
  const field = (tool: Locator, label: string) => tool.getByLabel(label, { exact: true })
  const button = ({ page }: Visit) => page.getByRole('button', { name: 'Toolbox', exact: true })
  const isClosed = () => toolbox(page).waitFor({ state: 'hidden' })
  /** Names of the tools whose code the page asks for from now on. */
  const toolsAsked = (visitor: Visit) => {
    const asked: string[] = []
    visitor.page.on('request', (request) => {
      const tool = /\/remotes\/toolbox\/files\/tool-(\w+)\.\w+\.js$/.exec(request.url())?.[1]
      if (tool) asked.push(tool)
    })
    return asked
  }
  /** Every script of the area that the page asks for from now on. */
  const scriptsAsked = (visitor: Visit) => {
    const asked: string[] = []
    visitor.page.on('request', (request) => {
      if (/\/remotes\/toolbox\/.*\.js$/.test(request.url())) asked.push(request.url())
    })
    return asked
  }

  it('is 600 px wide, the whole window below 992 px, and not closed by a click beside it', async () => {
    await openTool(who, 'byte')
    const boundsOf = async () => {
      const { x, y, width, height } = (await toolbox(page).boundingBox()) ?? { x: -1, y: -1, width: -1, height: -1 }
      return { x, y, width, height }
    }
    expect((await boundsOf()).width).toBe(WIDTH_PX)
    await page.mouse.click(10, 450)
    await page.mouse.click(1430, 450)
    await page.setViewportSize({ width: MOBILE_PX, height: 700 })
    await expect.poll(async () => (await boundsOf()).width).toBe(MOBILE_PX)
    const { x, y, height } = await boundsOf()
    expect([x, y]).toEqual([0, 0])
    expect(height).toBeGreaterThanOrEqual(700)
    await page.setViewportSize({ width: DESKTOP_PX, height: 700 })
    await expect.poll(async () => (await boundsOf()).width).toBe(WIDTH_PX)
    await toolbox(page).getByRole('button', { name: 'Close' }).click()
    await isClosed()
    expect(new URL(page.url()).hash).toBe('#/deploy/index')
  })

  it('asks before Escape closes it only when something would be lost', async () => {
    const byte = await openTool(who, 'byte')
    await field(byte, 'Amount').fill('1536')
    await page.keyboard.press('Escape')
    await isClosed()
    const json = await openTool(who, 'json')
    await json
      .locator('input[type=file]')
      .setInputFiles({ name: 'short.json', mimeType: 'application/json', buffer: Buffer.from('[1]') })
    await json.getByRole('treeitem').first().waitFor()
    await page.keyboard.press('Escape')
    await isClosed()
    const again = await openTool(who, 'json')
    await again
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(LONG_JSON) })
    await again.getByRole('treeitem').first().waitFor()
    const question = page.getByRole('alertdialog', { name: 'Close the toolbox?' })
    await page.keyboard.press('Escape')
    await question.getByText('long.json is open in JSON pretty').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await again.getByRole('treeitem').count()).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Close anyway' }).click()
    await isClosed()
  })

  it('closes a list of its own by Escape before itself', async () => {
    await openTool(who, 'date')
    await page.getByLabel('Time zone', { exact: true }).click()
    const list = page.locator('.ant-select-dropdown:visible')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    expect(await toolbox(page).isVisible()).toBe(true)
    // The list still owns the key in the frame that hides it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await page.keyboard.press('Escape')
    await isClosed()
  })

  it('gives links that show somebody else the same, also when he has to sign in first', async () => {
    const tool = await openTool(who, 'byte')
    const { read } = await allowClipboard(who)
    await field(tool, 'Amount').fill('1536')
    await tool.getByText('KB', { exact: true }).first().click()
    await field(tool, 'Amount').press('Enter')
    await tool.getByRole('button', { name: 'Copy a link: Byte transform' }).click()
    await tool.getByText('Link copied').waitFor()
    const link = await read()
    other = await visit(browser, { url: server.url })
    // The page that asks who he is has to be left before: the same document would only be told another address.
    await other.page.goto('about:blank')
    await other.page.goto(link)
    await signIn(other)
    const shown = await shownTool(other.page)
    await expect.poll(() => field(shown, 'Size').inputValue()).toBe('1.5 MB')
    expect(await field(shown, 'Amount').inputValue()).toBe('1536')
    expect(await shown.getByRole('radio', { name: 'KB', exact: true }).isChecked()).toBe(true)
  })

  it('remembers the last tool and its inputs in this browser until that is turned off, or until its user signs out', async () => {
    const remembered = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)).includes('1536'))
    const reopen = async () => {
      await page.goto('about:blank')
      await page.goto(toolAddress(''))
      return shownTool(page)
    }
    await field(await openTool(who, 'byte'), 'Amount').fill('1536')
    const tool = await reopen()
    await expect.poll(() => field(tool, 'Amount').inputValue()).toBe('1536')
    const remember = toolbox(page).getByRole('checkbox', { name: 'Remember inputs' })
    await remember.uncheck()
    expect(await remembered()).toBe(false)
    await field(await reopen(), 'Timestamp').waitFor()
    expect(await remember.isChecked()).toBe(false)
    await remember.check()
    await field(await openTool(who, 'byte'), 'Amount').fill('1536')
    expect(await remembered()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Administrator|admin/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/#\/login/)
    expect(await remembered()).toBe(false)
    await signIn(who)
    await field(await reopen(), 'Timestamp').waitFor()
  })

  it('works without a connection once it was opened', async () => {
    other = await visit(browser, { url: server.url })
    await signIn(other)
    const { page, context } = other
    const asked = toolsAsked(other)
    await openTool(other, 'date')
    await expect.poll(() => asked.toSorted()).toEqual(TOOLS.map(([id]) => id).toSorted())
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const show = async (name: string) => {
      await toolbox(page).getByRole('tab', { name }).click()
      return shownTool(page)
    }
    const enter = async (name: string, label: string, text: string) => {
      const tool = await show(name)
      await field(tool, label).fill(text)
      await field(tool, label).press('Enter')
      return tool
    }
    const result = (tool: Locator, label: string) => expect.poll(() => field(tool, label).inputValue())
    await result(await enter('Date transform', 'Timestamp', '1700000000'), 'Date').toMatch(/^2023-11-1/)
    await (await enter('JSON pretty', 'JSON text', '[1,{"a":2}]'))
      .getByText('Valid JSON, 6 lines when indented.')
      .waitFor()
    await result(await enter('Random password', 'Length', '12'), 'Password').toHaveLength(12)
    await result(await enter('Unicode', 'Escaped text', '\\u4e2d'), 'Text').toContain('中')
    await result(await enter('URI decode', 'Encoded text', 'caf%C3%A9'), 'Decoded text').toContain('café')
    await (await enter('MD5', 'Text', 'abc')).getByText(/^[\da-f]{32}$/).waitFor()
    await (await enter('Crontab', 'Expression', '*/10 * * * *')).getByText('每隔 10 分钟').waitFor()
    await (await enter('QR code', 'Text', 'offline')).getByRole('img', { name: /^QR code: offline/ }).waitFor()
    await result(await enter('Byte transform', 'Amount', '1536'), 'Size').toBe('1.5 KB')
    await result(await enter('Color transform', 'Hex', '#ffffff'), 'As RGB').toBe('rgb(255, 255, 255)')
    // The console itself has lost its server, and says so.
    other.errors.length = 0
  })

  it('loads one script for each tool, when it is opened', async () => {
    const saving = await visitSavingData()
    const asked = toolsAsked(saving)
    await openTool(saving, 'byte')
    expect(asked).toEqual(['byte'])
    const scripts = scriptsAsked(saving)
    for (const [id, name] of TOOLS.filter(([id]) => id !== 'byte')) {
      await toolbox(saving.page).getByRole('tab', { name, exact: true }).click()
      await shownTool(saving.page)
      await saving.page.waitForLoadState('networkidle')
      expect(scripts.splice(0)).toEqual([expect.stringContaining(`/tool-${id}.`)])
    }
  })

  it('loads while the pointer rests on its button, and nothing more when it is opened', async () => {
    const saving = await visitSavingData()
    const asked = toolsAsked(saving)
    await button(saving).hover()
    await expect.poll(() => asked).toEqual(['date'])
    await saving.page.waitForLoadState('networkidle')
    const requests: string[] = []
    saving.page.on('request', (request) => requests.push(request.url()))
    await button(saving).click()
    await saving.page.getByRole('menuitem', { name: 'Date transform' }).click()
    await field(await shownTool(saving.page), 'Timestamp').waitFor()
    expect(requests).toEqual([])
  })

  describe('by keyboard alone', () => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
      })
    const goTo = async (key: 'ArrowDown' | 'Shift+Tab' | 'Tab', name: string) => {
      for (let steps = 0; steps < MOST_STEPS && (await focused()) !== name; steps += 1) {
        const before = await page.evaluateHandle(() => document.activeElement)
        await page.keyboard.press(key)
        // Menus move the focus a frame later: the next key would be one too many.
        await expect.poll(() => before.evaluate((it) => it !== document.activeElement)).toBe(true)
      }
      expect(await focused()).toBe(name)
    }
    const hasFocus = (element: Locator) =>
      expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true)

    it('is opened from the palette, used and closed', async () => {
      const { read } = await allowClipboard(who)
      await page.goto('about:blank')
      await page.goto('/#/deploy/index')
      await button(who).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').first().fill('byte transform')
      await page.getByRole('option', { name: /Byte transform/ }).waitFor()
      await page.keyboard.press('Enter')
      const tool = await shownTool(page)
      await hasFocus(field(tool, 'Amount'))
      await field(tool, 'Amount').clear()
      await page.keyboard.type('1536')
      await page.keyboard.press('Enter')
      await goTo('Tab', 'Copy the result')
      await page.keyboard.press('Enter')
      await expect.poll(read).toBe('1.5 KB')
      await page.keyboard.press('Escape')
      await isClosed()
    })

    it('does not share the keyboard with the palette', async () => {
      const tool = await openTool(who, 'byte')
      await page.keyboard.press('Control+k')
      await field(tool, 'Amount').fill('2')
      expect(await page.getByRole('combobox').count()).toBe(0)
    })

    it('is gone through with the arrow keys', async () => {
      await openTool(who, 'date')
      await goTo('Shift+Tab', 'Date transform')
      const names = TOOLS.map(([, name]) => name)
      for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
        await page.keyboard.press('ArrowRight')
        await hasFocus(page.getByRole('tab', { name, exact: true, selected: true }))
        await page.getByRole('tabpanel', { name, exact: true }).waitFor()
      }
      for (const [key, name] of [
        ['ArrowDown', 'MD5'],
        ['ArrowLeft', 'URI decode'],
        ['ArrowUp', 'Color transform'],
        ['Home', 'Date transform'],
        ['End', 'Color transform'],
      ] as const) {
        await page.keyboard.press(key)
        await hasFocus(page.getByRole('tab', { name, exact: true, selected: true }))
      }
    })

    it('is opened from the top bar, which has the focus again when it is closed', async () => {
      await page.goto('about:blank')
      await page.goto('/#/deploy/index')
      await button(who).focus()
      // Loaded ahead it is there within the press of Enter, which must not press what has the focus then.
      await page.waitForLoadState('networkidle')
      for (const name of ['JSON pretty', 'QR code']) {
        await page.keyboard.press('Enter')
        await page.getByRole('menuitem', { name }).waitFor()
        await page.keyboard.press('Tab')
        await goTo('ArrowDown', name)
        await page.keyboard.press('Enter')
        await page.getByRole('tabpanel', { name }).waitFor()
        await hasFocus(page.getByRole('tabpanel').locator('textarea'))
        await page.keyboard.press('Escape')
        await isClosed()
        await hasFocus(button(who))
      }
    })
  })
})
