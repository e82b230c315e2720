import { createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ChatProviders, MOBILES, startChatProviders } from '@windlass/backend/testing/chatProviders'
import { type OpenIdProvider, startOpenIdProvider } from '@windlass/backend/testing/openIdProvider'
import { Permission } from '@windlass/shared-kit/contract'
import { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import { RoleAdd, RoleChangePermission } from '@windlass/shared-kit/contract/role'
import { UserAdd, UserEdit } from '@windlass/shared-kit/contract/user'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi } from './support/fixtures.ts'
import { addPerson } from './support/people.ts'

const WANTED = '/deploy/index?q=shop'
const ANY_PAGE = [Permission.ShowDeployPage]
const MARKER_OFFSET = 11

/** The console must be registered at the provider before it is started. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

describe('the ways in', () => {
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let chats: ChatProviders
  let openId: OpenIdProvider
  let who: Visit | undefined

  beforeAll(async () => {
    chats = await startChatProviders()
    const port = await freePort()
    openId = await startOpenIdProvider([`http://127.0.0.1:${port}/`])
    server = await startConsole({ port, env: { ...chats.env, ...openId.env, CAPTCHA_ENABLED: 'true' } })
    browser = await launchBrowser()
    api = await openApi(server.url)
  })
  afterEach(async () => {
    await who?.close()
    who = undefined
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await openId?.stop()
    await chats?.stop()
  })

  const open = async (options: Partial<Parameters<typeof visit>[1]> = {}) => {
    who = await visit(browser, { url: server.url, path: `/#${WANTED}`, ...options })
    await who.page.locator('input[autocomplete=username]').waitFor()
    return who
  }
  const arrived = (page: Page) => page.waitForURL((url) => url.hash === `#${WANTED}`)
  const fail = async (page: Page, account: string) => {
    await page.getByLabel('Account').fill(account)
    await page.getByLabel('Password', { exact: true }).fill('Wrong_pass1')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('leads back to the page that was wanted, with its query, and nowhere else', async () => {
    const { page } = await open()
    await signIn({ page } as Visit)
    await arrived(page)
    await who?.close()
    const other = await open({ path: '/#/login?redirect=//evil.example/' })
    await signIn(other)
    expect(new URL(other.page.url()).origin).toBe(server.url)
  })

  it('asks for a captcha after a failure: clicks are undone, a wrong one brings a new picture, the right one lets in', async () => {
    const ben = await addPerson(api, { account: 'ben', namespaceId: 1, permissions: ANY_PAGE })
    const { page } = await open()
    await fail(page, ben.account)
    const asked = page.waitForResponse((response) => response.url().includes('/user/getCaptcha'))
    await page.getByRole('button', { name: 'Click the button to check the captcha' }).click()
    expect((await asked).url()).toContain('account=ben')
    const picture = page.getByRole('button', { name: /^Picture with characters/ })
    await picture.click({ position: { x: 5, y: 5 } })
    await page.getByRole('button', { name: 'Take back click 1' }).click()
    await expect.poll(() => page.getByRole('button', { name: /Take back click/ }).count()).toBe(0)
    await picture.click({ position: { x: 5, y: 5 } })
    const next = page.waitForResponse((response) => response.url().includes('/user/getCaptcha'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const { data } = (await (await next).json()) as { data: { key: string } }
    await page.getByText('Check captcha fail').waitFor()
    expect(await axeViolations(page)).toEqual([])

    const database = new DatabaseSync(path.join(server.dataDir, 'windlass.sqlite'), { readOnly: true })
    const row = database.prepare('select answer from captcha where id = ?').get(data.key) as { answer: string }
    database.close()
    for (const { x, y } of JSON.parse(row.answer) as { x: number; y: number }[]) {
      // The page takes the half of its marker off again.
      await picture.click({ position: { x: Math.max(x, MARKER_OFFSET), y: Math.max(y, MARKER_OFFSET) } })
    }
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Captcha passed' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(ben.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await arrived(page)
  })

  it('has a first password replaced, and shows which parts of the rule the new one meets', async () => {
    const first = 'Windlass@first'
    const { id } = await api.call(UserAdd, { account: 'carla', password: first, name: 'Carla' })
    const role = await api.call(RoleAdd, { name: 'looker', description: '' })
    await api.call(RoleChangePermission, { roleId: role.id, permissionIds: ANY_PAGE })
    await api.call(NamespaceAddUser, { namespaceId: 1, userIds: [id], roleId: role.id })
    const { page } = await open()
    await page.getByLabel('Account').fill('carla')
    await page.getByLabel('Password', { exact: true }).fill(first)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const fresh = page.getByLabel('New password', { exact: true })
    await fresh.fill('12345678')
    const rule = page.getByRole('listitem')
    await rule.filter({ hasText: '8 to 16 characters' }).filter({ hasText: '(met)' }).waitFor()
    await rule.filter({ hasText: 'Not only letters' }).filter({ hasText: '(not yet)' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await fresh.fill('Capstan-2')
    await rule.filter({ hasText: 'Only letters' }).filter({ hasText: '(not yet)' }).waitFor()
    await fresh.fill('Capstan2')
    await page.getByLabel('Repeat the new password').fill('Capstan2')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await arrived(page)
  })

  it.each([
    ['DingTalk', MOBILES.dingtalk],
    ['Feishu', MOBILES.feishu],
  ])('lets %s vouch, and comes back to the wanted page', async (name, contact) => {
    const person = await addPerson(api, { account: name.toLowerCase(), namespaceId: 1, permissions: ANY_PAGE })
    await api.call(UserEdit, { id: person.id, name, contact, password: '' })
    const { page } = await open()
    await page.getByRole('button', { name, exact: true }).click()
    await arrived(page)
    expect(page.url()).not.toContain('state=')
    await page.locator('[role=tablist], nav').first().waitFor()
  })

  it('does not take an answer of a provider that nobody here asked for', async () => {
    who = await visit(browser, { url: server.url, path: '/?code=x&state=dingtalk-of-somebody-else#/login' })
    const { page } = who
    await page.getByText('This sign-in was not begun in this window. Begin again.').waitFor()
    await page.getByLabel('Account').waitFor()
    expect(page.url()).not.toContain('state=')
    expect(chats.requests.filter(({ body }) => body['code'] === 'x')).toEqual([])
  })

  it('lets the OpenID provider vouch, comes back to the wanted page, and signs out at both', async () => {
    const dora = await addPerson(api, { account: 'dora', namespaceId: 1, permissions: ANY_PAGE })
    openId.person = { sub: 'sub-of-dora', preferred_username: dora.account }
    const { page } = await open()
    await page.getByRole('button', { name: 'Example ID' }).click()
    await arrived(page)
    expect(page.url()).not.toContain('code=')
    await page.getByRole('button', { name: /dora/i }).first().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.origin === openId.issuer)
  })

  it('says what the OpenID provider would not vouch for, and leaves the form', async () => {
    openId.person = { sub: 'a-stranger', preferred_username: 'stranger' }
    const { page } = await open()
    await page.getByRole('button', { name: 'Example ID' }).click()
    await page.getByText('there is no account stranger here').waitFor()
    await page.getByLabel('Account').waitFor()
    // A reload does not try it again, and the wanted page is still known.
    await page.reload()
    await page.getByLabel('Account').waitFor()
    await signIn({ page } as Visit)
    await arrived(page)
  })

  it.each([
    ['light', 'en', undefined],
    ['dark', 'en', undefined],
    ['light', 'zh-cn', undefined],
    ['dark', 'zh-cn', PHONE],
  ] as const)('looks right: %s, %s', async (theme, language, viewport) => {
    const { page } = await open({ theme, language, ...(viewport && { viewport }) })
    await page.getByRole('button', { name: 'Example ID' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
