import { Permission } from '@windlass/shared-kit/contract'
import { OperationLogList } from '@windlass/shared-kit/contract/log'
import { ReleaseList } from '@windlass/shared-kit/contract/release'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AreaSources, copyArea, markVersion } from './support/areaSources.ts'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { addPerson, type Person } from './support/people.ts'
import { openReleaseCommand, type ReleaseCommand } from './support/releaseCommand.ts'

const SCREEN = '/#/setting/release/logs'
const REASON = 'wrong numbers since noon'

describe('the release screen', () => {
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let area: AreaSources
  let team: ReleaseCommand
  let reader: Person
  let operator: Visit

  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    team = await openReleaseCommand(server)
    area = copyArea('logs')
    for (const version of ['1.0.0', '1.1.0']) {
      markVersion(area, version)
      await team.release('publish', 'logs', version, '--dir', area.dir)
    }
    await team.release('promote', 'logs', '1.0.0', '--yes')
    reader = await addPerson(api, { account: 'reader', namespaceId: 1, permissions: [Permission.ShowLoginLogPage] })
    operator = await visit(browser, { url: server.url })
    await signIn(operator)
    await operator.page.goto(SCREEN)
    await operator.page.getByRole('heading', { level: 1, name: 'logs' }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    area?.remove()
    team?.remove()
  })

  const inMain = (name: string) => operator.page.getByRole('main').getByRole('button', { name, exact: true })
  const inDialog = (name: string) => operator.page.getByRole('dialog').getByRole('button', { name, exact: true })
  const fromMenu = async (menu: string, item: string) => {
    await inMain(menu).click()
    await operator.page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const says = (text: string) => operator.page.getByText(text, { exact: true }).first().waitFor()
  const logs = async () => (await api.call(ReleaseList)).list.find(({ remote }) => remote === 'logs')

  /** What a user gets who opens the page now. */
  const shownTo = async (who: Person) => {
    const open = await visit(browser, { url: server.url })
    await signIn(open, who)
    await open.page.goto('/#/log/loginLog')
    const heading = open.page.getByRole('heading', { level: 1, name: /^Sign-in log \d/ })
    const text = await heading.or(open.page.getByText(REASON)).first().textContent()
    // A page reports what it loaded when it is left.
    await open.page.reload()
    await open.close()
    return text
  }

  it('starts a canary', async () => {
    await fromMenu('More actions for 1.1.0', 'Canary…')
    await operator.page.getByRole('dialog').getByRole('spinbutton', { name: 'Share of everybody' }).fill('100')
    await inDialog('Start canary of 1.1.0').click()
    await says('The canary of 1.1.0 is running')
    expect(await shownTo(reader)).toBe('Sign-in log 1.1.0')
    expect((await logs())?.canary).toMatchObject({ version: '1.1.0', audience: { percent: 100 } })
  })

  it('shows how a version fares', async () => {
    await until('the load was reported', async () => ((await logs())?.loads ?? 0) > 0)
    await operator.page.reload()
    const row = operator.page
      .getByRole('main')
      .getByRole('row', { name: /1\.1\.0/ })
      .first()
    await row.getByText('1 (100%)').waitFor()
    expect(operator.errors).toEqual([])
    expect(await axeViolations(operator.page)).toEqual([])
  })

  it('is clean in Chinese, in the dark, on a phone', async () => {
    const look = { language: 'zh-cn', theme: 'dark', viewport: PHONE } as const
    const open = await visit(browser, { url: server.url, ...look })
    await signIn(open)
    await open.page.goto(SCREEN)
    await open.page.getByRole('heading', { level: 1, name: 'logs' }).waitFor()
    await open.page.getByText('1.1.0').first().waitFor()
    expect(await axeViolations(open.page)).toEqual([])
    const overflow = await open.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(Math.max(0, overflow)).toBe(0)
    expect(open.errors).toEqual([])
    await open.close()
  })

  it('promotes the canary', async () => {
    await inMain('Promote canary 1.1.0').click()
    await inDialog('Promote 1.1.0').click()
    await says('Everybody gets logs 1.1.0 from now on')
    expect(await logs()).toMatchObject({ stable: '1.1.0', canary: null })
  })

  it('pins a version, over which nothing is promoted', async () => {
    await fromMenu('More actions', 'Pin 1.1.0')
    await inDialog('Pin 1.1.0').click()
    await says('logs is pinned at 1.1.0')
    expect(await team.refused('promote', 'logs', '1.0.0', '--yes')).toMatchObject({ exitCode: 1 })
    await fromMenu('More actions', 'Take the pin away')
    await inDialog('Take the pin away').click()
    await says('logs may be promoted again')
  })

  it('rolls back', async () => {
    await inMain('Roll back').click()
    await inDialog('Roll back').click()
    await says('Everybody gets logs 1.0.0')
    expect(await shownTo(reader)).toBe('Sign-in log 1.0.0')
  })

  it('turns the area off once its name is typed and a reason is given, and on again', async () => {
    await fromMenu('More actions', 'Turn off…')
    const dialog = operator.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON)
    expect(await inDialog('Turn off').isEnabled()).toBe(false)
    await dialog.getByRole('textbox', { name: /logs/ }).fill('logs')
    await inDialog('Turn off').click()
    await says('logs is off')
    const open = await visit(browser, { url: server.url })
    await signIn(open, reader)
    await open.page.goto('/#/log/loginLog')
    await open.page.getByText(REASON).waitFor()
    expect(await axeViolations(open.page)).toEqual([])
    await open.close()
    await fromMenu('More actions', 'Turn on')
    await inDialog('Turn on').click()
    await says('logs is on again')
    expect(await shownTo(reader)).toBe('Sign-in log 1.0.0')
  })

  it('leaves every step in the operation log and in the history', async () => {
    const { list } = await api.call(OperationLogList, { page: 1, rows: 100, username: '', router: '', api: '' })
    // The page that made the call; what the command line did names none.
    const own = list.filter(({ router }) => router.includes('/setting/release'))
    const steps = own.map((entry) => entry.api)
    const expected = ['canary', 'promote', 'pin', 'pin', 'rollback', 'switch', 'switch']
    expect(steps.toReversed()).toEqual(expected.map((step) => `/release/${step}`))
    expect(new Set(own.map(({ username }) => username))).toEqual(new Set(['Administrator']))
    await operator.page.reload()
    for (const line of ['Canary of 1.1.0', 'Promoted 1.1.0', 'Pinned 1.1.0', 'Turned off', 'Turned on']) {
      await operator.page.getByText(line).first().waitFor()
    }
  })

  it('is for those who may see it', async () => {
    const open = await visit(browser, { url: server.url })
    await signIn(open, reader)
    await open.page.goto(SCREEN)
    await open.page.getByRole('heading', { name: /^You may not open/ }).waitFor()
    await open.close()
    const stranger = await openApi(server.url, reader)
    await expect(stranger.call(ReleaseList)).rejects.toThrow(/ReleaseList|permission|answered/)
  })
})
