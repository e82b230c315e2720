import { ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'

describe('the form of a project', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let repository: TestRepository

  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit('first', { 'index.html': 'one' })
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await repository?.remove()
  })

  const tab = (name: string) => who.page.getByRole('tab', { name }).click()
  const field = (name: RegExp | string) => who.page.getByRole('dialog').getByRole('textbox', { name })
  const stored = async () => (await api.call(ProjectList)).list.find(({ name }) => name === 'shop')

  it('adds a project with a review, notices and a script, after it led to the tab with the first error', async () => {
    const { page } = who
    await page.goto('/#/project/index?edit=new')
    await field('Name').fill('shop')
    await page.getByRole('radio', { name: 'Test', exact: true }).check()
    await field(/^Repository/).fill(repository.url)
    await page.getByRole('button', { name: 'Test repository' }).click()
    await page.getByText('The repository answers').waitFor()
    await page.getByRole('button', { name: 'List branches' }).click()
    await page.getByText('1 branch to choose from').waitFor()
    await page.getByRole('combobox', { name: 'Branch' }).fill('main')
    await field('Path on the servers').fill('/srv/shop')
    await tab('Review')
    await page.getByRole('switch', { name: /second person/ }).click()
    await field(/^Address of your review system/).fill('review.example')
    await tab('Notices')
    await page.getByRole('combobox', { name: 'Tell others by' }).press('Enter')
    await page.getByTitle('Feishu').click()
    await field('Address to send to').fill('https://open.feishu.cn/open-apis/bot/v2/hook/x')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Must be an address that starts with https:// or http://').waitFor()
    await field(/^Address of your review system/).fill('https://review.example/open?team=web')
    await page.getByRole('checkbox', { name: /commit_id/ }).check()
    await page.keyboard.press('Control+Enter')
    const project = await until('it is saved', stored)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(project).toMatchObject({
      ...{ review: 1, notifyType: 3, branch: 'main', environment: 3, symlinkPath: '/srv/goploy-symlink/shop' },
      reviewURL: 'https://review.example/open?team=web&commit_id=__COMMIT_ID__&callback=__CALLBACK__',
    })
    expect(who.errors).toEqual([])
  })

  it('shows all of it again, splits the address off its parameters, and keeps what was typed when it is refused', async () => {
    const { page } = who
    const id = (await stored())?.id
    await page.goto(`/#/project/index?edit=${id}`)
    await tab('Review')
    const address = field(/^Address of your review system/)
    await expect.poll(() => address.inputValue()).toBe('https://review.example/open?team=web')
    expect(await page.getByRole('checkbox', { name: /commit_id/ }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: /project_name/ }).isChecked()).toBe(false)
    await tab('Servers')
    // Only rsync itself knows which of its options would run a program.
    await page.getByRole('textbox', { name: 'Options' }).fill('-e sh')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Not saved').waitFor()
    expect(await page.getByRole('textbox', { name: 'Options' }).inputValue()).toBe('-e sh')
    who.errors.length = 0
  })

  it.each([
    ['en', 'dark', undefined, [0, 1, 4, 5]],
    ['zh-cn', 'light', PHONE, [2, 6, 7]],
  ] as const)('is readable for everybody in %s, %s', async (language, theme, viewport, tabs) => {
    const open = await visit(browser, { url: server.url, language, theme, ...(viewport && { viewport }) })
    await signIn(open)
    await open.page.goto('/#/project/index?edit=new')
    const dialog = open.page.getByRole('dialog')
    await dialog
      .getByRole(viewport ? 'combobox' : 'tab')
      .first()
      .waitFor()
    for (const index of tabs) {
      if (viewport) {
        await dialog.getByRole('combobox').first().click()
        await open.page.locator('.ant-select-item-option').nth(index).click()
      } else await dialog.getByRole('tab').nth(index).click()
      await open.page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' })
      expect(await axeViolations(open.page)).toEqual([])
    }
    await open.close()
  })
})
