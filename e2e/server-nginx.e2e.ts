import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LocalNginx, makeLocalNginx } from '@windlass/backend/testing/localNginx'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { execa } from 'execa'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'

/** Runs a program among the disks of another process. */
const INTO = 'nsenter'
/** Several programs on a server, some of them slow to start on a busy machine. */
const REMOTE_MS = 30_000

/** What an nginx answers on its socket. */
const answerOf = (socketPath: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath, path: '/hello' }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve(text))
    })
    call.on('error', reject)
    call.end()
  })

async function write(page: Page, text: string): Promise<void> {
  await page.locator('.nginx-editor .cm-content').click()
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.insertText(text)
}

/** Two servers, each with an nginx at the same path on a disk of its own. */
describe('an operator who looks after nginx', () => {
  let nginx: LocalNginx
  let ownDisk: string
  let one: TestSshd
  let two: TestSshd
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let serverId: number
  let file: string
  let original: string

  /** Starts or stops the nginx of a server where only that server sees it. */
  const run = ({ pid }: TestSshd, ...words: string[]) =>
    execa(INTO, ['-m', '-t', `${pid}`, nginx.program, '-p', nginx.folder, '-c', nginx.conf, ...words], {
      stdio: 'ignore',
    })
  const onTwo = (name: string) => path.join(two.disk, path.relative(nginx.folder, name))

  beforeAll(async () => {
    nginx = await makeLocalNginx()
    file = path.join(nginx.dir, 'conf.d/one.conf')
    original = await readFile(file, 'utf8')
    ownDisk = await mkdtemp(path.join(tmpdir(), 'windlass-own-'))
    one = await startSshd({ diskAt: ownDisk })
    two = await startSshd({ diskAt: nginx.folder, sameKeysAs: one })
    await cp(nginx.folder, two.disk, { recursive: true, verbatimSymlinks: true })
    await run(one)
    await run(two)
    server = await startConsole({ env: { SSH_KEY_DIR: one.keyDir } })
    const api = await openApi(server.url)
    serverId = await addServer(api, one)
    await addServer(api, two, 'web-2')
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
    who.page.setDefaultTimeout(REMOTE_MS)
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    for (const sshd of [one, two]) {
      await run(sshd, '-s', 'stop')
      await sshd.stop()
    }
    await nginx?.stop()
    await rm(ownDisk, { recursive: true, force: true })
  })

  it('opens a server, and sees how its nginx stands and what it reads', async () => {
    const { page } = who
    await page.goto(`${server.url}/#/server/nginx`)
    await page.getByText('No server is open').waitFor()
    await page.locator('.wl-empty input, .ant-select input').last().fill('web-1')
    await page.locator('.ant-select-item-option', { hasText: 'web-1' }).click()
    await page.getByText(/^nginx\/[\d.]+ · workers: 1$/).waitFor()
    await page.getByText('Loaded by nginx (4)').waitFor()
    await page.getByRole('button', { name: /^two →/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^one\.conf/ }).click()
    await page.locator('.cm-content', { hasText: 'one.test' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('follows a link to another file only after a question about what is not saved', async () => {
    const { page } = who
    const linkTo = (name: string) => `#/server/nginx?server=${serverId}&file=${encodeURIComponent(name)}`
    await page.evaluate((hash) => location.assign(hash), linkTo(nginx.conf))
    await page.locator('.cm-content', { hasText: 'worker_processes' }).waitFor()
    await write(page, 'half typed')
    await page.evaluate((hash) => location.assign(hash), linkTo(file))
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.waitForURL(/nginx\.conf$/)
    await page.locator('.cm-content', { hasText: 'half typed' }).waitFor()
    await page.evaluate((hash) => location.assign(hash), linkTo(file))
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.locator('.cm-content', { hasText: 'one.test' }).waitFor()
  })

  it('is refused what nginx refuses, sees in which line, and nothing has changed', async () => {
    const { page } = who
    await write(page, `${original}\nserverr {\n}\n`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByText('Save one.conf on web-1?').waitFor()
    await question.getByText('serverr {').waitFor()
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('nginx refuses; nothing on the server was changed').waitFor()
    expect(await page.locator('.wl-line-note').innerText()).toBe('unknown directive "serverr"')
    expect(await page.locator('.wl-line-wrong').innerText()).toBe('serverr {')
    expect(await readFile(file, 'utf8')).toBe(original)
    expect(await axeViolations(page)).toEqual([])
  })

  it('saves now and reloads later', async () => {
    const { page } = who
    await write(page, original.replace('"one\\n"', '"changed\\n"'))
    await page.keyboard.press('Control+KeyS')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    const said = page.getByRole('alert').filter({ hasText: 'Saved. nginx uses it after the next reload' })
    await said.waitFor()
    expect(await readFile(file, 'utf8')).toContain('"changed\\n"')
    expect(await answerOf(path.join(nginx.folder, 'one.sock'))).toBe('one\n')
    await page.getByText('Changed since the last reload: 1').waitFor()
    await said.getByRole('button', { name: 'Reload' }).click()
    const question = page.getByRole('dialog').filter({ hasText: 'Reload nginx on web-1?' })
    await question.getByRole('button', { name: 'Reload' }).click()
    const outcome = page.getByRole('dialog').filter({ hasText: 'nginx accepts the configuration' })
    await outcome.getByText('test is successful').waitFor()
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    await expect.poll(() => answerOf(path.join(nginx.folder, 'one.sock'))).toBe('changed\n')
    await page.getByText('Changed since the last reload: 1').waitFor({ state: 'hidden' })
  })

  it('brings it to another server, which keeps its own when its nginx refuses', async () => {
    const { page } = who
    const needed = onTwo(path.join(nginx.dir, 'snippets/headers.conf'))
    const kept = await readFile(needed, 'utf8')
    await rm(needed)
    await page.getByRole('button', { name: 'Apply to others' }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: 'to further servers' })
    await drawer.getByRole('combobox').click()
    await page.locator('.ant-select-item-option', { hasText: 'web-2' }).click()
    await page.keyboard.press('Escape')
    await drawer.getByLabel('Reload nginx there afterwards').click()
    await drawer.getByRole('button', { name: 'Apply to 1' }).click()
    await drawer.getByText(/open\(\) ".*headers\.conf" failed/).waitFor()
    expect(await readFile(onTwo(file), 'utf8')).toBe(original)
    await writeFile(needed, kept)
    await drawer.getByRole('button', { name: 'Apply to 1' }).click()
    await drawer.getByText('Saved and loaded').waitFor()
    expect(await readFile(onTwo(file), 'utf8')).toContain('"changed\\n"')
    await expect.poll(() => answerOf(onTwo(path.join(nginx.folder, 'one.sock')))).toBe('changed\n')
    expect(await axeViolations(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Close' }).first().click()
  })

  it('goes back to what was there before', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Versions' }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: 'Versions of' })
    await drawer.getByRole('button', { name: /^Found on the server/ }).click()
    await drawer.getByText('This version').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Put into the editor' }).click()
    await page.getByText('not saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await until('it is on the disk', async () => (await readFile(file, 'utf8')) === original)
  })

  it('follows its logs', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Logs' }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: 'Follow' })
    await drawer.getByRole('combobox').click()
    await page.locator('.ant-select-item-option', { hasText: 'one.log' }).click()
    await drawer.getByText('/hello').first().waitFor()
    await answerOf(path.join(nginx.folder, 'one.sock'))
    await drawer.getByRole('searchbox').fill('no such line')
    await drawer.getByText('No lines.').waitFor()
    await drawer.getByRole('searchbox').fill('HELLO')
    await drawer.getByText('/hello').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(who.errors).toEqual([])
  })

  it('does it on a phone as well, in Chinese and in the dark, from a link to a file', async () => {
    const phone = await visit(browser, { url: server.url, language: 'zh-cn', theme: 'dark', viewport: PHONE })
    phone.page.setDefaultTimeout(REMOTE_MS)
    await signIn(phone)
    await phone.page.goto(`${server.url}/#/server/nginx?server=${serverId}&file=${encodeURIComponent(file)}`)
    await phone.page.locator('.cm-content', { hasText: 'one.test' }).waitFor()
    expect(await axeViolations(phone.page)).toEqual([])
    const spare = await phone.page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      return clientWidth - scrollWidth
    })
    expect(spare).toBeGreaterThanOrEqual(0)
    await phone.page.getByRole('button', { name: '关闭文件' }).click()
    await phone.page.getByRole('button', { name: /^one\.conf/ }).waitFor()
    expect(phone.errors).toEqual([])
    await phone.close()
  })
})
