import { readFile, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import { addServer } from './support/servers.ts'

const diskAt = path.join(tmpdir(), 'windlass-e2e-train')
const NAMES = ['api', 'shop'] as const

describe('a team that releases two projects together', () => {
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
    const serverId = await addServer(api, sshd, 'web')
    for (const name of NAMES) {
      await api.call(ProjectAdd, {
        name,
        repoType: 'git',
        url: repository.url,
        path: path.join(diskAt, name),
        symlinkPath: path.join(diskAt, 'releases', name),
        symlinkBackupNumber: 5,
        environment: 3,
        branch: 'main',
        serverIds: [serverId],
      })
    }
    const { list } = await api.call(DeployList)
    for (const { id } of list) await api.call(DeployPublish, { projectId: id })
    await until('both are live once', async () => {
      const rows = (await api.call(DeployList)).list
      return rows.every(({ deployState }) => deployState === DeployState.Success)
    })
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

  const live = () =>
    Promise.all(
      NAMES.map(async (name) => {
        const release = path.basename(await readlink(path.join(sshd.disk, name)))
        return readFile(path.join(sshd.disk, 'releases', name, release, 'index.html'), 'utf8')
      }),
    )

  it('puts a train together, runs it, and takes all of it back with one button', async () => {
    const { page } = who
    await page.goto('/#/deploy/train')
    await page.getByRole('button', { name: 'Add train' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name' }).fill('friday')
    for (const [index, name] of NAMES.entries()) {
      await form.getByRole('combobox', { name: `Project ${index + 1}` }).fill(name)
      await page.keyboard.press('Enter')
    }
    await form.getByRole('button', { name: 'Add train' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Start friday?' })
    await question.getByText('api → shop').waitFor()
    await question.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('heading', { name: 'friday' }).waitFor()
    await page.getByRole('button', { name: 'Roll back the whole train' }).waitFor({ timeout: 60_000 })
    expect(await live()).toEqual(['two', 'two'])

    await page.getByRole('button', { name: 'Roll back the whole train' }).click()
    const sure = page.getByRole('dialog', { name: 'Roll back everything friday has touched?' })
    await sure.getByText('shop → api').waitFor()
    await sure.getByRole('button', { name: 'Roll back the whole train' }).click()
    await page.getByText('Went back').filter({ visible: true }).first().waitFor({ timeout: 60_000 })
    expect(await live()).toEqual(['one', 'one'])
    expect(who.errors).toEqual([])
  })
})
