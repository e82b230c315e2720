import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AreaRegistry } from '@windlass/shared-kit/remote'
import type { Browser, Locator, Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltPage, buildFederationPage, buildReactPage, buildVuePage } from './embedding/buildPages.ts'
import { guideExample } from './embedding/guideExample.ts'
import { type Site, startSite } from './embedding/startSite.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

/** Where each React is installed. */
const REACT_18 = path.join(import.meta.dirname, 'embedding/react-18')
const REACT_19 = import.meta.dirname

const ABC_MD5 = '900150983cd24fb0d6963f7d28e17f72'

/** What a runtime of federation knows of packages that are shared. */
interface Federation {
  shareScopeMap: Record<string, Record<string, Record<string, { from: string }>>>
}

describe('the toolbox in pages elsewhere', () => {
  let server: ConsoleProcess
  let site: Site
  let browser: Browser
  let visitor: Visit | undefined
  let built: BuiltPage | undefined
  beforeAll(async () => {
    server = await startConsole()
    site = await startSite()
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await visitor?.close()
    built?.remove()
    visitor = undefined
    built = undefined
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.remove()
  })

  const example = (name: string) => guideExample(server.url, name)
  const open = async (): Promise<Page> => {
    visitor = await visit(browser, { url: site.url })
    return visitor.page
  }
  const tab = (page: Page | Locator, name: string) => page.getByRole('tab', { name })

  /** What everybody who embeds it expects: both tools work, with texts and look, and nothing complains. */
  const useToolbox = async (page: Page, language: 'en' | 'zh-cn' = 'en') => {
    const [date, json, now] = language === 'en' ? ['Date', 'JSON', 'Now'] : ['日期', 'JSON', '现在']
    await tab(page, date).click()
    const button = page.getByRole('button', { name: now, exact: true })
    await button.click()
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('6px')
    await tab(page, json).click()
    await page.getByRole('textbox').first().fill('[1, 2, 3]')
    return visitor?.errors
  }
  /** Takes the toolbox out as the framework around it does, which must leave nothing of it. */
  const leave = async (page: Page) => {
    await page.evaluate(() => (globalThis as unknown as { leave: () => void }).leave())
    await page.waitForFunction(() => [...document.querySelectorAll('*')].every((element) => !element.shadowRoot))
    expect(visitor?.errors).toEqual([])
  }

  it('stands in a plain page with the five minutes of the guide', async () => {
    site.show(example('plain'))
    expect(await useToolbox(await open())).toEqual([])
  })

  it('is an element, too', async () => {
    site.show(example('element'))
    const page = await open()
    expect(await useToolbox(page, 'zh-cn')).toEqual([])
    const background = await page
      .locator('windlass-toolbox .wl-embed-inline')
      .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(background).toBe('rgb(23, 28, 37)')
  })

  it('is one file that a page may serve itself', async () => {
    const { remotes } = (await (await fetch(`${server.url}/registry.json`)).json()) as AreaRegistry
    const file = await fetch(`${server.url}/remotes/toolbox/${remotes['toolbox']?.version}/embed.mjs`)
    const dir = mkdtempSync(path.join(tmpdir(), 'windlass-page-'))
    built = { dir, remove: () => rmSync(dir, { recursive: true }) }
    writeFileSync(path.join(dir, 'toolbox.js'), await file.text())
    writeFileSync(path.join(dir, 'index.html'), example('plain').replace(/http.*toolbox\.mjs/, './toolbox.js'))
    site.showFolder(dir)
    const page = await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.reload()
    expect(await useToolbox(page)).toEqual([])
    expect([...new Set(asked)].filter((origin) => origin !== 'null')).toEqual([site.url])
  })

  it('is a dialog over the page, in the colours of the page, and hands over what it found', async () => {
    site.show(example('dialog'))
    const page = await open()
    const button = page.getByRole('button', { name: 'Timestamps…' })
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Now' }).waitFor()
    await expect.poll(() => page.locator('body > output').textContent()).toContain('2023-11-14')
    expect(
      await page.locator('.wl-embed').evaluate((element) => getComputedStyle(element).getPropertyValue('--wl-accent')),
    ).toBe('#0a7d5a')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await button.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(visitor?.errors).toEqual([])
  })

  it('asks before a dialog is closed over something that would be lost', async () => {
    site.show(example('dialog').replace("['date']", "['md5']").replace("{ date: { timestamp: '1700000000' } }", '{}'))
    const page = await open()
    await page.getByRole('button', { name: 'Timestamps…' }).click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() =>
        dialog
          .locator('textarea')
          .first()
          .evaluate((area) => area.matches(':focus')),
      )
      .toBe(true)
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('abc') })
    await dialog.getByText(ABC_MD5).waitFor()
    await expect.poll(() => page.locator('body > output').textContent()).toBe(ABC_MD5)
    const question = dialog.getByRole('alertdialog')
    await page.keyboard.press('Escape')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await question.getByRole('button', { name: 'Close anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(visitor?.errors).toEqual([])
  })

  it('does what it is told, once, and says what it does not understand', async () => {
    site.show(
      example('plain').replace('const toolbox = mount(', 'globalThis.mount = mount; globalThis.toolbox = mount('),
    )
    const page = await open()
    await tab(page, 'Date').waitFor()
    const said = (code: string) =>
      page.evaluate((text) => {
        try {
          new Function(text)()
          return ''
        } catch (error) {
          return String(error)
        }
      }, code)
    const mountAgain = "mount(document.querySelector('#tools'), {})"
    expect(await said(mountAgain)).toBe(
      'Error: toolbox: this element has a toolbox already; update or unmount that one',
    )
    expect(await said('mount(null)')).toBe('TypeError: toolbox: mount(element, options) got null')
    expect(await said("toolbox.update({ language: 'fr' })")).toContain('the option language is "fr"; it must be one of')
    expect(await said('toolbox.update({ shadow: false })')).toContain('the option shadow cannot change')
    expect(
      await said("toolbox.update({ initialState: { uri: { text: 'a%20b' } }, tools: ['uri', 'date'], tool: 'uri' })"),
    ).toBe('')
    const field = page.getByRole('textbox').first()
    await field.fill('a%21')
    expect(await said("toolbox.update({ initialState: { uri: { text: 'a%20b' } }, tools: ['uri', 'date'] })")).toBe('')
    expect(await field.inputValue()).toBe('a%21')
    expect(await said("toolbox.update({ initialState: { uri: { text: 'a%23b' } } })")).toBe('')
    await expect.poll(() => field.inputValue()).toBe('a%23b')
    expect(await said('toolbox.unmount(); toolbox.unmount()')).toBe('')
    expect(await said('toolbox.update({})')).toBe('Error: toolbox: it was unmounted; mount it again')
    expect(await page.locator('#tools').innerHTML()).toBe('')
    expect(await said(mountAgain)).toBe('')
    expect(visitor?.errors).toEqual([])
  })

  it('tells as an element what happens, by events and by its attributes', async () => {
    const element = '<windlass-toolbox tools="uri" display="dialog" open language="en"></windlass-toolbox>'
    site.show(example('element').replace(/<windlass-toolbox.*/, element))
    const page = await open()
    await page.evaluate(() => {
      const box = document.querySelector('windlass-toolbox')
      Object.assign(globalThis, { heard: [] })
      const { heard } = globalThis as unknown as { heard: unknown[] }
      box?.addEventListener('result', (event) => heard.push((event as CustomEvent).detail))
      box?.addEventListener('close', () => heard.push('close'))
      Object.assign(box ?? {}, { state: { uri: { text: 'a%20b' } }, tokens: { accent: '#0a7d5a' } })
    })
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard)
    await expect.poll(heard).toContainEqual({ tool: 'uri', text: 'a b' })
    await page.keyboard.press('Escape')
    await expect.poll(heard).toContain('close')
    await expect.poll(() => page.locator('windlass-toolbox[open]').count()).toBe(0)
    await page.locator('windlass-toolbox').evaluate((box) => box.setAttribute('open', ''))
    await page.getByRole('dialog').waitFor()
    expect(visitor?.errors).toEqual([])
  })

  it('stands in a page made with Vue 3 and Vite', async () => {
    built = await buildVuePage(example('vue'))
    site.showFolder(built.dir)
    const page = await open()
    expect(await useToolbox(page)).toEqual([])
    await leave(page)
  })

  it.each([
    ['18', REACT_18],
    ['19', REACT_19],
  ])('stands in a page made with React %s, in its strict mode', async (version, folder) => {
    built = await buildReactPage(example('react'), folder)
    site.showFolder(built.dir)
    const page = await open()
    expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toMatch(`React ${version}.`)
    expect(await useToolbox(page)).toEqual([])
    await leave(page)
  })

  it.each([
    ['of the same version is used', REACT_19, 0],
    ['of another version is left alone', REACT_18, 2],
  ])('is a remote of hosts with Module Federation, one chunk a tool; React %s', async (_what, react, ownFiles) => {
    built = await buildFederationPage(example('federation'), example('federation-main'), react)
    site.show('')
    const page = await open()
    const loaded: Response[] = []
    page.on('response', (response) => loaded.push(response))
    site.showFolder(built.dir)
    await page.goto(site.url)
    expect(await useToolbox(page)).toEqual([])
    const tools = loaded.flatMap((response) => /embed\.(tool-\w+)\./.exec(response.url())?.[1] ?? [])
    expect(tools).toEqual(['tool-date', 'tool-json'])

    const ours = loaded.filter((response) => response.url().startsWith(server.url))
    const texts = await Promise.all(ours.map((response) => response.text()))
    expect(texts.filter((text) => text.includes('react.dev/errors'))).toHaveLength(ownFiles)
    const givers = await page.evaluate(() => {
      const { __INSTANCES__: all } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Federation[] } })
        .__FEDERATION__
      return all.flatMap(({ shareScopeMap }) => Object.values(shareScopeMap['default'] ?? {}).flatMap(Object.values))
    })
    expect([...new Set(givers.map(({ from }) => from))]).toEqual(['my_host'])
  })

  it('opens as a container by hand', async () => {
    site.show(example('container'))
    expect(await useToolbox(await open())).toEqual([])
  })
})
