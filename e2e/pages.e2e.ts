import type { AreaRegistry } from '@windlass/shared-kit/remote'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

const LOOKS = [
  { name: 'English, light, at a desk', language: 'en', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'Chinese, dark, on a phone', language: 'zh-cn', theme: 'dark', viewport: PHONE },
] as const

const SETTLE_MS = 300

describe('every page', () => {
  let server: ConsoleProcess
  let browser: Browser
  let paths: string[]
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    const registry = (await (await fetch(`${server.url}/registry.json`)).json()) as AreaRegistry
    const routes = Object.values(registry.remotes).flatMap((area) => area.routes)
    // A page with a parameter needs something to show; its journey has a test of its own.
    paths = routes.map((route) => route.path).filter((path) => !path.includes(':'))
  })
  afterAll(async () => {
    await browser.close()
    await server.remove()
  })

  it.each(LOOKS)('is clean: $name', async ({ language, theme, viewport }) => {
    const who = await visit(browser, { url: server.url, language, theme, viewport })
    const { page, errors } = who
    expect(await axeViolations(page)).toEqual([])
    await signIn(who)
    const titles: string[] = []
    for (const path of paths) {
      await page.goto(`/#${path}`)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForTimeout(SETTLE_MS)
      expect({ path, violations: await axeViolations(page) }).toEqual({ path, violations: [] })
      expect({ path, errors }).toEqual({ path, errors: [] })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ path, overflow: Math.max(0, overflow) }).toEqual({ path, overflow: 0 })
      titles.push(await page.title())
    }
    expect(new Set(titles).size).toBe(titles.length)
    await who.close()
  })
})
