import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'

const MEGABYTE = 1024 ** 2
const SLOW_BYTES_PER_SECOND = 2 * MEGABYTE
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVQI12P4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'
const DOCUMENT = [
  '%PDF-1.1',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n')
const ZIP_START = 'PK'

/** A short tone, as a player wants it. */
function sound(): Buffer {
  const samples = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(samples, 24)
  head.writeUInt32LE(samples, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.from(Array.from({ length: samples }, (_, i) => 128 + 60 * Math.sin(i / 3)))])
}

/** Drops files and folders of this machine, as a person does with the mouse. */
async function drop(page: Page, onto: Locator, files: string[]): Promise<void> {
  const box = await onto.boundingBox()
  if (!box) throw new Error('there is nothing to drop on')
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...point, data })
  await devtools.detach()
}

describe('an operator at two servers', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let sshd: TestSshd
  let other: TestSshd
  let folder: string
  let elsewhere: string
  let mine: string
  let left: Locator
  let address: string

  const row = (name: string) => left.getByText(name, { exact: true })
  const menu = async (name: string, command: string) => {
    await row(name).click({ button: 'right' })
    await who.page.getByRole('menuitem', { name: command }).first().click()
  }
  const dialog = () => who.page.getByRole('dialog')
  const isThere = (file: string) =>
    stat(file).then(
      () => true,
      () => false,
    )

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windlass-files-'))
    elsewhere = await mkdtemp(path.join(tmpdir(), 'windlass-other-'))
    mine = await mkdtemp(path.join(tmpdir(), 'windlass-mine-'))
    await mkdir(path.join(folder, 'site'))
    await writeFile(path.join(folder, 'site/index.html'), '<h1>shop</h1>')
    await writeFile(path.join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o644 })
    await writeFile(path.join(folder, '.profile'), 'hidden')
    await writeFile(path.join(folder, 'dot.png'), Buffer.from(PICTURE, 'base64'))
    await writeFile(path.join(folder, 'tone.wav'), sound())
    await writeFile(path.join(folder, 'paper.pdf'), DOCUMENT)
    await mkdir(path.join(mine, 'album/2026'), { recursive: true })
    await writeFile(path.join(mine, 'album/2026/photo.txt'), 'a photo')
    await writeFile(path.join(mine, 'letter.txt'), 'a letter')
    await writeFile(path.join(mine, 'large.bin'), Buffer.alloc(24 * MEGABYTE, 'windlass'))
    sshd = await startSshd()
    other = await startSshd({ sameKeysAs: sshd })
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    browser = await launchBrowser()
    const api = await openApi(server.url)
    const serverId = String(await addServer(api, sshd))
    const otherId = String(await addServer(api, other, 'web-2'))
    who = await visit(browser, { url: server.url })
    await signIn(who)
    const places = { serverId, dir: folder, otherId, otherDir: elsewhere }
    address = `${server.url}/#/server/sftp?${new URLSearchParams(places)}`
    await who.page.goto(address)
    left = who.page.locator('.sftp-pane').first()
    await row('run.sh').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    await other?.stop()
    for (const one of [folder, elsewhere, mine]) await rm(one, { recursive: true, force: true })
  })

  it('drops a file and a folder, which arrive with what is in them', async () => {
    await drop(who.page, left.locator('.sftp-area'), [path.join(mine, 'letter.txt'), path.join(mine, 'album')])
    await row('album').first().waitFor()
    await until('all is there', () => isThere(path.join(folder, 'album/2026/photo.txt')))
    expect(await readFile(path.join(folder, 'letter.txt'), 'utf8')).toBe('a letter')
  })

  it('pauses an upload, goes on after a reload with what is there, and cancels another', async () => {
    const { page, context } = who
    const devtools = await context.newCDPSession(page)
    const limit = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      })
    await limit(SLOW_BYTES_PER_SECOND)
    const file = path.join(mine, 'large.bin')
    await left.locator('input[type=file]').first().setInputFiles(file)
    await page
      .getByText(/MB · 24 MB/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Pause large.bin' }).click()
    await page.getByText('paused ·').waitFor()
    await page.getByRole('button', { name: 'Go on with large.bin' }).click()
    const part = async () => {
      const name = (await readdir(folder)).find((one) => one.startsWith('large.bin.part'))
      return name === undefined ? 0 : (await stat(path.join(folder, name))).size
    }
    await until('much of it is there', async () => (await part()) > 4 * MEGABYTE)
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await page.getByText('choose the file again').waitFor()
    await limit(-1)
    const kept = await part()
    await page
      .getByLabel(/^Choose large.bin again/)
      .last()
      .setInputFiles(file)
    await until('it is whole', () => isThere(path.join(folder, 'large.bin')))
    expect(kept).toBeGreaterThan(0)
    expect((await readFile(path.join(folder, 'large.bin'))).equals(await readFile(file))).toBe(true)

    await limit(SLOW_BYTES_PER_SECOND)
    await writeFile(path.join(mine, 'unwanted.bin'), Buffer.alloc(24 * MEGABYTE))
    await left.locator('input[type=file]').first().setInputFiles(path.join(mine, 'unwanted.bin'))
    await page.getByRole('button', { name: 'Cancel unwanted.bin' }).click()
    await page.getByText('cancelled ·').waitFor()
    await limit(-1)
    await until('nothing of it stays', async () => !(await readdir(folder)).some((name) => name.includes('unwanted')))
  })

  it('saves a folder as the archive that was asked for', async () => {
    const { page } = who
    const saving = page.waitForEvent('download')
    await menu('site', 'Download as .zip')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('site.zip')
    const [start] = await createReadStream(await saved.path(), { end: 1 }).toArray()
    expect(String(start)).toBe(ZIP_START)
  })

  it('changes rights and owner, renames, duplicates and links', async () => {
    const { page } = who
    await menu('run.sh', 'Permissions')
    await dialog().getByLabel('As a number').fill('755')
    await dialog().getByRole('button', { name: 'Change' }).click()
    await until('it may be run', async () => ((await stat(path.join(folder, 'run.sh'))).mode & 0o777) === 0o755)

    await menu('run.sh', 'Owner')
    await dialog().getByLabel('Owner').fill('1234')
    await dialog().getByRole('button', { name: 'Change' }).click()
    await until('it is given away', async () => (await stat(path.join(folder, 'run.sh'))).uid === 1234)

    await menu('run.sh', 'Rename')
    await dialog().getByLabel('Name').fill('start.sh')
    await dialog().getByRole('button', { name: 'Rename' }).click()
    await menu('start.sh', 'Duplicate')
    await dialog().getByLabel('Name').fill('stop.sh')
    await dialog().getByRole('button', { name: 'Duplicate' }).click()
    await row('stop.sh').waitFor()

    await left.getByRole('button', { name: 'New' }).click()
    await page.getByRole('menuitem', { name: 'New link' }).click()
    await dialog().getByLabel('Name').fill('current')
    await dialog().getByLabel('Leads to').fill('album')
    await dialog().getByRole('button', { name: 'Create' }).click()
    await row('current').waitFor()
    expect(await readlink(path.join(folder, 'current'))).toBe('album')
  })

  it('copies and moves within the server, and sends to another one', async () => {
    const { page } = who
    await row('start.sh').click()
    await left.locator('.sftp-area').focus()
    await page.keyboard.press('Control+x')
    await row('site').dblclick()
    await row('index.html').waitFor()
    await left.locator('.sftp-area').focus()
    await page.keyboard.press('Control+v')
    await row('start.sh').waitFor()
    expect(await isThere(path.join(folder, 'start.sh'))).toBe(false)
    await page.keyboard.press('Backspace')
    await menu('large.bin', 'Copy to the other side')
    await until('it is on the other server', () => isThere(path.join(elsewhere, 'large.bin')))
    await page.locator('.sftp-pane').last().getByText('large.bin', { exact: true }).waitFor()
  })

  it('looks at pictures, sounds and documents without saving them', async () => {
    const { page } = who
    const close = async () => {
      await page.keyboard.press('Escape')
      await page.locator('.sftp-preview').waitFor({ state: 'detached' })
    }
    await menu('dot.png', 'Preview')
    await page.getByText('8 × 8 pixels').waitFor()
    await close()
    await menu('tone.wav', 'Preview')
    await until('it can be played', () =>
      page.locator('audio').evaluate((player: HTMLAudioElement) => player.duration > 0.9),
    )
    await close()
    await menu('paper.pdf', 'Preview')
    await until('it has the document', async () =>
      (await page.locator('iframe.sftp-document').getAttribute('src'))?.startsWith('blob:'),
    )
    await close()
  })

  it('shows what is hidden and what matches', async () => {
    await left.getByRole('button', { name: 'Show hidden files' }).click()
    await row('.profile').waitFor()
    await left.getByRole('searchbox').fill('prof')
    await row('stop.sh').waitFor({ state: 'detached' })
    expect(await row('.profile').isVisible()).toBe(true)
    await left.getByRole('searchbox').fill('')
    await left.getByRole('button', { name: 'Show hidden files' }).click()
    expect(who.errors).toEqual([])
  })

  it('works as root, and says so', async () => {
    const asRoot = left.getByRole('button', { name: 'As root' })
    await asRoot.click()
    await until('root is seen', async () => (await asRoot.getAttribute('aria-pressed')) === 'true')
    await row('stop.sh').waitFor()
    await left
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        ...{ name: 'by-root.txt', mimeType: 'text/plain', buffer: Buffer.from('root') },
      })
    await row('by-root.txt').waitFor()
    await asRoot.click()
    expect(who.errors).toEqual([])
  })

  it('does the same on a phone, in the dark and in Chinese', async () => {
    const phone = await visit(browser, { url: server.url, language: 'zh-cn', theme: 'dark', viewport: PHONE })
    await signIn(phone)
    await phone.page.goto(address)
    const list = phone.page.locator('.sftp-pane').first()
    await list.getByText('stop.sh', { exact: true }).click({ button: 'right' })
    await phone.page.getByRole('menuitem', { name: '重命名' }).waitFor()
    await phone.page.keyboard.press('Escape')
    const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await axeViolations(phone.page)).toEqual([])
    expect(phone.errors).toEqual([])
    await phone.close()
  })
})
