// `pnpm screenshots`: takes the pictures of the README from a real console with real deploys.
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd } from '@windlass/backend/testing/sshd'
import { launchBrowser, PHONE, signIn, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi, until } from '@windlass/e2e/support/fixtures'
import { makeRepository } from '@windlass/e2e/support/gitRepository'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd } from '@windlass/shared-kit/contract/project'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { ROOT } from './build/workspace.ts'

const PICTURES = path.join(ROOT, 'docs/pictures')
const SETTLE_MS = 800
/** What is typed into the tool of the picture. */
const CRON = { expression: '*/10 9-17 * * 1-5', described: '*/10 9-17 * * 1-5', isEnglish: true, zone: 'Europe/Berlin' }
const DEPLOY_LIMIT_MS = 60_000

/** Name, environment, labels and the script after deploy of each project of the picture. */
const PROJECTS = [
  { name: 'shop', environment: 1, label: 'web,checkout', script: 'echo "restarted shop on $SERVER_NAME"' },
  { name: 'shop-staging', environment: 2, label: 'web', script: 'echo ok' },
  { name: 'billing', environment: 1, label: 'finance', script: 'echo "migrating"; exit 1' },
  {
    name: 'search-indexer',
    environment: 3,
    label: 'search',
    script: 'for i in $(seq 1 200); do echo "index $i"; sleep 0.3; done',
  },
  { name: 'status-page', environment: 4, label: 'web', script: '' },
] as const

async function addProjects(api: Api, url: string, root: string, serverIds: number[]): Promise<void> {
  for (const { name, environment, label, script } of PROJECTS) {
    await api.call(ProjectAdd, {
      name,
      label,
      environment,
      url,
      serverIds,
      repoType: 'git',
      branch: 'main',
      path: path.join(root, name),
      symlinkPath: path.join(root, 'releases', name),
      symlinkBackupNumber: 5,
      transferType: 'rsync',
      transferOption: '-rtv --exclude .git',
      deployServerMode: 'serial',
      script: { afterDeploy: { mode: 'bash', content: script } },
    })
  }
}

const idOf = async (api: Api, name: string) =>
  (await api.call(DeployList)).list.find((row) => row.name === name)?.id ?? 0

async function deploy(api: Api, name: string, isAwaited: boolean): Promise<void> {
  const projectId = await idOf(api, name)
  await api.call(DeployPublish, { projectId })
  if (!isAwaited) return
  const isDone = async () => {
    const row = (await api.call(DeployList)).list.find(({ id }) => id === projectId)
    return row && row.deployState !== DeployState.Deploying ? row : undefined
  }
  await until(`${name} is deployed`, isDone, DEPLOY_LIMIT_MS)
}

async function takePictures(url: string, api: Api): Promise<void> {
  const browser = await launchBrowser()
  try {
    const desk = await visit(browser, { url, viewport: { width: 1280, height: 760 } })
    const shoot = async (name: string, address: string) => {
      await desk.page.goto(address)
      await desk.page.waitForTimeout(SETTLE_MS)
      await desk.page.screenshot({ path: path.join(PICTURES, `${name}.png`) })
    }
    await desk.page.screenshot({ path: path.join(PICTURES, 'sign-in.png') })
    await signIn(desk)
    await shoot('board', '/#/deploy/index?group=environment')
    await shoot('deploy', `/#/deploy/detail/${await idOf(api, 'shop')}`)
    await shoot('servers', '/#/server/index')
    await shoot('roles', '/#/setting/role?permissions=1')
    await shoot('toolbox', `/#/deploy/index?tool=cron&with=${Buffer.from(JSON.stringify(CRON)).toString('base64url')}`)
    const phone = await visit(browser, { url, viewport: PHONE, theme: 'dark', language: 'zh-cn' })
    await signIn(phone)
    await phone.page.waitForTimeout(SETTLE_MS)
    await phone.page.screenshot({ path: path.join(PICTURES, 'phone.png') })
  } finally {
    await browser.close()
  }
}

mkdirSync(PICTURES, { recursive: true })
const root = await mkdtemp(path.join(tmpdir(), 'windlass-pictures-'))
const repository = await makeRepository()
await repository.commit('Open the shop', { 'index.html': '<h1>Shop</h1>', 'assets/shop.css': 'h1 { color: teal }' })
await repository.commit('Show prices with tax', { 'index.html': '<h1>Shop</h1><p>with tax</p>' })
const first = await startSshd({ diskAt: root })
const second = await startSshd({ diskAt: root, sameKeysAs: first })
const server = await startConsole({ env: { SSH_KEY_DIR: first.keyDir } })
try {
  const api = await openApi(server.url)
  const serverIds: number[] = []
  for (const [index, sshd] of [first, second].entries()) {
    const fields = { namespaceId: 1, name: `web-${index + 1}`, os: 'linux' as const, ip: sshd.host, port: sshd.port }
    serverIds.push((await api.call(ServerAdd, { ...fields, owner: sshd.user, path: sshd.keyPath })).id)
  }
  await addProjects(api, repository.url, root, serverIds)
  await deploy(api, 'shop', true)
  await deploy(api, 'shop-staging', true)
  await deploy(api, 'billing', true)
  await deploy(api, 'search-indexer', false)
  await takePictures(server.url, api)
  console.log(`screenshots: written to ${path.relative(ROOT, PICTURES)}`)
} finally {
  await server.remove()
  await Promise.all([first, second].map((sshd) => sshd.stop()))
  await repository.remove()
  await rm(root, { recursive: true, force: true })
}
