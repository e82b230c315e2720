import { existsSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ADMIN } from './consoleProcess.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
/** Far above what anything takes, far below what a test may take, so that a failure names its line. */
const ACTION_LIMIT_MS = 10_000
const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** The browser named by CHROMIUM_PATH, else the first one on the PATH. */
function browserPath(): string {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) return configured
  const folders = (process.env['PATH'] ?? '').split(':')
  const found = NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((file) => existsSync(file))
  if (found) return found
  if (existsSync(MAC)) return MAC
  throw new Error('no Chromium on the PATH: install it, or set CHROMIUM_PATH')
}

export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: [...FLAGS, ...more] })

/** A page together with everything that went wrong on it. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught errors and refused loads so far; a test that expects some clears them. */
  errors: string[]
  close(): Promise<void>
}

interface VisitOptions {
  url: string
  language?: 'en' | 'zh-cn'
  theme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
  /** Zone of the browser's clock. */
  zone?: string
  /** What the browser is started at; an address set later only changes the hash of the page that is there. */
  path?: string
}

/** Opens a fresh browser profile on the console. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, language = 'en', theme = 'light', viewport = DESKTOP, zone, path = '/' } = options
  const locale = language === 'en' ? 'en-US' : 'zh-CN'
  const context = await browser.newContext({
    baseURL: url,
    locale,
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(zone && { timezoneId: zone }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(ACTION_LIMIT_MS)
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(path)
  return { page, context, errors, close: () => context.close() }
}

/** Signs in by the form, as a person does. */
export async function signIn({ page }: Visit, who = ADMIN): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(who.account)
  await page.locator('input[autocomplete=current-password]').fill(who.password)
  await page.locator('button[type=submit]').click()
  await page.locator('[role=tablist], nav').first().waitFor()
}

/** What axe finds on the page as it is, in short lines. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Which of the elements end in dots, by a hair too: what they say is wider than they are. */
export const cutOff = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect().width > element.getBoundingClientRect().width
      })
      .map((element) => element.textContent ?? ''),
  )
