import { readFile } from 'node:fs/promises'
import { InvitationAdd } from '@windlass/shared-kit/contract/invitation'
import { NamespaceAddUser, NamespaceUserList } from '@windlass/shared-kit/contract/namespace'
import { UserAdd } from '@windlass/shared-kit/contract/user'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { addPerson } from './support/people.ts'

const MEMBERS = '/#/setting/member'
const PASSWORD = 'Capstan_2'
const MEMBER = 2

describe('members', () => {
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  const open = async (options: Partial<Parameters<typeof visit>[1]> = {}, path = MEMBERS): Promise<Visit> => {
    const guest = await visit(browser, { url: server.url, ...options })
    await signIn(guest)
    await guest.page.goto(path)
    await guest.page.locator('.wl-list-page h1:visible').waitFor()
    return guest
  }
  const invite = async (more: object = {}) => {
    const input = { grants: [{ namespaceId: 1, roleId: MEMBER }], ...more }
    return (await api.call(InvitationAdd, input)).token
  }
  const overflowOf = ({ page }: Visit) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

  it('invites somebody who makes an account in a browser of his own, and is in', async () => {
    const host = await open()
    await host.page.getByRole('button', { name: 'Invite', exact: true }).click()
    const drawer = host.page.getByRole('dialog')
    await drawer.getByLabel('Role').click()
    await host.page.locator('.ant-select-item-option').getByText('member', { exact: true }).click()
    await drawer.getByLabel('For whom').fill('Nour 🚀 from harbour')
    await drawer.getByRole('button', { name: 'Create invitation' }).click()
    const link = await drawer.locator('.invitation-link code').innerText()
    expect(link).toMatch(/#\/invite\?token=[A-Za-z0-9_-]{43}$/)
    await drawer.getByText('Nour 🚀 from harbour').waitFor()
    expect(await axeViolations(host.page)).toEqual([])

    const guest = await visit(browser, { url: server.url, path: link.slice(link.indexOf('/#')) })
    const asked: string[] = []
    guest.page.on('request', (request) => {
      asked.push(`${request.url()} ${JSON.stringify(request.headers())}`)
    })
    await guest.page.getByRole('heading', { name: 'You are invited' }).waitFor()
    // The link does not stay where the next person at this browser finds it.
    expect(guest.page.url()).not.toContain('token')
    await guest.page.getByLabel('Account').fill('nour')
    await guest.page.getByLabel('Your name').fill('نورا 🚀')
    await guest.page.getByLabel('Password', { exact: true }).fill('onlyletters')
    await guest.page.getByLabel('Repeat the password').fill('onlyletters')
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await guest.page.locator('.field-error').first().waitFor()
    await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await guest.page.getByLabel('Repeat the password').fill(PASSWORD)
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await guest.page.locator('[role=tablist], nav').first().waitFor()
    const token = link.split('token=')[1] ?? ''
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter((request) => request.includes(token))).toEqual([])

    await host.page.reload()
    await host.page.getByText('Nobody is invited at the moment.').waitFor()
    await host.page.goto(MEMBERS)
    await host.page.locator('td', { hasText: 'نورا 🚀' }).first().waitFor()
    const again = await visit(browser, { url: server.url, path: link.slice(link.indexOf('/#')) })
    await again.page.getByText('used already').waitFor()
    for (const each of [host, guest, again]) await each.close()
  })

  it.each([
    ['en', 'light', undefined],
    ['en', 'dark', PHONE],
    ['zh-cn', 'dark', PHONE],
  ] as const)('are welcomed by a page that is accessible and fits: %s, %s', async (language, theme, viewport) => {
    const token = await invite({ account: 'a-very-long-account-name' })
    const guest = await visit(browser, {
      ...{ url: server.url, language, theme, path: `/#/invite?token=${token}` },
      ...(viewport && { viewport }),
    })
    await guest.page.locator('.invite-offer').waitFor()
    await guest.page.getByText('a-very-long-account-name').waitFor()
    expect(await axeViolations(guest.page)).toEqual([])
    expect(await overflowOf(guest)).toBeLessThanOrEqual(0)
    expect(guest.errors).toEqual([])
    // A reload in the middle finds it again.
    await guest.page.reload()
    await guest.page.locator('.invite-offer').waitFor()
    await guest.close()
  })

  it.each([
    ['an unknown token', `/#/invite?token=${'A'.repeat(43)}`, 'is not known'],
    ['no token', '/#/invite', 'not whole'],
  ])('are told in one sentence about %s', async (_what, path, words) => {
    const guest = await visit(browser, { url: server.url, path })
    await guest.page.getByRole('alert').getByText(words).waitFor()
    await guest.page.getByRole('link', { name: 'Go to sign-in' }).click()
    await guest.page.locator('input[autocomplete=username]').waitFor()
    await guest.close()
  })

  it('are disabled with all they have open, marked, and enabled again', async () => {
    const person = await addPerson(api, { account: 'wanda', namespaceId: 1, permissions: [57] })
    const there = await visit(browser, { url: server.url })
    await signIn(there, person)
    const { page, close } = await open()
    const row = page.locator('tr', { hasText: 'wanda' })
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    const dialog = page.getByRole('dialog')
    // One of the browser, one of the way the test made the account.
    await dialog.getByText(/open sessions?$/).waitFor()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await there.page.getByText('Re-login').waitFor()
    await row.getByText('Disabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: '1 disabled' }).click()
    await until('the others are gone', async () => (await page.locator('tbody tr.ant-table-row').count()) === 1)
    await row.getByRole('button', { name: 'Enable' }).click()
    await row.waitFor({ state: 'detached' })
    await close()
    await there.close()
  })

  describe('whose role changes together', () => {
    const names = ['harbour-one', 'harbour-two', 'harbour-none']
    const people: number[] = []
    beforeAll(async () => {
      for (const account of names) people.push((await api.call(UserAdd, { account, name: account })).id)
      const userIds = people.slice(0, 2)
      await api.call(NamespaceAddUser, { namespaceId: 1, userIds, roleId: MEMBER })
    })

    const ask = async ({ page }: Visit) => {
      for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
      await page.locator('.member-bulk button').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('.member-changes li').nth(2).waitFor()
      return dialog
    }
    const choose = async ({ page }: Visit, dialog: Locator, role: string) => {
      await dialog.getByRole('combobox').last().click()
      await page.locator('.ant-select-item-option').getByText(role, { exact: true }).click()
    }

    it.each([
      ['en', 'light', undefined],
      ['en', 'dark', PHONE],
      ['zh-cn', 'dark', PHONE],
    ] as const)(
      'are asked about by a dialog that is accessible and fits: %s, %s',
      async (language, theme, viewport) => {
        const guest = await open({ language, theme, ...(viewport && { viewport }) })
        const dialog = await ask(guest)
        await choose(guest, dialog, 'manager')
        await dialog.locator('.member-changes b').nth(1).waitFor()
        expect(await axeViolations(guest.page)).toEqual([])
        expect(await overflowOf(guest)).toBeLessThanOrEqual(0)
        await guest.page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(guest.errors).toEqual([])
        await guest.close()
      },
    )

    it('are named with what they were and become, and have it then', async () => {
      const guest = await open()
      const dialog = await ask(guest)
      await choose(guest, dialog, 'manager')
      const lines = dialog.locator('.member-changes li')
      await lines.nth(1).getByText('manager').waitFor()
      expect(await lines.allInnerTexts()).toEqual([
        expect.stringMatching(/harbour-one[\s\S]*member becomes manager/),
        expect.stringMatching(/harbour-two[\s\S]*member becomes manager/),
        expect.stringMatching(/harbour-none[\s\S]*no member there/),
      ])
      await dialog.getByRole('button', { name: 'Change 2 roles' }).click()
      await guest.page.getByText(/2 members are now .*manager.* in .*default/).waitFor()
      const { list } = await api.call(NamespaceUserList, { id: 1 })
      const roles = list.filter(({ userId }) => people.includes(userId)).map(({ roleName }) => roleName)
      expect(roles).toEqual(['manager', 'manager'])
      await guest.close()
    })
  })

  it('are exported as a file that runs no formula, and shown as text', async () => {
    await api.call(UserAdd, { account: 'formula', name: '=1+1 <img src=x>' })
    const { page, close, errors } = await open()
    await page.getByText('=1+1 <img src=x>').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain("formula,'=1+1 <img src=x>,")
    expect(errors).toEqual([])
    await close()
  })

  it('get a new password that is shown once', async () => {
    await api.call(UserAdd, { account: 'forgetful', name: 'Forgetful' })
    const { page, close } = await open()
    const row = page.locator('tr', { hasText: 'forgetful' })
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Reset password' }).click()
    expect(await dialog.locator('.invitation-link code').innerText()).toHaveLength(14)
    await close()
  })

  it.each([
    ['en', 'dark', PHONE],
    ['zh-cn', 'dark', undefined],
  ] as const)('and their invitations are accessible and fit: %s, %s', async (language, theme, viewport) => {
    await invite({ note: '<b>Edna</b> نورا 🚀', account: `edna-${language}` })
    const guest = await open({ language, theme, ...(viewport && { viewport }) })
    expect(await axeViolations(guest.page)).toEqual([])
    expect(await overflowOf(guest)).toBeLessThanOrEqual(0)
    await guest.page.goto(`${MEMBERS}?edit=invite`)
    await guest.page.getByText('<b>Edna</b> نورا 🚀').first().waitFor()
    expect(await axeViolations(guest.page)).toEqual([])
    expect(await overflowOf(guest)).toBeLessThanOrEqual(0)
    expect(guest.errors).toEqual([])
    await guest.close()
  })
})
