import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, cutOff, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'

const MINE = 'server {\n  listen 80;\n}\n'
const THEIRS = 'server {\n  listen 8080;\n}\n'

describe('an operator who looks after files', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let sshd: TestSshd
  let folder: string
  let left: Locator

  const menu = async (name: string, command: string) => {
    await left.getByText(name, { exact: true }).click({ button: 'right' })
    await who.page.getByRole('menuitem', { name: command, exact: false }).first().click()
  }
  const isThere = (file: string) =>
    stat(path.join(folder, file)).then(
      () => true,
      () => false,
    )

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windlass-files-'))
    await mkdir(path.join(folder, 'site'))
    await mkdir(path.join(folder, 'old'))
    await writeFile(path.join(folder, 'nginx.conf'), MINE, { mode: 0o640 })
    await writeFile(path.join(folder, 'notes.txt'), 'on the server')
    await writeFile(path.join(folder, 'old/a.txt'), 'a')
    await writeFile(path.join(folder, 'two\nlines'), 'x')
    await symlink('nowhere', path.join(folder, 'broken-link'))
    sshd = await startSshd()
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    browser = await launchBrowser()
    const api = await openApi(server.url)
    const id = await addServer(api, sshd)
    who = await visit(browser, { url: server.url })
    await signIn(who)
    const query = new URLSearchParams({ serverId: `${id}`, dir: folder, otherId: `${id}`, otherDir: `${folder}/site` })
    await who.page.goto(`${server.url}/#/server/sftp?${query}`)
    left = who.page.locator('.sftp-pane').first()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('sees two folders side by side, and in names what would deceive', async () => {
    await left.getByText('nginx.conf').waitFor()
    await left.getByText('leads nowhere', { exact: true }).waitFor()
    expect(await left.locator('mark').innerText()).toBe('\\n')
    expect(await axeViolations(who.page)).toEqual([])
  })

  it('reads names and times on a small screen, with the folder tree beside them too', async () => {
    const { page } = who
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await cutOff(page, '.sftp-name')).toEqual([])
    await left.getByRole('button', { name: 'Folder tree' }).click()
    await left.getByRole('tree').waitFor()
    expect(await cutOff(page, '.sftp-name')).toEqual([])
    const pane = await left.boundingBox()
    const time = await left.locator('.sftp-row .sftp-column-time').first().boundingBox()
    expect((time?.x ?? 9999) + (time?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0))
    await left.getByRole('button', { name: 'Folder tree' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('edits a text, is told that somebody was faster, and decides', async () => {
    const { page } = who
    await menu('nginx.conf', 'Edit')
    await page.locator('.cm-content').click()
    await page.keyboard.type('# mine')
    await writeFile(path.join(folder, 'nginx.conf'), THEIRS)
    await page.keyboard.press('Control+s')
    await page.getByText('nginx.conf was changed since you opened it').waitFor()
    await page.getByRole('button', { name: 'Replace with yours' }).click()
    await until('it is saved', async () => (await readFile(path.join(folder, 'nginx.conf'), 'utf8')).includes('# mine'))
    expect((await stat(path.join(folder, 'nginx.conf'))).mode & 0o777).toBe(0o640)
    await page.locator('.sftp-editor .ant-drawer-close').click()
  })

  it('uploads, and is asked before something is written over', async () => {
    const { page } = who
    const files = ['notes.txt', 'new.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from('from here'),
    }))
    await left.locator('input[type=file]').first().setInputFiles(files)
    await page.getByText('“notes.txt” is already there').waitFor()
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByText(/2 of 2 files/).waitFor()
    expect(await readFile(path.join(folder, 'notes.txt'), 'utf8')).toBe('from here')
    expect(await readFile(path.join(folder, 'new.txt'), 'utf8')).toBe('from here')
  })

  it('moves to the other side, and deletes a folder after reading what goes', async () => {
    const { page } = who
    await menu('new.txt', 'Move to the other side')
    await until('it has moved', () => isThere('site/new.txt'))
    await left.getByText('old', { exact: true }).click()
    await left.locator('.sftp-area').focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog')
    await question.getByText(/1 file and 1 folder go/).waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await until('it is gone', async () => !(await isThere('old')))
    expect(who.errors).toEqual([])
  })
})
