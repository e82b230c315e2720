import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { FirstStepList } from '@windlass/shared-kit/contract/firstStep'
import { LoginLogList } from '@windlass/shared-kit/contract/log'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { ADMIN, type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'

const diskAt = path.join(tmpdir(), 'windlass-e2e-first-run')
const LONG_MS = 60_000

const guideOf = (page: Page) => page.getByRole('region', { name: 'First steps' })

/** What the clocks of a zone show, as the console writes it; reckoned by another part of the platform than its own. */
const shownIn = (zone: string, instant: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)

describe('a console that was just installed', () => {
  let server: ConsoleProcess
  let browser: Browser
  let sshd: TestSshd
  let repository: TestRepository
  let who: Visit

  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit('first release', { 'index.html': 'one' })
    sshd = await startSshd({ diskAt })
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir, ADMIN_PASSWORD: '' } })
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    await repository?.remove()
  })

  it('prints a password that is good for nothing but choosing another one', async () => {
    const printed = await until('the first sign-in is printed', async () =>
      /first sign-in: admin \/ (\S+)/.exec(server.printed()),
    )
    const { page } = who
    await page.locator('input[autocomplete=username]').fill(ADMIN.account)
    await page.locator('input[autocomplete=current-password]').fill(printed?.[1] ?? '')
    await page.locator('button[type=submit]').click()
    await page.locator('input[autocomplete=new-password]').first().fill(ADMIN.password)
    await page.locator('input[autocomplete=new-password]').last().fill(ADMIN.password)
    // Nothing has failed so far.
    expect(await page.getByText('this is your first sign-in').count()).toBe(0)
    await page.locator('button[type=submit]').click()
    await guideOf(page).getByText('1 of 4 done').waitFor()
    expect(await guideOf(page).getByRole('listitem').count()).toBe(4)
  })

  it('hides its first steps, and brings them back from the menu of the account', async () => {
    const { page } = who
    await guideOf(page).getByRole('button', { name: 'Hide the first steps' }).click()
    await guideOf(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await guideOf(page).count()).toBe(0)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'First steps' }).click()
    await guideOf(page).waitFor()
  })

  it('leads by keyboard to the form of a server, and ticks the step once the server was reached', async () => {
    const { page } = who
    const add = guideOf(page).getByRole('link', { name: 'Add a server' })
    await add.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add server' })
    await form.getByLabel('Name', { exact: true }).fill('first')
    await form.getByLabel('Host', { exact: true }).fill(sshd.host)
    await form.getByLabel('Port', { exact: true }).fill(String(sshd.port))
    await form.getByLabel('SSH-key owner').fill(sshd.user)
    await form.getByLabel('SSH-key path').fill(sshd.keyPath)
    await form.getByRole('button', { name: 'Add server' }).click()
    await form.waitFor({ state: 'detached' })
    await guideOf(page).getByText('2 of 4 done').waitFor({ timeout: LONG_MS })
    await guideOf(page).getByRole('link', { name: 'Next: Add a project' }).click()
    await page.getByRole('dialog', { name: 'Add project' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('is done with its first deploy, and says nothing of first steps any more', async () => {
    const { page } = who
    const api = await openApi(server.url)
    const { list } = await api.call(ServerOptionList)
    await api.call(ProjectAdd, {
      ...{ name: 'shop', repoType: 'git', url: repository.url, path: path.join(diskAt, 'shop'), environment: 1 },
      ...{ branch: 'main', transferType: 'rsync', transferOption: '-rtv --exclude .git', deployServerMode: 'serial' },
      ...{ symlinkPath: path.join(diskAt, 'releases/shop'), serverIds: list.map(({ id }) => id) },
    })
    await page.goto('/#/deploy/index')
    await guideOf(page).getByText('3 of 4 done').waitFor({ timeout: LONG_MS })
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Deploy', exact: true }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Deploy to/ })
      .click()
    const needed = async () => (await api.call(FirstStepList)).list.filter(({ isOptional }) => !isOptional)
    await until('the deploy counts', async () => (await needed()).every(({ isDone }) => isDone), LONG_MS)
    await page.locator('.first-steps').waitFor({ state: 'detached', timeout: LONG_MS })
    await page.reload()
    await page.getByRole('main').getByText('shop').first().waitFor()
    expect(await guideOf(page).count()).toBe(0)
    expect(who.errors).toEqual([])
  })
})

describe('first steps', () => {
  let server: ConsoleProcess
  let browser: Browser
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  it.each([
    ['en', 'light', undefined],
    ['en', 'dark', PHONE],
    ['zh-cn', 'dark', undefined],
    ['zh-cn', 'light', PHONE],
  ] as const)('are accessible and fit: %s, %s', async (language, theme, viewport) => {
    const guest = await visit(browser, { url: server.url, language, theme, ...(viewport && { viewport }) })
    await signIn(guest)
    await guest.page.locator('.first-steps li').first().waitFor()
    await guest.page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await axeViolations(guest.page)).toEqual([])
    const overflow = await guest.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(guest.errors).toEqual([])
    await guest.close()
  })
})

describe('the clocks of people', () => {
  const SERVER = 'Asia/Kathmandu'
  const BROWSER = 'America/St_Johns'
  const CHOSEN = 'Australia/Lord_Howe'
  let server: ConsoleProcess
  let browser: Browser
  beforeAll(async () => {
    server = await startConsole({ env: { TZ: SERVER } })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  /** The first time of the login log: how it is shown on hover, and which instant it is. */
  const newest = async (page: Page) => {
    await page.goto('/#/log/loginLog')
    const time = page.getByRole('main').locator('time').first()
    await time.waitFor()
    return {
      title: (await time.getAttribute('title')) ?? '',
      instant: Date.parse((await time.getAttribute('datetime')) ?? ''),
    }
  }

  it('are those of the browser until a zone is chosen, and then the same in every browser', async () => {
    const startedAt = Date.now()
    const here = await visit(browser, { url: server.url, zone: BROWSER })
    await signIn(here)
    const before = await newest(here.page)
    // The wire names no zone: read by the wrong clock, the sign-in would lie hours away.
    expect(Math.abs(before.instant - startedAt)).toBeLessThan(LONG_MS)
    expect(before.title).toMatch(`${shownIn(BROWSER, before.instant)} America/St Johns (UTC-`)

    await here.page.goto('/#/user/profile')
    await here.page.getByRole('combobox', { name: 'Time zone' }).fill('lord howe')
    await here.page.keyboard.press('Enter')
    await here.page.getByText('Time zone changed').waitFor()
    const after = await newest(here.page)
    expect(after.title).toMatch(`${shownIn(CHOSEN, after.instant)} Australia/Lord Howe (UTC+1`)

    const there = await visit(browser, { url: server.url, zone: 'Africa/Casablanca' })
    await signIn(there)
    const elsewhere = await newest(there.page)
    expect(elsewhere.title).toContain(shownIn(CHOSEN, elsewhere.instant))
    expect([...here.errors, ...there.errors]).toEqual([])
    await here.close()
    await there.close()
  })

  it('are those that a range is typed by', async () => {
    const api = await openApi(server.url)
    await api.call(UserChangePreferences, { timeZone: CHOSEN })
    const guest = await visit(browser, { url: server.url, zone: BROWSER })
    await signIn(guest)
    const { page } = guest
    await newest(page)
    await page.getByRole('button', { name: 'Choose…' }).click()
    const moment = Date.now() - 2 * 3_600_000
    const typed = (instant: number) => shownIn(CHOSEN, instant).slice(0, 16).replace(' ', 'T')
    await page.getByLabel('From').fill(typed(moment))
    await page.getByLabel('To', { exact: true }).fill(typed(moment + 3_600_000))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/from=/)
    const address = new URLSearchParams(page.url().split('?')[1])
    const minute = Math.floor(moment / 60_000) * 60_000
    expect([Number(address.get('from')), Number(address.get('to'))]).toEqual([minute, minute + 3_600_000])
    // Nobody had signed in then.
    const times = { from: minute / 1000, to: minute / 1000 + 3600 }
    expect((await api.call(LoginLogList, { page: 1, rows: 20, ...times })).list).toEqual([])
    await guest.close()
  })

  it('and the look are found again in another browser, whatever that one speaks', async () => {
    const here = await visit(browser, { url: server.url, path: '/' })
    await signIn(here)
    await here.page.goto('/#/user/profile')
    await here.page.getByText('Dark', { exact: true }).click()
    await here.page.getByText('简体中文').first().click()
    await here.page.getByText('时区').first().waitFor()
    await until('both are kept', async () => {
      const there = await visit(browser, { url: server.url })
      await signIn(there)
      await there.page.locator('html.dark').waitFor()
      const language = await there.page.evaluate(() => document.documentElement.lang)
      await there.close()
      return language === 'zh-cn'
    })
    await here.close()
  })
})
