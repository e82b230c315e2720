import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ProjectAdd, ProjectList, ProjectSetAutoDeploy } from '@windlass/shared-kit/contract/project'
import { WebhookDeliveryList, WebhookSecret } from '@windlass/shared-kit/contract/webhook'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'

const AS_ADA = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']

/** What a code host does after it took a push: tells the webhook, signed over the very bytes it sends. */
const hookScript = (address: string, secret: string) => `#!/bin/sh
while read before after ref; do
  body="{\\"ref\\":\\"$ref\\",\\"before\\":\\"$before\\",\\"after\\":\\"$after\\",\\"pusher\\":{\\"name\\":\\"Ada\\"}}"
  sign=$(printf %s "$body" | openssl dgst -sha256 -hmac '${secret}' | sed 's/^.* //')
  curl -fsS --max-time 20 -X POST '${address}' -H 'Content-Type: application/json' -H 'X-Gitea-Event: push' \\
    -H "X-Gitea-Delivery: $after" -H "X-Gitea-Signature: $sign" -d "$body"
done
`

describe('a push to a repository', () => {
  let folder: string
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let projectId: number
  const git = (...args: string[]) => execa('git', [...AS_ADA, ...args], { cwd: path.join(folder, 'work') })

  /** Commits and pushes; answers what the console said to the hook. */
  const push = async (name: string, branch = 'main') => {
    await writeFile(path.join(folder, 'work', 'index.html'), name)
    await git('add', '--all')
    await git('commit', '--quiet', '--message', name)
    const { stderr } = await git('push', 'origin', `HEAD:refs/heads/${branch}`)
    return stderr
  }
  const deliveries = async () => (await api.call(WebhookDeliveryList, { projectId, page: 1, rows: 20 })).list

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windlass-push-'))
    await execa('git', ['init', '--quiet', '--bare', '--initial-branch=main', path.join(folder, 'bare')])
    await execa('git', ['clone', '--quiet', path.join(folder, 'bare'), path.join(folder, 'work')])
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    const base = { repoType: 'git', url: `file://${folder}/bare`, branch: 'main', environment: 1 } as const
    await api.call(ProjectAdd, { ...base, name: 'shop', path: path.join(folder, 'target') })
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    const { secret } = await api.call(WebhookSecret, { projectId })
    const hook = path.join(folder, 'bare', 'hooks', 'post-receive')
    await writeFile(hook, hookScript(`${server.url}/deploy/webhook?project_id=${projectId}`, secret))
    await chmod(hook, 0o755)
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  it('starts nothing while auto deploy is off, and says so to whoever pushed', async () => {
    expect(await push('first')).toContain('Webhook auto deploy turn off')
    expect(await deliveries()).toMatchObject([{ outcome: 'ignored', signature: 'valid', pusher: 'Ada' }])
  })

  it('deploys what was pushed once the switch is on', async () => {
    const { page } = who
    await page.goto(`/#/deploy/deliveries/${projectId}?setup=1`)
    const drawer = page.getByRole('dialog', { name: 'Webhook of shop' })
    await drawer.getByText(`${server.url}/deploy/webhook?project_id=${projectId}`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await drawer.getByRole('switch').click()
    await page.getByText('Pushes to main are deployed now').waitFor()
    expect(await push('second')).toContain('receive push signal')
    const [{ token = '' } = {}] = await deliveries()
    expect(token).not.toBe('')
    expect(await push('elsewhere', 'feature/cart')).toContain('Receive branch:feature/cart push event')
    await page.goto(`/#/deploy/deliveries/${projectId}`)
    await page
      .getByRole('row', { name: /Deployed/ })
      .getByRole('button')
      .click()
    const details = page.getByRole('dialog', { name: 'Delivery' })
    await details.getByText('signed with the secret of this project').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await details.getByRole('link', { name: 'To the deploy' }).click()
    await page.getByText('second').filter({ visible: true }).first().waitFor()
    expect(page.url()).toContain(`token=${token}`)
  })

  it('is played again from the list', async () => {
    const { page } = who
    await page.goto(`/#/deploy/deliveries/${projectId}`)
    await page
      .getByRole('row', { name: /Deployed/ })
      .last()
      .getByRole('button')
      .click()
    await page.getByRole('button', { name: 'Play again' }).click()
    await until('the delivery was played again', async () => (await deliveries())[0]?.replayOf)
    expect((await deliveries())[0]).toMatchObject({ outcome: 'started', replayedBy: 'Administrator' })
    await api.call(ProjectSetAutoDeploy, { id: projectId, autoDeploy: 0 })
    expect(who.errors).toEqual([])
  })
})
