import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { DeployState, Permission } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import { addPerson, type Person } from './support/people.ts'
import { addServer } from './support/servers.ts'

const diskAt = path.join(tmpdir(), 'windlass-e2e-guard')

describe('what stands between a person and a deploy', () => {
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let admin: Visit
  let member: Visit
  let ada: Person
  let repository: TestRepository
  let sshd: TestSshd
  let projectId: number

  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit('first release', { 'index.html': 'one' })
    sshd = await startSshd({ diskAt })
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    const serverId = await addServer(api, sshd)
    await api.call(ProjectAdd, {
      ...{ name: 'shop', repoType: 'git', url: repository.url, branch: 'main', environment: 1, review: 1 },
      ...{ path: path.join(diskAt, 'shop'), serverIds: [serverId] },
    })
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    await api.call(DeployPublish, { projectId })
    await whenIdle()
    const permissions = [
      ...[Permission.ShowDeployPage, Permission.GetAllDeployList, Permission.DeployProject],
      ...[Permission.DeployDetail, Permission.DeployReview, Permission.LockDeploy],
    ]
    ada = await addPerson(api, { account: 'ada', namespaceId: 1, permissions })
    admin = await visit(browser, { url: server.url })
    await signIn(admin)
    member = await visit(browser, { url: server.url })
    await signIn(member, ada)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    await repository?.remove()
  })

  const whenIdle = () =>
    until('no deploy runs', async () => {
      const row = (await api.call(DeployList)).list.find(({ id }) => id === projectId)
      return row && row.deployState !== DeployState.Deploying ? row : undefined
    })
  const openDeploy = async ({ page }: Visit) => {
    await page.goto('/#/deploy/index')
    await page.getByRole('main').getByRole('button', { name: 'Deploy', exact: true }).first().click()
    return page.getByRole('dialog')
  }

  it('lets a deploy of a member wait until somebody else has seen what it is', async () => {
    await repository.commit('second release', { 'index.html': 'two' })
    const form = await openDeploy(member)
    await form.getByText('second release').first().click()
    await form.getByRole('button', { name: 'Ask for a review' }).click()
    await member.page.waitForURL(new RegExp(`#/deploy/review/${projectId}`))
    await member.page.getByText('somebody else has to answer').waitFor()

    const { page } = admin
    await page.goto(`/#/deploy/review/${projectId}`)
    await page.getByRole('button', { name: 'Approve…' }).click()
    const answer = page.getByRole('dialog')
    await answer.getByText('second release').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await answer.getByRole('button', { name: 'Approve and deploy to 1 server' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    expect((await whenIdle()).deployState).toBe(DeployState.Success)
    await page.getByRole('link', { name: 'To the deploy' }).click()
    await page.waitForURL(/#\/deploy\/detail\/\d+\?token=/)
  })

  it('says who has locked a project and why, and lets it be unlocked', async () => {
    const { page } = member
    await page.goto('/#/deploy/index')
    await page.getByRole('main').getByRole('button', { name: /More/ }).first().click()
    await page.getByRole('menuitem', { name: /^Lock/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Reason').fill('the database moves')
    await form.getByRole('button', { name: 'Lock', exact: true }).click()
    await form.waitFor({ state: 'hidden' })

    const other = await openDeploy(admin)
    await other.getByText('the database moves').first().waitFor()
    await admin.page.keyboard.press('Escape')
    await until('the lock is on the board', async () => (await whenIdle()).lock?.reason === 'the database moves')
    await page.getByRole('main').getByRole('button', { name: /More/ }).first().click()
    await page.getByRole('menuitem', { name: /^Unlock/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Unlock/ })
      .click()
    await until('the lock is gone', async () => (await whenIdle()).lock === null)
  })

  it('freezes production for everybody who may not override it', async () => {
    const { page } = admin
    await page.goto('/#/deploy/freeze')
    await page.getByRole('button', { name: 'Add freeze window' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('holidays')
    await form.getByLabel('From').fill('2026-01-01T00:00')
    await form.getByLabel('To').fill('2099-01-01T00:00')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Add freeze window' }).click()
    await page.getByText('Frozen now').waitFor()
    const refused = await openDeploy(member)
    await refused.getByText('holidays').first().waitFor()
    await expect.poll(() => refused.getByRole('button', { name: 'Ask for a review' }).isDisabled()).toBe(true)
  })
})
