import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import { addServer } from './support/servers.ts'

const diskAt = path.join(tmpdir(), 'windlass-e2e-board')

describe('the board of a team', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let repository: TestRepository
  let sshd: TestSshd

  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit('first release', { 'index.html': 'one' })
    sshd = await startSshd({ diskAt })
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    const id = await addServer(api, sshd)
    for (const [name, content] of [
      ['shop', 'echo "restarted"'],
      ['billing', 'echo "no licence" >&2; exit 3'],
    ] as const) {
      await api.call(ProjectAdd, {
        ...{ name, repoType: 'git', url: repository.url, branch: 'main', environment: 1, serverIds: [id] },
        path: path.join(diskAt, name),
        script: { afterDeploy: { mode: 'bash', content } },
      })
    }
    for (const { id: projectId } of await projects()) await api.call(DeployPublish, { projectId })
    await until('both deploys have ended', async () =>
      (await projects()).every(({ deployState }) => deployState >= DeployState.Success),
    )
    await repository.commit('second release', { 'index.html': 'two' })
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    await repository?.remove()
  })

  const projects = async () => (await api.call(DeployList)).list
  const card = (name: string) => who.page.locator('.dp-card').filter({ has: who.page.getByRole('link', { name }) })

  it('says why one failed and what waits to be deployed, and deploys a chosen commit by keyboard', async () => {
    const { page } = who
    await page.goto('/#/deploy/index')
    await card('billing')
      .getByText(/Failed: .*exit status 3/)
      .waitFor()
    const pending = card('shop').getByRole('button', { name: '1 commit since the live version' })
    await pending.click()
    await page.getByText('second release').waitFor()
    await page.keyboard.press('Escape')
    await card('shop').getByRole('button', { name: 'Deploy', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('radio', { name: 'A commit of a branch' }).press('Space')
    await drawer.getByRole('combobox', { name: 'Branch' }).click()
    await page.locator('.ant-select-item-option', { hasText: 'origin/main' }).click()
    await drawer.getByRole('radio', { name: /first release/ }).press('Space')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/deploy\/detail\/\d+\?token=/)
    await until('the chosen commit is deployed', async () =>
      (await projects()).every(({ deployState }) => deployState !== DeployState.Deploying),
    )
    expect(who.errors).toEqual([])
  })

  it('locks a project, shows who did, and unlocks it after a question', async () => {
    const { page } = who
    await page.goto('/#/deploy/index')
    await card('shop').getByRole('button', { name: 'More for shop' }).click()
    await page.getByRole('menuitem', { name: 'Lock…' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox').fill('month end')
    await page.keyboard.press('Control+Enter')
    await card('shop').getByText('Locked by').waitFor()
    await card('shop').getByRole('button', { name: 'More for shop' }).click()
    await page.getByRole('menuitem', { name: 'Unlock' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
    await card('shop').getByText('Locked by').waitFor({ state: 'detached' })
    expect(who.errors).toEqual([])
  })

  it('resets nothing that stands, and goes back to any deploy from the history', async () => {
    const { page } = who
    await card('billing').getByRole('button', { name: 'More for billing' }).click()
    await page.getByRole('menuitem', { name: 'Lock…' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Reset state' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await card('shop').getByRole('link', { name: 'shop' }).click()
    await page
      .getByRole('button', { name: /^Roll back to / })
      .first()
      .click()
    await page
      .getByRole('dialog', { name: /^Roll “shop” back to/ })
      .getByRole('button', { name: 'Roll back' })
      .click()
    await until('it went back', async () =>
      (await projects()).every(({ deployState }) => deployState !== DeployState.Deploying),
    )
    expect(who.errors).toEqual([])
  })

  it.each([
    ['en', 'dark', undefined],
    ['zh-cn', 'light', PHONE],
  ] as const)('is readable for everybody in %s, %s', async (language, theme, viewport) => {
    const open = await visit(browser, { url: server.url, language, theme, ...(viewport && { viewport }) })
    await signIn(open)
    await open.page.goto('/#/deploy/index')
    await open.page.locator('.dp-card').first().waitFor()
    expect(await axeViolations(open.page)).toEqual([])
    await open.page.locator('.dp-card').first().locator('[aria-haspopup="menu"]').click()
    await open.page.getByRole('menuitem').first().waitFor()
    expect(await axeViolations(open.page)).toEqual([])
    await open.page.keyboard.press('Escape')
    await open.page.locator('.dp-card .dp-deploy').first().click()
    await open.page.getByRole('dialog').waitFor()
    expect(await axeViolations(open.page)).toEqual([])
    const width = await open.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    await open.close()
  })
})
