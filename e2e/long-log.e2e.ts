import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { DeployState } from '@windlass/shared-kit/contract/enums'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'

const LINES = 20_000
/** What fits on the screen, and some above and below it. */
const MOST_DRAWN = 100
const LINE = '.dp-logline'

describe('a log of very many lines', () => {
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let open: Visit
  let projectId: number

  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    const fields = { name: 'long', repoType: 'empty', branch: 'virtual', environment: 4, path: '/srv/long' } as const
    const content = `seq -f 'line %.0f' ${LINES - 1}; sleep 3; echo the last line`
    await api.call(ProjectAdd, { ...fields, script: { afterPull: { mode: 'sh', content } } })
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    open = await visit(browser, { url: server.url })
    await signIn(open)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  const drawn = () => open.page.locator(LINE).count()
  const isInSight = (text: string) =>
    open.page
      .locator(LINE, { hasText: text })
      .first()
      .evaluate((line) => {
        const [box, frame] = [line.getBoundingClientRect(), line.closest('[role=log]')?.getBoundingClientRect()]
        return frame !== undefined && box.top >= frame.top && box.bottom <= Math.min(frame.bottom, innerHeight) + 1
      })

  it('is followed to its last line while the deploy runs, with only what is in sight on the page', async () => {
    const { page } = open
    await api.call(DeployPublish, { projectId })
    await page.goto(`/#/deploy/detail/${projectId}`)
    await page.locator(LINE, { hasText: `line ${LINES - 1}` }).waitFor()
    expect(await drawn()).toBeLessThan(MOST_DRAWN)
    await page.locator(LINE, { hasText: 'the last line' }).waitFor()
    await until('the last line is in sight', () => isInSight('the last line'))
    expect(await drawn()).toBeLessThan(MOST_DRAWN)
  })

  it('is read from its start once the deploy is over, and leads to any line', async () => {
    const { page } = open
    const isOver = async () => (await api.call(DeployList)).list[0]?.deployState !== DeployState.Deploying
    await until('the deploy is over', isOver)
    await page.reload()
    await until('the first line is in sight', () => isInSight('line 1'))
    await page.getByRole('textbox', { name: 'Go to line' }).fill('15000')
    await page.getByRole('textbox', { name: 'Go to line' }).press('Enter')
    await until('the line is in sight', async () => {
      const marked = await page.locator(`${LINE}[data-marked=true]`).allTextContents()
      return marked.some((text) => text.startsWith('15000'))
    })
    expect(await drawn()).toBeLessThan(MOST_DRAWN)
  })

  it('is no longer on a phone, where the page itself scrolls', async () => {
    await open.page.setViewportSize(PHONE)
    await until('the log is laid out anew', async () => (await drawn()) < MOST_DRAWN)
    const height = await open.page.getByRole('log').evaluate((log) => log.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(PHONE.height)
    expect(open.errors).toEqual([])
  })
})
