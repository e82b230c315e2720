import { readFile, readlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { DeployState, type InputOf } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectEdit, ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import { addServer } from './support/servers.ts'

/** Where both servers see a disk of their own. */
const diskAt = path.join(tmpdir(), 'windlass-e2e-pages')

describe('the pages of a project', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let repository: TestRepository
  let sshds: TestSshd[]
  let serverIds: number[]
  let projectId: number

  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit('first release', { 'index.html': 'one\n', 'conf/app.ini': 'size=1\n' })
    const first = await startSshd({ diskAt })
    sshds = [first, await startSshd({ diskAt, sameKeysAs: first })]
    server = await startConsole({ env: { SSH_KEY_DIR: first.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    serverIds = []
    for (const [index, sshd] of sshds.entries()) serverIds.push(await addServer(api, sshd, `web-${index + 1}`))
    await api.call(ProjectAdd, project())
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    await deploy()
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await Promise.all((sshds ?? []).map((sshd) => sshd.stop()))
    await repository?.remove()
  })

  const project = (change: Partial<InputOf<typeof ProjectAdd>> = {}): InputOf<typeof ProjectAdd> => ({
    ...{ name: 'shop', repoType: 'git', url: repository.url, branch: 'main', environment: 3, serverIds },
    ...{ path: path.join(diskAt, 'shop'), symlinkPath: path.join(diskAt, 'releases/shop'), symlinkBackupNumber: 5 },
    ...change,
  })
  const row = async () => (await api.call(DeployList)).list.find(({ id }) => id === projectId)
  const ended = () =>
    until('the deploy has ended', async () => {
      const found = await row()
      return found && found.deployState !== DeployState.Deploying ? found : undefined
    })
  const deploy = async () => {
    await api.call(DeployPublish, { projectId })
    return ended()
  }
  /** A file of what is live on one of the servers. */
  const live = async (index: number, file: string) => {
    const disk = sshds[index]?.disk ?? ''
    const release = path.basename(await readlink(path.join(disk, 'shop')))
    return path.join(disk, 'releases/shop', release, file)
  }

  it('writes a file that is not in the repository, and the next deploy brings it', async () => {
    const { page } = who
    await page.goto(`/#/deploy/sync/${projectId}`)
    await page.getByRole('button', { name: 'New file' }).first().click()
    const editor = page.getByRole('dialog')
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('conf/.env')
    await editor.getByRole('textbox', { name: 'Text of the file' }).click()
    await page.keyboard.type('COLOUR=blue')
    expect(await axeViolations(page)).toEqual([])
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('conf/.env').first().waitFor()
    expect((await deploy()).deployState).toBe(DeployState.Success)
    expect(await readFile(await live(0, 'conf/.env'), 'utf8')).toBe('COLOUR=blue')
  })

  it('shows what was edited by hand on one of the servers, line by line', async () => {
    await writeFile(await live(1, 'conf/app.ini'), 'size=2\n')
    const { page } = who
    await page.goto(`/#/deploy/compare/${projectId}`)
    await page.getByRole('button', { name: 'Compare everything' }).click()
    await page.getByText('1 difference', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Path' }).fill('conf/app.ini')
    await page.getByRole('button', { name: 'Compare file', exact: true }).click()
    await page.getByRole('button', { name: /^Show lines/ }).click()
    await page.getByRole('dialog').getByText('size=2').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('asks a process for its status on every server', async () => {
    const { page } = who
    await page.goto(`/#/deploy/process/${projectId}`)
    await page.getByRole('button', { name: 'New process' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: /^Name/ }).fill('web')
    await form.getByRole('textbox', { name: /^Status command/ }).fill('cat ${PROJECT_PATH}/index.html')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Status of all servers' }).click()
    await until(
      'both have answered',
      async () => (await page.getByText('Status: succeeded', { exact: true }).count()) === 2,
    )
    expect(await axeViolations(page)).toEqual([])
  })

  it('halts a rollout at the server that is not healthy, and takes back the one before', async () => {
    const probe = { kind: 'command' as const, target: 'test ${SERVER_NAME} = web-1', expectedStatus: 200 }
    const policy = {
      batchSize: '1',
      probe: { ...probe, attempts: 2, intervalSeconds: 0, timeoutSeconds: 5 },
    }
    await api.call(ProjectEdit, { ...project({ policy }), id: projectId })
    const before = await live(0, 'index.html')
    await repository.commit('second release', { 'index.html': 'two\n' })
    expect((await deploy()).deployState).toBe(DeployState.Failed)
    expect(await live(0, 'index.html')).not.toBe(before)

    const { page } = who
    await page.goto(`/#/deploy/detail/${projectId}`)
    const strip = page.getByRole('region', { name: 'Rollout' })
    await strip.getByText('The rollout was halted', { exact: false }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await strip.getByRole('button', { name: 'Roll back the servers already done' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back', exact: true }).click()
    await until('the first server is back', async () => (await live(0, 'index.html')) === before)
    await ended()
  })
})
