import { readdir, readFile, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectEdit, ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import { addServer } from './support/servers.ts'

/** Where both servers see a disk of their own. */
const diskAt = path.join(tmpdir(), 'windlass-e2e-disk')
const KEPT_RELEASES = 5
/** Long enough to be killed in the middle of, with a line a moment. */
const SLOW_SCRIPT = 'for i in $(seq 1 40); do echo "tick $i"; sleep 0.25; done'

describe('a team that deploys to two servers', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let repository: TestRepository
  let sshds: TestSshd[]
  let projectId: number
  let serverIds: number[]

  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit('first release', { 'index.html': 'one', 'assets/style.css': 'body {}' })
    const first = await startSshd({ diskAt })
    sshds = [first, await startSshd({ diskAt, sameKeysAs: first })]
    server = await startConsole({ env: { SSH_KEY_DIR: first.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    serverIds = await Promise.all(sshds.map((sshd, index) => addServer(api, sshd, `web-${index + 1}`)))
    await api.call(ProjectAdd, project())
    const { list } = await api.call(ProjectList)
    projectId = list[0]?.id ?? 0
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await Promise.all((sshds ?? []).map((sshd) => sshd.stop()))
    await repository?.remove()
  })

  const project = (afterDeploy = 'echo "restarted on ${SERVER_NAME}"') => ({
    name: 'shop',
    repoType: 'git' as const,
    url: repository.url,
    path: path.join(diskAt, 'shop'),
    symlinkPath: path.join(diskAt, 'releases/shop'),
    symlinkBackupNumber: KEPT_RELEASES,
    environment: 3,
    branch: 'main',
    transferType: 'rsync' as const,
    transferOption: '-rtv --exclude .git',
    deployServerMode: 'serial' as const,
    script: { afterDeploy: { mode: 'bash' as const, content: afterDeploy } },
    serverIds,
  })
  /** What a visitor of each server gets now, through the link that says which release is live. */
  const live = (file: string) =>
    Promise.all(
      sshds.map(async ({ disk }) => {
        const release = path.basename(await readlink(path.join(disk, 'shop')))
        return readFile(path.join(disk, 'releases/shop', release, file), 'utf8')
      }),
    )
  const row = async () => (await api.call(DeployList)).list.find((item) => item.id === projectId)
  const whenIdle = (what: string) =>
    until(
      what,
      async () => {
        const found = await row()
        return found && found.deployState !== DeployState.Deploying ? found : undefined
      },
      60_000,
    )

  it('presses Deploy, watches the log live, and finds the files on the targets', async () => {
    const { page } = who
    await page.goto('/#/deploy/index')
    await page.getByRole('main').getByRole('button', { name: 'Deploy', exact: true }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Deploy to 2 servers/ })
      .click()
    const done = await whenIdle('the first deploy has ended')
    expect(done.deployState).toBe(DeployState.Success)
    await page.goto(`/#/deploy/detail/${projectId}`)
    await page.getByText('restarted on web-1').first().waitFor()
    await page.getByText('restarted on web-2').first().waitFor()
    expect(await live('index.html')).toEqual(['one', 'one'])
    expect(who.errors).toEqual([])
  })

  it('survives a power cut in the middle of a deploy and tells the truth afterwards', async () => {
    await repository.commit('second release', { 'index.html': 'two' })
    await api.call(ProjectEdit, { id: projectId, ...project(SLOW_SCRIPT) })
    const { token } = await api.call(DeployPublish, { projectId })
    const { page } = who
    await page.goto(`/#/deploy/detail/${projectId}?token=${token}`)
    await page.getByText('tick 3', { exact: true }).first().waitFor()
    await server.end('SIGKILL')
    server = await server.restart()
    api = await openApi(server.url)
    const after = await whenIdle('nothing stays deploying')
    // Either the step was attached to again and the deploy went on to its end, or it says that it was interrupted.
    const possible = after.deployState === DeployState.Success ? ['two'] : ['one', 'two']
    for (const text of await live('index.html')) expect(possible).toContain(text)
    expect([DeployState.Success, DeployState.Failed]).toContain(after.deployState)
    await page.reload()
    await page.getByText('tick 3', { exact: true }).first().waitFor()
    const ticks = await page.getByText(/^tick 3$/).count()
    expect(ticks).toBeLessThanOrEqual(2)
  })

  it('rolls back to the first release with one confirmation', async () => {
    await api.call(ProjectEdit, { id: projectId, ...project() })
    await repository.commit('third release', { 'index.html': 'three' })
    await api.call(DeployPublish, { projectId })
    expect((await whenIdle('the third release is live')).deployState).toBe(DeployState.Success)
    expect(await live('index.html')).toEqual(['three', 'three'])

    const { page } = who
    await page.goto(`/#/deploy/detail/${projectId}`)
    await page.reload()
    await page
      .getByRole('button', { name: /roll back/i })
      .first()
      .click()
    const drawer = page.getByRole('dialog').last()
    await drawer.getByText('first release').first().waitFor()
    await drawer
      .getByRole('row', { name: /first release/ })
      .or(drawer.getByRole('listitem').filter({ hasText: 'first release' }))
      .first()
      .getByRole('button', { name: /roll back/i })
      .click()
    const question = page.getByRole('dialog', { name: /^Roll “shop” back to/ })
    await question.getByRole('button', { name: 'Roll back' }).click()
    await until('the first release is live again', async () => (await live('index.html')).join() === 'one,one')
    expect((await whenIdle('the rollback has ended')).deployState).toBe(DeployState.Success)
    for (const { disk } of sshds) {
      const releases = await readdir(path.join(disk, 'releases/shop'))
      expect(releases.filter((name) => name.endsWith('.partial'))).toEqual([])
    }
  })
})
