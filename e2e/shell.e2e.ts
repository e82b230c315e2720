import { NamespaceAdd } from '@windlass/shared-kit/contract/namespace'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi } from './support/fixtures.ts'

describe('the shell', () => {
  let server: ConsoleProcess
  let browser: Browser
  let open: Visit | undefined
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await open?.close()
    open = undefined
  })
  afterAll(async () => {
    await browser.close()
    await server.remove()
  })

  const start = async (options: Partial<Parameters<typeof visit>[1]> = {}) => {
    open = await visit(browser, { url: server.url, ...options })
    return open
  }
  const hash = ({ page }: Visit) => new URL(page.url()).hash

  it('asks who you are and then shows the page you wanted', async () => {
    const who = await start({ path: '/#/setting/role?q=man' })
    await who.page.waitForURL(/#\/login\?redirect=/)
    await signIn(who)
    await who.page.waitForURL(/#\/setting\/role\?q=man/)
    expect(who.errors).toEqual([])
  })

  it('says that the password is wrong and keeps what was typed', async () => {
    const { page } = await start()
    await page.locator('input[autocomplete=username]').fill('admin')
    await page.locator('input[autocomplete=current-password]').fill('Wrong@pass1')
    await page.locator('button[type=submit]').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /wrong|password/i })
      .first()
      .waitFor()
    expect(await page.locator('input[autocomplete=username]').inputValue()).toBe('admin')
    expect(page.url()).toContain('#/login')
  })

  it('sends unknown addresses to /404, /user to the profile and / to the first allowed page', async () => {
    const who = await start()
    await signIn(who)
    await who.page.waitForURL(/#\/deploy\/index/)
    await who.page.goto('/#/no/such/page')
    await who.page.waitForURL(/#\/404/)
    await who.page.goto('/#/user')
    await who.page.waitForURL(/#\/user\/profile/)
    expect(who.errors).toEqual([])
  })

  it('keeps the state of a page while its tab is open, and closes tabs from their menu', async () => {
    const who = await start()
    const { page } = who
    await signIn(who)
    await page.goto('/#/setting/role')
    const search = page.getByRole('searchbox').first()
    await search.fill('manager')
    const tabs = page.getByRole('navigation', { name: 'Visited pages' })
    const roles = tabs.getByRole('link', { name: 'Roles' })
    await expect.poll(() => roles.getAttribute('href')).toContain('search=manager')
    await page.goto('/#/setting/namespace')
    await page.getByRole('heading', { level: 1, name: 'Namespaces' }).waitFor()
    await roles.click()
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('manager')
    await roles.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Close others' }).click()
    await expect.poll(() => tabs.getByRole('link').allTextContents()).toEqual(['Deploy', 'Roles'])
    expect(hash(who)).toMatch(/^#\/setting\/role/)
  })

  it('switches the language at once and remembers it', async () => {
    const who = await start()
    const { page } = who
    await signIn(who)
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitem', { name: '简体中文' }).click()
    await page.getByText('Switch language success').or(page.getByText('切换语言成功')).first().waitFor()
    await page.reload()
    await page.getByRole('navigation', { name: '访问过的页面' }).or(page.locator('html[lang^=zh]')).first().waitFor()
    const cookies = await who.context.cookies()
    expect(cookies.find((cookie) => cookie.name === 'language')?.value).toBe('zh-cn')
    // It stays with the person; who signs in after this finds the language of the browser again.
    const api = await openApi(server.url)
    await api.call(UserChangePreferences, { language: '' })
  })

  it('switches the namespace by loading the console anew, and every call names the new one', async () => {
    const api = await openApi(server.url)
    const { id } = await api.call(NamespaceAdd, { name: 'second' })
    const who = await start()
    const { page } = who
    await signIn(who)
    // The one of sign-in is the last of the list; choose whichever is not the current one.
    const button = page.getByRole('button', { name: /^Namespace: / })
    const from = await button.textContent()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/user/info')) sent.push(request.headers()['g-n-id'] ?? '')
    })
    await button.click()
    const to = from?.includes('second') ? 'default' : 'second'
    await page.getByRole('menuitem', { name: to }).click()
    await page.getByRole('button', { name: `Namespace: ${to}` }).waitFor()
    expect(sent.at(-1)).toBe(String(to === 'second' ? id : 1))
  })

  it('asks once to sign in again when the session has ended, however many calls fail', async () => {
    const who = await start()
    const { page } = who
    await signIn(who)
    await who.context.clearCookies()
    await page.goto('/#/setting/role')
    const dialog = page.getByRole('dialog', { name: 'Confirm logout' })
    await dialog.waitFor()
    expect(await dialog.count()).toBe(1)
    await dialog.getByRole('button', { name: 'Re-login' }).click()
    await page.waitForURL(/#\/login\?redirect=/)
    await signIn(who)
    await page.waitForURL(/#\/setting\/role/)
  })

  it('opens the palette from the keyboard and goes where it says', async () => {
    const who = await start()
    const { page } = who
    await signIn(who)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').first().fill('role')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/setting\/role/)
  })

  it('puts the menu into a drawer on a phone', async () => {
    const who = await start({ viewport: PHONE })
    const { page } = who
    await signIn(who)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').or(page.locator('.ant-drawer-open')).first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(who.errors).toEqual([])
  })

  it('signs out and leaves nothing behind that lets the next person in', async () => {
    const who = await start()
    const { page } = who
    await signIn(who)
    await page.getByRole('button', { name: /Administrator|admin/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/#\/login/)
    expect(await page.evaluate(() => [sessionStorage.getItem('LOGIN'), localStorage.getItem('LOGIN')])).toEqual([
      null,
      null,
    ])
    const answer = await page.evaluate(() => fetch('/user/info').then((response) => response.json()))
    expect(answer.code).not.toBe(0)
  })
})
