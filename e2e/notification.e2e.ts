import { answering, type Receiver, startReceiver } from '@windlass/backend/testing/receiver'
import { NotifyType } from '@windlass/shared-kit/contract'
import { DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'

const SCREEN = '/#/setting/notification'

describe('somebody who decides what notices say', () => {
  let server: ConsoleProcess
  let browser: Browser
  let receiver: Receiver
  let api: Api
  let who: Visit
  let projectId: number

  beforeAll(async () => {
    receiver = await startReceiver()
    server = await startConsole({ env: { NOTICE_RETRY_SECONDS: '0' } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    await api.call(ProjectAdd, {
      name: 'shop',
      repoType: 'empty',
      path: '/tmp/windlass-e2e-notice',
      environment: 1,
      branch: 'virtual',
      notifyType: NotifyType.DingTalk,
      notifyTarget: `${receiver.origin}/room?access_token=0123456789abcdef&secret=SECret`,
    })
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    who = await visit(browser, { url: server.url })
    await signIn(who)
    await who.page.goto(SCREEN)
    await who.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await receiver?.close()
  })

  const button = (name: string) => who.page.getByRole('main').getByRole('button', { name, exact: true })
  const textOf = (index: number) =>
    (JSON.parse(receiver.received[index]?.body ?? '{}') as { markdown?: { text: string } }).markdown?.text ?? ''

  it('writes one beside what it looks like, tries it and saves it', async () => {
    const { page } = who
    await page.getByText('DingTalk', { exact: true }).click()
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('# Ours\n')
    await button('.Project.Name').click()
    await expect.poll(() => text.inputValue()).toBe('# Ours\n{{ .Project.Name }}')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Ours', { exact: true }).waitFor()
    await text.press('End')
    await text.pressSequentially(' {{ .Nobody }}')
    await preview.getByText('there is no field ".Nobody"').waitFor()
    await text.fill('# Ours\n{{ .Project.Name }}')
    await button('Send a test').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Send to' }).fill(`${receiver.origin}/test`)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('The receiver took it').waitFor()
    expect(textOf(0)).toBe('# Ours\nshop')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await button('Save').click()
    await page.getByText('Template saved').waitFor()
  })

  it('sees the notice of a deploy that nobody took, and sends it again', async () => {
    const { page } = who
    receiver.answers.unshift(answering(500, 'asleep'), answering(500, 'still asleep'))
    await api.call(DeployPublish, { projectId, commit: '', branch: '', serverIds: [], customVariables: [] })
    await until('both attempts are made', async () => receiver.received.length === 3)
    await page.getByText('Deliveries', { exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'shop' })
    await row.getByText('Given up').waitFor()
    await expect.poll(() => row.textContent()).toContain('still asleep')
    expect(await page.getByRole('main').textContent()).not.toContain('0123456789abcdef')
    expect(await axeViolations(page)).toEqual([])
    await row.getByRole('button', { name: 'Show' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Ours', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Try again' }).click()
    await drawer.getByText('Received', { exact: true }).waitFor()
    expect(textOf(3)).toBe('# Ours\nshop')
    expect(receiver.received[3]?.path).not.toContain('SECret')
    expect(receiver.received[3]?.path).toMatch(/&timestamp=\d+&sign=/)
    await drawer.getByRole('button', { name: 'Close' }).click()
    expect(who.errors).toEqual([])
  })

  it.each([
    ['in Chinese and in the dark', { language: 'zh-cn', theme: 'dark' } as const, '通知设置'],
    ['on a phone', { viewport: PHONE }, 'Notifications'],
  ])('reads both parts %s', async (_how, options, title) => {
    const other = await visit(browser, { url: server.url, ...options })
    await signIn(other)
    for (const [part, shown] of [
      ['', other.page.locator('.nt-bubble')],
      ['?tab=deliveries', other.page.getByText(`${receiver.origin}/…cdef`)],
    ] as const) {
      await other.page.goto(SCREEN + part)
      await other.page.getByRole('heading', { level: 1, name: title }).waitFor()
      await shown.waitFor()
      expect(await axeViolations(other.page)).toEqual([])
      const room = await other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(room).toBeLessThanOrEqual(0)
    }
    expect(other.errors).toEqual([])
    await other.close()
  })
})
