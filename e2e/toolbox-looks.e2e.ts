import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openTool, TOOLS } from './support/toolbox.ts'

const NARROWEST = { width: 320, height: 700 }
const ROWS = 1_000_000
const HASHED_BYTES = 64 * 1024 * 1024

describe('the toolbox', () => {
  let server: ConsoleProcess
  let browser: Browser
  let desk: Visit
  let phone: Visit
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'windlass-toolbox-'))
    server = await startConsole()
    browser = await launchBrowser()
    desk = await visit(browser, { url: server.url })
    phone = await visit(browser, { url: server.url, viewport: NARROWEST, theme: 'dark', language: 'zh-cn' })
    for (const visitor of [desk, phone]) await signIn(visitor)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    rmSync(folder, { recursive: true })
  })

  it.each(TOOLS.map(([id]) => id))('can be read by everybody, at a desk and on the narrowest phone: %s', async (id) => {
    for (const visitor of [desk, phone]) {
      await openTool(visitor, id)
      expect(await axeViolations(visitor.page)).toEqual([])
      expect(visitor.errors.splice(0)).toEqual([])
    }
    const tooWide = await phone.page.evaluate(() =>
      [...document.querySelectorAll('.ant-modal *')]
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('[role=tree], pre, table'),
        )
        .map((element) => element.className),
    )
    expect(tooWide).toEqual([])
  })

  it('opens a JSON file of 50 MB and scrolls to its end', async () => {
    const file = path.join(folder, 'large.json')
    const row = (id: number) => `{"id":${id},"name":"server ${id}","isUp":true}`
    writeFileSync(file, `[${Array.from({ length: ROWS }, (_, id) => row(id)).join(',\n')}]`)
    const tool = await openTool(desk, 'json')
    await tool.locator('input[type=file]').setInputFiles(file)
    const tree = tool.getByRole('tree')
    await tree.getByText('"server 0"').waitFor()
    await tree.focus()
    await desk.page.keyboard.press('End')
    await tree.getByText(`"server ${ROWS - 1}"`).waitFor()
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(200)
    expect(desk.page.workers().length).toBeGreaterThan(0)
  })

  it('hashes a file apart from the page, as everybody else does', async () => {
    const file = path.join(folder, 'large.bin')
    const content = Buffer.alloc(HASHED_BYTES, 'windlass')
    writeFileSync(file, content)
    const tool = await openTool(phone, 'md5')
    await tool.locator('input[type=file]').setInputFiles(file)
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      await tool.getByText(createHash(algorithm).update(content).digest('hex')).waitFor()
    }
    expect(phone.errors).toEqual([])
  })
})
