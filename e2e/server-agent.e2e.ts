import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { InstallAgentStatus } from '@windlass/shared-kit/contract/agent'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'

const TASK_MS = 120_000

describe('a team that wants its servers measured by an agent', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-agent-e2e-'))
  const installPath = path.join(folder, 'agent')
  let sshd: TestSshd
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let [web, dead] = [0, 0]

  beforeAll(async () => {
    sshd = await startSshd()
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    api = await openApi(server.url)
    web = await addServer(api, sshd)
    dead = await addServer(api, sshd, 'web-2', { port: 1 })
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await execa('sh', [path.join(installPath, 'windlass-agent'), 'remove'], { reject: false })
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ended = (id: number) =>
    until(
      'it is over',
      async () => ((await api.call(InstallAgentStatus, { ids: String(id) })).list[0]?.task?.endTime ?? 0) > 0,
      TASK_MS,
    )

  it(
    'installs it with one click, sees each step, and the chart begins to move',
    async () => {
      const { page } = who
      await page.goto(`${server.url}/#/server/agent?serverId=${web}`)
      await page.getByRole('button', { name: 'Install agent' }).click()
      const drawer = page.getByRole('dialog')
      expect(await drawer.getByLabel('Address of the console').inputValue()).toBe(server.url)
      await drawer.getByText('This address leads every server to itself').waitFor()
      await drawer.getByLabel('Folder on the server').fill('/opt/a b')
      await drawer.getByRole('button', { name: 'Install on 1 server' }).click()
      await drawer.getByText('Give an absolute folder').first().waitFor()
      await drawer.getByLabel('Folder on the server').fill(installPath)
      expect(await axeViolations(page)).toEqual([])
      await drawer.getByRole('button', { name: 'Install on 1 server' }).click()
      await drawer.getByRole('list', { name: 'Steps' }).getByText('Wait for the first report').waitFor()
      await drawer.getByText('Installed', { exact: true }).waitFor({ timeout: TASK_MS })
      await drawer.getByRole('button', { name: 'Close' }).first().click()
      await page.getByText('Reports', { exact: true }).waitFor()
      await page.locator('.ag-tile', { hasText: 'ram_usage' }).waitFor()
      await page.locator('.ag-legend', { hasText: 'cpu_usage' }).waitFor({ timeout: TASK_MS })
      expect(await axeViolations(page)).toEqual([])
    },
    2 * TASK_MS,
  )

  it(
    'does it for many at once, and is told which one failed and why',
    async () => {
      const { page } = who
      await page.goto(`${server.url}/#/server/index`)
      for (const name of ['web-1', 'web-2']) await page.getByLabel(`Mark ${name}`).check()
      await page.getByRole('region', { name: 'Marked servers' }).getByRole('button', { name: 'Agent' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('Folder on the server').fill(installPath)
      await drawer.getByRole('button', { name: 'Install on 2 servers' }).click()
      await drawer.getByText('Not installed', { exact: true }).waitFor({ timeout: TASK_MS })
      await drawer.locator('.agent-reason').waitFor({ timeout: TASK_MS })
      await Promise.all([ended(web), ended(dead)])
      await drawer.getByText('Installed', { exact: true }).waitFor()
      expect(await axeViolations(page)).toEqual([])
    },
    2 * TASK_MS,
  )

  it.each(['en', 'zh-cn'] as const)('sees it on a phone in the dark: %s', async (language) => {
    const phone = await visit(browser, { url: server.url, viewport: PHONE, theme: 'dark', language })
    await signIn(phone)
    await phone.page.goto(`${server.url}/#/server/agent?serverId=${web}`)
    await phone.page.locator('.ag-install button').last().click()
    const drawer = phone.page.getByRole('dialog')
    await drawer.locator('.agent-changes button').last().waitFor()
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(PHONE.width)
    expect(await axeViolations(phone.page)).toEqual([])
    expect(phone.errors).toEqual([])
    await phone.close()
  })

  it(
    'removes it, after a question that names it',
    async () => {
      const { page } = who
      await page.goto(`${server.url}/#/server/agent?serverId=${web}`)
      await page.getByRole('button', { name: 'Manage agent' }).click()
      await page.getByRole('button', { name: 'Remove agent' }).click()
      const question = page.getByRole('dialog', { name: 'Remove 1 agent?' })
      await question.getByText('web-1').waitFor()
      await question.getByRole('button', { name: 'Remove agent' }).click()
      await ended(web)
      await page.getByRole('dialog').getByText('Not installed', { exact: true }).waitFor({ timeout: TASK_MS })
      expect(await execa('ls', ['-A', folder]).then(({ stdout }) => stdout)).toBe('')
    },
    2 * TASK_MS,
  )
})
