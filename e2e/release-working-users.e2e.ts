import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AreaSources, copyArea, markVersion } from './support/areaSources.ts'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openReleaseCommand, type ReleaseCommand } from './support/releaseCommand.ts'

/** What somebody typed and did not send yet. */
const TYPED = 'half a nam'

describe('somebody who works while an area is released', () => {
  let server: ConsoleProcess
  let browser: Browser
  let area: AreaSources
  let team: ReleaseCommand
  let open: Visit

  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    team = await openReleaseCommand(server)
    area = copyArea('logs')
    for (const version of ['1.0.0', '1.1.0']) {
      markVersion(area, version)
      await team.release('publish', 'logs', version, '--dir', area.dir)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    area?.remove()
    team?.remove()
  })

  beforeEach(async () => {
    open = await visit(browser, { url: server.url })
    await signIn(open)
  })
  afterEach(() => open.close())

  const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  const field = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Account' })
  const goTo = (page: Page, title: string) =>
    page.getByRole('navigation', { name: 'Visited pages' }).getByRole('link', { name: title }).click()
  const notice = (page: Page) => page.getByText('that this page uses was taken back')

  /** Tabs of the console, a second window, a form that is half filled in an area, and one in the area that is released. */
  const startWork = async (version: string) => {
    const { page } = open
    await page.goto('/#/setting/role')
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Add' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').first().fill(TYPED)
    const second = await open.context.newPage()
    await second.goto('/#/log/loginLog')
    await headingOf(second, `Sign-in log ${version}`).waitFor()
    await field(second).fill(TYPED)
    const interruptions: string[] = []
    for (const window of [page, second]) {
      await window.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
      window.on('load', () => interruptions.push(`${window.url()} was loaded`))
      window.on('websocket', () => interruptions.push(`${window.url()} was connected anew`))
    }
    return { form: page, logs: second, interruptions }
  }
  const isUntouched = async ({ form, logs, interruptions }: Awaited<ReturnType<typeof startWork>>) => {
    expect(await form.getByRole('dialog').getByRole('textbox').first().inputValue()).toBe(TYPED)
    expect(await field(logs).inputValue()).toBe(TYPED)
    expect(interruptions).toEqual([])
    for (const window of [form, logs]) expect(await window.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  }

  it('keeps what he typed at a promote, and gets pages he opens only then from the version he has', async () => {
    await team.release('promote', 'logs', '1.0.0', '--yes')
    const work = await startWork('1.0.0')
    await team.release('promote', 'logs', '1.1.0', '--yes')
    await work.logs.goto('/#/log/operationLog')
    await headingOf(work.logs, 'Operation log 1.0.0').waitFor()
    await goTo(work.logs, 'Sign-in log')
    await headingOf(work.logs, 'Sign-in log 1.0.0').waitFor()
    await isUntouched(work)
    expect(await notice(work.logs).count()).toBe(0)

    await work.logs.reload()
    await headingOf(work.logs, 'Sign-in log 1.1.0').waitFor()
  })

  it('is offered to load again when his version is taken back, and decides when', async () => {
    const work = await startWork('1.1.0')
    await team.release('rollback', 'logs', '--yes')
    await notice(work.logs).waitFor()
    expect(await axeViolations(work.logs)).toEqual([])
    // Nothing of the area runs in the other window.
    expect(await notice(work.form).count()).toBe(0)
    await work.logs.getByRole('button', { name: 'Later' }).click()
    await notice(work.logs).waitFor({ state: 'hidden' })
    await work.logs.goto('/#/log/operationLog')
    await headingOf(work.logs, 'Operation log 1.1.0').waitFor()
    await goTo(work.logs, 'Sign-in log')
    await isUntouched(work)

    await work.logs.reload()
    await headingOf(work.logs, 'Sign-in log 1.0.0').waitFor()
    expect(await notice(work.logs).count()).toBe(0)
  })

  it('loads the version before with the button of the offer', async () => {
    await team.release('promote', 'logs', '1.1.0', '--yes')
    const { logs } = await startWork('1.1.0')
    await team.release('rollback', 'logs', '--yes')
    await notice(logs).waitFor()
    await logs.getByRole('button', { name: 'Load again' }).click()
    await headingOf(logs, 'Sign-in log 1.0.0').waitFor()
    expect(await logs.evaluate(() => 'isSamePage' in globalThis)).toBe(false)
  })
})
