import { readFile } from 'node:fs/promises'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { ProjectAdd, ProjectList, ProjectRemove } from '@windlass/shared-kit/contract/project'
import { ServerAdd, ServerEdit } from '@windlass/shared-kit/contract/server'
import { SftpMakeFolder } from '@windlass/shared-kit/contract/sftp'
import { TerminalLogList } from '@windlass/shared-kit/contract/terminalLog'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { ADMIN, type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import { addPerson, type Person } from './support/people.ts'
import { readableTerminals, terminalShows } from './support/terminalScreen.ts'

/** Of each log: a field to search by, what is there, how many rows that leaves, and a column that can be hidden. */
const LOGS = [
  { path: '/log/loginLog', field: 'Account', value: 'eve', rows: 1, column: 'Page' },
  { path: '/log/operationLog', field: 'Call', value: '/server/edit', rows: 1, column: 'Page' },
  { path: '/log/publishLog', field: 'Project', value: 'shop', rows: 2, column: 'Reason' },
  { path: '/log/sftpLog', field: 'Action', value: 'MKDIR', rows: 2, column: 'Result' },
  { path: '/log/terminalLog', field: 'Server', value: 'web-2', rows: 2, column: 'Address' },
] as const

/** Pages that were left stay behind the one in front; rows that stand for what is being read are no rows. */
const ROWS = '.wl-table[data-stale=false] tr.ant-table-row:visible'

async function publish(api: Api, projectId: number): Promise<void> {
  const find = async () => (await api.call(DeployList)).list.find(({ id }) => id === projectId)
  const before = (await find())?.lastPublishToken
  await api.call(DeployPublish, { projectId })
  await until('the deploy has ended', async () => {
    const now = await find()
    return now?.deployState === DeployState.Success && now.lastPublishToken !== before
  })
}

/** Works in a terminal as a person does, and leaves the shell. */
async function useTerminal({ page }: Visit, serverId: number): Promise<void> {
  await page.goto(`/#/server/terminal?serverId=${serverId}`)
  await terminalShows(page, /[#$] ?$/m)
  await page.keyboard.type('echo needle-$((40+2))\n')
  await terminalShows(page, 'needle-42')
  await page.keyboard.type('exit\n')
  await page.getByText('The shell has ended').first().waitFor()
  await page.keyboard.press('Control+Shift+KeyW')
}

/** A page from its beginning: another address alone would keep what was typed. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/#${address}`)
  await page.reload()
  await page.locator(ROWS).first().waitFor()
}

async function saved(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Save' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: format, exact: true }).click(),
  ])
  await page.keyboard.press('Escape')
  return readFile(await file.path(), 'utf8')
}

describe('somebody who reads the logs', () => {
  let sshd: TestSshd
  let repository: TestRepository
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let who: Visit
  let reader: Person
  let serverId: number
  let recordId: number

  beforeAll(async () => {
    sshd = await startSshd()
    repository = await makeRepository()
    await repository.commit('first', { 'index.html': 'hello' })
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    await api.call(UserChangePreferences, { hidesFirstSteps: true })

    const machine = { namespaceId: 1, os: 'linux', ip: sshd.host, port: sshd.port, owner: sshd.user } as const
    serverId = (await api.call(ServerAdd, { ...machine, name: 'web-1', path: sshd.keyPath })).id
    await api.call(ServerEdit, { ...machine, id: serverId, name: 'web-2', path: sshd.keyPath })
    for (const name of ['one', 'two']) await api.call(SftpMakeFolder, { serverId, dir: sshd.folder, name })

    const fields = { repoType: 'git', url: repository.url, environment: 3, branch: 'main' } as const
    for (const name of ['shop', 'old']) await api.call(ProjectAdd, { ...fields, name, path: `/srv/${name}` })
    const projects = (await api.call(ProjectList)).list
    const idOf = (wanted: string) => projects.find(({ name }) => name === wanted)?.id ?? 0
    await publish(api, idOf('shop'))
    await publish(api, idOf('shop'))
    await api.call(ProjectRemove, { id: idOf('old') })

    const permissions = [Permission.ShowOperationLogPage, Permission.ShowSFTPLogPage, Permission.ShowTerminalLogPage]
    reader = await addPerson(api, { account: 'reader', namespaceId: 1, permissions })
    await fetch(`${server.url}/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'eve', password: 'not hers' }),
    })

    who = await visit(browser, { url: server.url })
    await who.context.addInitScript(readableTerminals)
    await who.page.reload()
    await signIn(who)
    await useTerminal(who, serverId)
    await useTerminal(who, serverId)
    recordId = await until('both recordings are whole', async () => {
      const { list } = await api.call(TerminalLogList, { page: 1, rows: 10 })
      const whole = list.filter(({ endReason, recordSize }) => endReason !== '' && recordSize > 0)
      return whole.length === 2 && whole[0]?.id
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await repository?.remove()
    await sshd?.stop()
  })

  it.each(LOGS)('turns the pages of $path and back', async ({ path }) => {
    const { page } = who
    await open(page, `${path}?rows=1`)
    // Not its text, which tells how long ago it was.
    const first = () => page.locator(ROWS).first().getAttribute('data-row-key')
    const newest = await first()
    expect(await page.locator(ROWS).count()).toBe(1)
    await page.getByRole('button', { name: 'Older' }).click()
    await until('an older row is shown', async () => (await first()) !== newest)
    expect(page.url()).toContain('before=')
    await page.getByRole('button', { name: 'Newer', exact: true }).click()
    await until('the newest row is back', async () => (await first()) === newest)
    await page.goBack()
    await until('Back turns the page too', async () => (await first()) !== newest)
  })

  it.each(LOGS)('searches $path, chooses its columns and saves what was found', async (log) => {
    const { page } = who
    await open(page, log.path)
    await page.getByLabel(`${log.field}, exact`).fill(log.value)
    await page.keyboard.press('Enter')
    await until('only what was looked for is shown', async () => (await page.locator(ROWS).count()) === log.rows)
    await page.getByRole('button', { name: 'Reset' }).waitFor()

    const header = page.getByRole('columnheader', { name: log.column, exact: true })
    const choose = async () => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: log.column, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await header.waitFor()
    await choose()
    await header.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator(ROWS).first().waitFor()
    expect(await header.count()).toBe(0)
    await choose()
    await header.waitFor()

    const lines = (await saved(page, 'One JSON object per line')).trim().split('\n')
    expect(lines).toHaveLength(log.rows)
    for (const line of lines) expect(Object.values(JSON.parse(line) as object)).toContain(log.value)
    expect(await saved(page, 'CSV for spreadsheets')).toContain(log.value)
  })

  it('shows what an operation changed, and leads to its object and back', async () => {
    const { page } = who
    await open(page, '/log/operationLog?api=%2Fserver%2Fedit')
    await page.getByRole('button', { name: 'Details' }).click()
    const drawer = page.getByRole('dialog')
    const change = drawer.getByRole('row').filter({ hasText: 'name' })
    await change.first().waitFor()
    expect(await change.allInnerTexts()).toEqual([expect.stringMatching(/web-1\s+web-2/)])
    expect(await axeViolations(page)).toEqual([])
    await drawer.getByRole('link', { name: 'Server web-2' }).click()
    await page.getByRole('heading', { name: 'web-2' }).waitFor()
    expect(page.url()).toContain(`/server/agent?serverId=${serverId}`)
    await page.goBack()
    await drawer.getByRole('link', { name: 'Server web-2' }).waitFor()
    expect(page.url()).toContain('api=%2Fserver%2Fedit')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Call, exact').inputValue()).toBe('/server/edit')
  })

  it('is told where an object is gone', async () => {
    const { page } = who
    await open(page, '/log/operationLog?api=%2Fproject%2Fremove')
    await page
      .locator(ROWS)
      .getByRole('link', { name: /^Project \d+$/ })
      .click()
    await page.getByText('There is no such project here').waitFor()
    await page.goBack()
    await page.locator(ROWS).first().waitFor()
  })

  it.each([
    { from: '/log/publishLog?projectName=shop', link: /^Details of deploy/, to: '/deploy/detail/', shows: 'shop' },
    { from: '/log/sftpLog?type=MKDIR', link: /two$/, to: '/server/sftp?serverId=', shows: 'two' },
    { from: '/log/sftpLog?type=MKDIR', link: 'web-2', to: '/server/agent?serverId=', shows: 'web-2' },
    { from: '/log/terminalLog?serverName=web-2', link: 'web-2', to: '/server/agent?serverId=', shows: 'web-2' },
    {
      from: `/log/loginLog?account=${ADMIN.account}`,
      link: 'admin',
      to: '/setting/member?search=admin',
      shows: 'admin',
    },
  ])('goes from $from to $to and comes back to the same rows', async ({ from, link, to, shows }) => {
    const { page } = who
    await open(page, from)
    const rows = await page.locator(ROWS).count()
    await page.locator(ROWS).getByRole('link', { name: link }).first().click()
    await page.waitForURL((url) => url.hash.startsWith(`#${to}`))
    await page.locator('main').getByText(shows, { exact: true }).filter({ visible: true }).first().waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.hash === `#${from}`)
    await expect.poll(() => page.locator(ROWS).count()).toBe(rows)
  })

  it('watches a recording from the log, and finds in it what was printed', async () => {
    const { page } = who
    await open(page, '/log/terminalLog?serverName=web-2')
    await page
      .getByRole('link', { name: /^Watch the terminal of/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByLabel('Find in the recording').fill('needle-42')
    await page.keyboard.press('Enter')
    await page.getByText('Found 1 time').waitFor()
    await page.getByRole('button', { name: /needle-42/ }).click()
    await page.waitForURL(/[?&]t=/)
    await page.goBack()
    await page.waitForURL(/serverName=web-2/)
    expect(who.errors).toEqual([])
  })

  it('sees no way to where they may not go', async () => {
    const guest = await visit(browser, { url: server.url })
    await signIn(guest, reader)
    for (const path of ['/log/operationLog', '/log/sftpLog', '/log/terminalLog']) {
      await open(guest.page, path)
      expect(await guest.page.locator(ROWS).getByRole('link').count()).toBe(0)
    }
    expect(guest.errors).toEqual([])
    await guest.close()
  })

  it.each([
    ['en', 'light', undefined],
    ['en', 'dark', PHONE],
    ['zh-cn', 'dark', undefined],
    ['zh-cn', 'light', PHONE],
  ] as const)('is accessible and fits: %s, %s', async (language, theme, viewport) => {
    const guest = await visit(browser, { url: server.url, language, theme, ...(viewport && { viewport }) })
    const { page, errors } = guest
    await signIn(guest)
    for (const path of [...LOGS.map((log) => log.path), `/log/terminalRecord/${recordId}`]) {
      await page.goto(`/#${path}`)
      await page.locator(`${ROWS}, .wl-card:visible, .record-controls:visible`).first().waitFor()
      expect({ path, violations: await axeViolations(page) }).toEqual({ path, violations: [] })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ path, overflow: Math.max(0, overflow), errors }).toEqual({ path, overflow: 0, errors: [] })
    }
    await guest.close()
  })
})
