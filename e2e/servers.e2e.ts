import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { ServerAdd, ServerList } from '@windlass/shared-kit/contract/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, cutOff, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'

const CHECK_MS = 60_000
const ONE_BAD = 'a-name-of-some-length,linux,machine-17.of.a.long.domain.example.org,99999,root,/k\n'

describe('an operator who brings in machines', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let bastion: TestSshd
  let inner: TestSshd

  const at = (path: string) => `${server.url}/#/server/index${path}`
  const find = async (name: string) => (await api.call(ServerList)).list.find((row) => row.name === name)

  beforeAll(async () => {
    bastion = await startSshd()
    inner = await startSshd({ sameKeysAs: bastion })
    server = await startConsole({ env: { SSH_KEY_DIR: bastion.keyDir } })
    browser = await launchBrowser()
    api = await openApi(server.url)
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await bastion?.stop()
    await inner?.stop()
  })

  it('adds a server behind a jump host, tagged, after seeing each step of the way succeed', async () => {
    const { page } = who
    await page.goto(at('?add=new'))
    const form = page.getByRole('dialog', { name: 'Add server' })
    await form.getByLabel('Name', { exact: true }).fill('inner')
    const fill = async (section: string, sshd: TestSshd) => {
      const part = form.getByRole('region', { name: section, exact: true })
      await part.getByLabel('Host', { exact: true }).fill(sshd.host)
      await part.getByLabel('Port', { exact: true }).fill(String(sshd.port))
      await part.getByLabel('SSH-key owner').fill(sshd.user)
      await part.getByLabel('SSH-key path').fill(sshd.keyPath)
    }
    await fill('Connection', inner)
    await form.getByRole('button', { name: 'Connect through a jump host' }).click()
    await fill('Jump host 1', bastion)
    const tags = form.getByLabel('Tags')
    await tags.fill('berlin')
    await tags.press('Enter')
    await form.getByLabel('Name', { exact: true }).click()
    await form.getByRole('button', { name: 'Test connection' }).click()
    await form.getByText('Connected', { exact: false }).first().waitFor({ timeout: CHECK_MS })
    await expect.poll(() => form.getByText('Sign-in', { exact: false }).count()).toBe(2)
    await form.getByRole('button', { name: 'Add server' }).click()
    await page.getByRole('row', { name: /inner/ }).getByText('berlin').waitFor()
    const row = await until('it is stored', () => find('inner'))
    expect(row).toMatchObject({ jumpIP: bastion.host, jumpPort: bastion.port, tags: ['berlin'] })
  })

  it('checks several at once and reads why one cannot be reached', async () => {
    const { page } = who
    const fields = { os: 'linux' as const, owner: inner.user, path: inner.keyPath, namespaceId: 1 }
    const description = 'stands in the cellar, and nobody remembers what for'
    await api.call(ServerAdd, { ...fields, name: 'dead', ip: '127.0.0.1', port: 1, tags: ['berlin'], description })
    await page.goto(at('?tag=berlin'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('row', { name: /dead/ }).waitFor()
    expect(await cutOff(page, '.server-name > b')).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('region', { name: 'Marked servers' }).getByRole('button', { name: 'Check' }).click()
    await page
      .getByRole('row', { name: /inner/ })
      .getByRole('button', { name: /\d+ ms/ })
      .waitFor({ timeout: CHECK_MS })
    const outcome = page.getByRole('row', { name: /dead/ }).getByRole('button', { name: /TCP connection failed/ })
    expect(await outcome.innerText()).toBe('TCP')
    await outcome.click()
    await page.getByText('Nothing listens there.', { exact: false }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('is stopped by a changed host key, accepts it, and is named in the history', async () => {
    const { page } = who
    await inner.restart({ newHostKey: true })
    const id = (await find('inner'))?.id
    await page.goto(at(`?check=${id}`))
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText(/The host key of .* has changed/).waitFor({ timeout: CHECK_MS })
    await page.getByRole('button', { name: 'Accept the new key' }).click()
    const question = page.getByRole('dialog', { name: /^Trust the new key of/ })
    await question.getByRole('button', { name: 'Accept the new key' }).click()
    await page.getByText('Connected', { exact: false }).first().waitFor({ timeout: CHECK_MS })
    await page.goto(at(`?keys=${id}`))
    await page.getByText(/^Accepted by /).waitFor()
    await expect.poll(() => page.getByText('Trusted at the first connection').count()).toBe(2)
  })

  it('exports the list and gets it back through the preview of an import', async () => {
    const { page } = who
    await page.goto(at(''))
    await page.getByRole('row', { name: /inner/ }).waitFor()
    await page.getByRole('button', { name: 'CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export what is listed' }).click(),
    ])
    const file = path.join(bastion.folder, 'servers.csv')
    await download.saveAs(file)
    await page.goto(at('?add=import'))
    await page.getByLabel(/Choose a CSV file/).setInputFiles(file)
    await page.getByText('2 rows · 2 with problems').waitFor()
    await expect.poll(() => page.getByText('this host, port and user is stored already').count()).toBe(2)
    await writeFile(file, `name,os,host,port,owner,path,tags\n${'a,linux,10.0.0.1,22,root,/k,\n'.repeat(10_000)}`)
    await page.getByLabel(/servers.csv/).setInputFiles(file)
    await page.getByText('It has 10000 rows; at most 1,000 can be imported at once.').waitFor()
  })

  it('disables what is marked by one question', async () => {
    const { page } = who
    await page.goto(at('?q=dead'))
    await page.getByRole('checkbox', { name: 'Mark dead' }).check()
    await page.getByRole('button', { name: 'Disable 1 server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable 1 server' }).click()
    await until('it is disabled', async () => (await find('dead'))?.state === 0)
  })

  it('finds the same page in Chinese, and on a phone', async () => {
    const { page } = who
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(at(''))
    await page.getByRole('listitem').filter({ hasText: 'inner' }).first().waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await page.goto(at('?add=import'))
    const file = {
      name: 'one.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,os,host,port,owner,path\n${ONE_BAD}`),
    }
    await page.getByLabel(/Choose a CSV file/).setInputFiles(file)
    const problem = await page.getByText('port must be 1 to 65535').boundingBox()
    expect((problem?.x ?? 390) + (problem?.width ?? 0)).toBeLessThanOrEqual(390)
    const reader = await visit(browser, { url: server.url, language: 'zh-cn' })
    await signIn(reader)
    await reader.page.goto(at(''))
    await reader.page.getByRole('button', { name: '检查 inner' }).waitFor()
  })
})
