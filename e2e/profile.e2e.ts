import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { ADMIN, type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

const PROFILE = '/#/user/profile'

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** A device with finger or PIN, as the browser's own tools pretend to have one. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('the profile', () => {
  let server: ConsoleProcess
  let browser: Browser
  let url: string
  beforeAll(async () => {
    server = await startConsole()
    // Passkeys need a name; this one is a secure context without HTTPS.
    url = server.url.replace('127.0.0.1', 'localhost')
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  const open = async (options: Partial<Parameters<typeof visit>[1]> = {}): Promise<Visit> => {
    const guest = await visit(browser, { url, ...options })
    await signIn(guest)
    await guest.page.goto(PROFILE)
    await guest.page.locator('.profile h1').waitFor()
    return guest
  }

  it.each([
    ['en', 'light', undefined],
    ['en', 'dark', PHONE],
    ['zh-cn', 'light', PHONE],
  ] as const)('is accessible and fits: %s, %s', async (language, theme, viewport) => {
    const guest = await open({ language, theme, ...(viewport && { viewport }) })
    await guest.page.locator('.profile-list li').first().waitFor()
    expect(await axeViolations(guest.page)).toEqual([])
    const overflow = await guest.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(guest.errors).toEqual([])
    await guest.close()
  })

  it('ends another browser at once, in the page that is open there', async () => {
    const [here, there] = [await open(), await open()]
    await here.page.reload()
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await there.page.getByText('Re-login').waitFor()
    await expect.poll(() => here.page.locator('.profile-list li').first().innerText()).toContain('This browser')
    await here.close()
    await there.close()
  })

  it('makes a key that works, and one that was revoked does not', async () => {
    const { page, close } = await open()
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('ci')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.locator('.profile-made .wl-mono-line, .profile-made code').first().innerText()
    const ask = async () => {
      const response = await fetch(`${server.url}/user/info`, { headers: { 'X-API-KEY': key, 'G-N-ID': '1' } })
      return (await response.json()) as { code: number }
    }
    expect((await ask()).code).toBe(0)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('You have no named key yet.').waitFor()
    expect((await ask()).code).toBe(1)
    await close()
  })

  it('sets a passkey up that signs in without a password', async () => {
    const guest = await open()
    const { page } = guest
    await addAuthenticator(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Current password').fill(ADMIN.password)
    await form.getByRole('button', { name: 'Ask this device' }).click()
    await page.locator('.profile-codes').waitFor()
    await page.getByRole('checkbox', { name: 'I have kept the codes' }).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await guest.context.clearCookies()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.locator('[role=tablist], nav').first().waitFor()
    await page.goto(PROFILE)
    const panel = page.locator('section', { has: page.locator('#profile-passkeys') }).last()
    await panel.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(ADMIN.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no passkey yet.').waitFor()
    await guest.close()
  })

  it('sets an app up that is asked for after the password, and takes it away again', async () => {
    const guest = await open()
    const { page } = guest
    await page.getByRole('button', { name: 'Set up app' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(ADMIN.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const secret = await page.locator('.profile-secret .wl-mono-line, .profile-secret code').first().innerText()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await page.locator('.profile-codes').waitFor()
    const spare = await page.locator('.profile-codes li').allInnerTexts()
    expect(spare).toHaveLength(10)
    await page.getByRole('checkbox', { name: 'I have kept the codes' }).check()
    await page.getByRole('button', { name: 'Done' }).click()

    const other = await visit(browser, { url })
    await other.page.locator('input[autocomplete=username]').fill(ADMIN.account)
    await other.page.locator('input[autocomplete=current-password]').fill(ADMIN.password)
    await other.page.locator('button[type=submit]').click()
    await other.page.getByRole('heading', { name: 'Second step' }).waitFor()
    expect(await axeViolations(other.page)).toEqual([])
    await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
    await other.page.getByLabel('Recovery code').fill(spare[0] ?? '')
    await other.page.getByRole('button', { name: 'Continue' }).click()
    await other.page.locator('[role=tablist], nav').first().waitFor()
    await other.close()

    await page.getByRole('button', { name: 'Remove app' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(ADMIN.password)
    await page
      .getByRole('dialog')
      .getByLabel(/recovery code/)
      .fill(spare[1] ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click()
    await page.getByText('Not set up').waitFor()
    await guest.close()
  })
})
