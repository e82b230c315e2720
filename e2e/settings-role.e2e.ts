import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { RoleList } from '@windlass/shared-kit/contract/role'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi } from './support/fixtures.ts'
import { addPerson, type Person } from './support/people.ts'
import { addServer } from './support/servers.ts'
import { readableTerminals, terminalShows } from './support/terminalScreen.ts'

const ROLES = '/#/setting/role'
/** A change of a role reaches open pages within this time. */
const SOON_MS = 5_000
const WORKING = [Permission.ShowTerminalPage, Permission.ShareTerminal, Permission.ShowServerPage]

describe('roles', () => {
  let sshd: TestSshd
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let admin: Visit
  let grace: Person
  let roleId: number

  const open = async (options: Partial<Parameters<typeof visit>[1]> = {}, person?: Person) => {
    const opened = await visit(browser, { url: server.url, ...options })
    await opened.context.addInitScript(readableTerminals)
    await opened.page.reload()
    await signIn(opened, person)
    return opened
  }
  /** Ticks or unticks one permission of Grace's role on the screen, and saves. */
  const toggle = async (name: string) => {
    const { page } = admin
    await page.goto(`${ROLES}?permissions=${roleId}`)
    await page.getByRole('checkbox', { name, exact: true }).click()
    await page.getByText('Changes what one person may do, within seconds: grace.').waitFor()
    await page.getByRole('button', { name: /^Grant \d, take away \d$/ }).click()
    await page.getByText(/They take effect at once/).waitFor()
  }

  beforeAll(async () => {
    sshd = await startSshd()
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    await addServer(api, sshd)
    grace = await addPerson(api, { account: 'grace', namespaceId: 1, permissions: WORKING })
    roleId = (await api.call(RoleList)).list.find(({ name }) => name === 'role of grace')?.id ?? 0
    admin = await open()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
  })

  it('are copied, compared and changed with what they need in sight', async () => {
    const { page } = admin
    await page.goto(`${ROLES}?copy=2`)
    await page.getByText(/^5 permissions\.$/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Add role' }).click()
    await page.getByText('Role “member copy” added').waitFor()
    const { list } = await api.call(RoleList)
    const copy = list.find(({ name }) => name === 'member copy')
    expect(copy).toMatchObject({ permissionCount: 5, userCount: 0 })
    await page.goto(`${ROLES}?permissions=${copy?.id}`)
    await page.getByRole('checkbox', { name: 'Add roles', exact: true }).click()
    await page.getByText('Does nothing without: See roles.').waitFor()
    await page.getByText('Without it these do nothing: Add roles.').waitFor()
    await page.getByRole('combobox', { name: 'Compare with…' }).click()
    await page.locator('.ant-select-item-option', { hasText: /^member$/ }).click()
    await page.getByRole('button', { name: '1 difference' }).waitFor()
    await page.getByRole('button', { name: 'Tick it too', exact: true }).click()
    await page.getByText('Nobody has this role now.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Grant 2, take away 0' }).click()
    await page.getByText(/They take effect at once/).waitFor()
  })

  it('say who has them, with the way there', async () => {
    const { page } = admin
    await page.goto(ROLES)
    await page.getByRole('button', { name: '1: Who has “role of grace”' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'grace' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await drawer.getByRole('link', { name: 'grace' }).click()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    expect(page.url()).toContain('search=grace')
  })

  it('take effect in open pages and open terminals of others within seconds', async () => {
    const other = await open({}, grace)
    const { page } = other
    await page.goto('/#/server/terminal')
    await page.locator('.terminal-first input').fill('web')
    await page.locator('.ant-select-item-option', { hasText: 'web-1' }).click()
    await terminalShows(page, /[#$] ?$/m)
    await page.keyboard.type('echo still-$((6*7))\n')
    await terminalShows(page, 'still-42')

    await toggle('Use the terminal')
    await page.getByRole('heading', { name: 'You may not open “Terminal”' }).waitFor({ timeout: SOON_MS })
    await page.getByText('Missing permission: Use the terminal.').waitFor()
    await page.getByText('Administrator can grant it.').waitFor()
    expect(await page.getByText('still-42').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])

    await toggle('Use the terminal')
    await page.getByRole('heading', { name: /^You may not open/ }).waitFor({ state: 'hidden', timeout: SOON_MS })
    await page.goto('/#/server/index')
    await page.getByText('web-1').filter({ visible: true }).first().waitFor()
    await toggle('See servers')
    await page.getByRole('heading', { name: 'You may not open “Servers”' }).waitFor({ timeout: SOON_MS })
    await other.close()
  })

  it('open nothing by its address that they do not include, and let nobody lift himself', async () => {
    const other = await open({ path: ROLES }, grace)
    await other.page.getByText('Missing permission: See roles.').waitFor()
    const own = await openApi(server.url, grace)
    await expect(own.call(RoleList)).rejects.toThrow('ShowRolePage is missing')
    await other.close()
  })

  it.each([
    ['in Chinese and in the dark', { language: 'zh-cn', theme: 'dark' } as const, '角色管理'],
    ['on a phone', { viewport: PHONE }, 'Roles'],
  ])('are readable %s', async (_how, options, title) => {
    const other = await open(options)
    const { page } = other
    await page.goto(ROLES)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    for (const shown of [`?permissions=${roleId}`, `?holders=${roleId}`, '?copy=2']) {
      await page.goto(ROLES + shown)
      await page.getByRole('dialog').getByRole('heading').or(page.locator('.ant-drawer-title')).first().waitFor()
      await page.locator('.permission-group, .role-holders, #role-start').first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      const room = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(room).toBeLessThanOrEqual(0)
    }
    expect(other.errors).toEqual([])
    await other.close()
  })
})
