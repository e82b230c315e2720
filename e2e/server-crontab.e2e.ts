import { type CronAccount, canMakeAccounts, makeCronAccount } from '@windlass/backend/testing/cronAccount'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'

const BEFORE = [
  '# m h  dom mon dow   command',
  'MAILTO=ops@example.org',
  '',
  '# Nightly backup',
  '30 3 * * *\techo backup of $LOGNAME',
  '@reboot /opt/warm-cache',
  '',
].join('\n')

// Others than root cannot make the account this needs: run it as root.
describe.skipIf(!canMakeAccounts)('an operator who looks after a crontab', () => {
  let sshd: TestSshd
  let account: CronAccount
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let place: string

  beforeAll(async () => {
    sshd = await startSshd()
    account = await makeCronAccount()
    await account.install(BEFORE)
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    const api = await openApi(server.url)
    const id = await addServer(api, sshd, 'shop-db')
    place = `${server.url}/#/server/crontab?server=${id}&user=${account.name}`
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
    await signIn(who)
    await who.page.goto(place)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await account?.remove()
    await sshd?.stop()
  })

  const onServer = async () => String(await account.crontab())
  const save = async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('is saved').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  it('sees what is there, in words and with its next runs', async () => {
    const { page } = who
    await page.getByText('Nightly backup').waitFor()
    await page.getByText('At 03:30').waitFor()
    await page.getByText('When the server starts').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('changes a line after a look at the difference, and no other byte', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Weekdays' }).click()
    await form.getByText('Monday through Friday').waitFor()
    await form.getByText('By the clock of the server').waitFor()
    await form.getByRole('button', { name: 'Take over' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await onServer()).toBe(BEFORE)
    await save()
    expect(await onServer()).toBe(BEFORE.replace('30 3 * * *', '0 8 * * 1-5'))
  })

  it('switches a line off, and on again to the byte', async () => {
    const { page } = who
    const before = await onServer()
    await page.getByRole('switch', { name: /warm-cache/ }).click()
    await save()
    expect(await onServer()).toBe(before.replace('@reboot', '#windlass:off @reboot'))
    await page.getByRole('switch', { name: /warm-cache/ }).click()
    await save()
    expect(await onServer()).toBe(before)
  })

  it('keeps the words of crontab and all that was typed when it refuses', async () => {
    const { page } = who
    const before = await onServer()
    // By its role: the board, kept behind this page, has views as well.
    const views = page.getByRole('radiogroup', { name: 'View' })
    await views.getByText('Text', { exact: true }).click()
    const editor = page.getByRole('textbox', { name: 'Text of the crontab' })
    await editor.press('Control+End')
    await editor.pressSequentially('61 * * * * wrong\n')
    await page.getByText('1 line would not run').waitFor()
    await page.getByRole('button', { name: 'Review and save' }).click()
    const review = page.getByRole('dialog')
    await review.getByRole('button', { name: 'Save', exact: true }).click()
    await review.getByText('bad minute').waitFor()
    expect(await onServer()).toBe(before)
    await review.getByRole('button', { name: 'Back' }).click()
    await page.getByText('61 * * * * wrong').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await views.getByText('Table', { exact: true }).click()
  })

  it('is shown both texts when somebody else was faster, and decides', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Read from the server again' }).click()
    const discard = page.getByRole('button', { name: 'Discard' })
    if (await discard.isVisible()) await discard.click()
    await page.getByRole('switch', { name: /warm-cache/ }).click()
    const theirs = `${await onServer()}0 5 * * * theirs\n`
    await account.install(theirs)
    await page.getByRole('button', { name: 'Review and save' }).click()
    const review = page.getByRole('dialog')
    await review.getByRole('button', { name: 'Save', exact: true }).click()
    await review.getByText('was changed meanwhile').waitFor()
    await review.getByText('0 5 * * * theirs').waitFor()
    // The pointer is still where it saved, over the button that replaces now; that one fades from its waiting state.
    await page.mouse.move(0, 0)
    await expect.poll(() => axeViolations(page)).toEqual([])
    expect(await onServer()).toBe(theirs)
    await review.getByRole('button', { name: 'Take theirs' }).click()
    await page.locator('code', { hasText: /^theirs$/ }).waitFor()
  })

  it('brings a kept version back', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Versions' }).click()
    const drawer = page.getByRole('dialog')
    await drawer
      .getByRole('button', { name: /Found on the server/ })
      .last()
      .click()
    await drawer.getByRole('button', { name: 'Put into the editor' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await save()
    expect(await onServer()).toBe(BEFORE)
  })

  it('runs a line now, as the account and after a question', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Run now' }).first().click()
    const question = page.getByRole('dialog')
    await question.getByText('echo backup of').waitFor()
    await question.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('log').getByText(`backup of ${account.name}`).waitFor()
    await page.getByText('1 succeeded').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('reads it in Chinese, on a phone and in the dark', async () => {
    const phone = await visit(browser, { url: server.url, language: 'zh-cn', viewport: PHONE, theme: 'dark' })
    await signIn(phone)
    await phone.page.goto(place)
    await phone.page.getByText('Nightly backup').waitFor()
    await phone.page.getByText('服务器启动时', { exact: true }).waitFor()
    expect(await axeViolations(phone.page)).toEqual([])
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await phone.close()
  })
})
