import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { type FreezablePath, startFreezablePath } from './support/freezablePath.ts'
import { addServer } from './support/servers.ts'
import { readableTerminals, terminalShows, terminalText } from './support/terminalScreen.ts'

/** Longer than a page waits for a sign of life, shorter than the console waits for one of a server. */
const FROZEN_MS = 30_000
/** A name that browsers trust as little as any other on plain HTTP. */
const PLAIN_NAME = 'console.test'

const isOpen = (page: Page) =>
  until('the pane is connected', async () => (await page.locator('.terminal-header .wl-state-success').count()) === 1)

async function clear(page: Page): Promise<void> {
  await page.locator('.terminal-ground').click()
  await page.keyboard.type("clear; PS1='> '\n")
  await terminalShows(page, /^>$/m)
}

describe('a terminal whose network is bad', () => {
  let sshd: TestSshd
  let toServer: FreezablePath
  let toConsole: FreezablePath
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let serverId: number

  beforeAll(async () => {
    sshd = await startSshd()
    toServer = await startFreezablePath(sshd.port)
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    toConsole = await startFreezablePath(Number(new URL(server.url).port))
    browser = await launchBrowser([`--host-resolver-rules=MAP ${PLAIN_NAME} 127.0.0.1`])
    const api = await openApi(server.url)
    serverId = await addServer(api, sshd, 'web-1', { port: toServer.port })
    who = await visit(browser, { url: `http://${PLAIN_NAME}:${toConsole.port}` })
    await who.context.addInitScript(readableTerminals)
    await who.page.reload()
    await signIn(who)
    await who.page.goto(`/#/server/terminal?serverId=${serverId}`)
    await isOpen(who.page)
    // Browsers say that they trust nothing here.
    who.errors.length = 0
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await toServer?.close()
    await toConsole?.close()
    await sshd?.stop()
  })

  it('goes on where it was when both ways have hung for a while, and when the page is loaded again', async () => {
    const { page } = who
    await clear(page)
    await page.keyboard.type('KEPT=yes; for i in $(seq 1 14); do echo tick-$i; sleep 1; done\n')
    await terminalShows(page, 'tick-2')
    toConsole.freeze()
    toServer.freeze()
    await page
      .getByText(/The connection is lost/)
      .first()
      .waitFor({ timeout: FROZEN_MS })
    await page.waitForTimeout(FROZEN_MS / 4)
    toServer.thaw()
    toConsole.thaw()
    await isOpen(page)
    await terminalShows(page, 'tick-14')
    const ticks = (await terminalText(page)).match(/tick-\d+$/gm)
    expect(ticks).toEqual(Array.from({ length: 14 }, (_, index) => `tick-${index + 1}`))
    await page.reload()
    await isOpen(page)
    await terminalShows(page, 'tick-14')
    await page.locator('.terminal-ground').click()
    await page.keyboard.type('echo kept=$KEPT\n')
    await terminalShows(page, 'kept=yes')
    who.errors.length = 0
  })

  it('stops a flood by Ctrl+C', async () => {
    const { page } = who
    await clear(page)
    await page.keyboard.type('yes flood\n')
    await terminalShows(page, /(flood\n){10}/)
    await page.keyboard.press('Control+KeyC')
    await page.keyboard.type('clear; echo stopped-$((1+1))\n')
    await terminalShows(page, 'stopped-2')
    expect(await terminalText(page)).not.toContain('flood')
  })

  it('takes a text that is composed once it is whole', async () => {
    const { page } = who
    await clear(page)
    await page.keyboard.type('cat\n')
    const ime = await page.context().newCDPSession(page)
    await ime.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await ime.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
    await page.waitForTimeout(500)
    const composing = await page.locator('.composition-view').innerText()
    expect(composing).toBe('nihao')
    await ime.send('Input.insertText', { text: '你好' })
    await page.keyboard.type(' ok\n')
    await terminalShows(page, /^你好 ok\n你好 ok$/m)
    expect(await terminalText(page)).not.toContain('ni')
    await page.keyboard.press('Control+KeyC')
  })

  it('copies and pastes on plain HTTP, where pages may not touch the clipboard', async () => {
    const { page } = who
    expect(await page.evaluate(() => [window.isSecureContext, navigator.clipboard])).toEqual([false, undefined])
    await clear(page)
    await page.keyboard.type('clear; echo copy-$((6*7))-me\n')
    await terminalShows(page, /^copy-42-me$/m)
    const row = page.locator('.xterm-accessibility-tree > div').first()
    const { x, y, width } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const line = (await terminalText(page)).split('\n').findIndex((text) => text === 'copy-42-me')
    const height = (await row.boundingBox())?.height ?? 0
    await page.mouse.click(x + Math.min(20, width), y + height * (line + 0.5), { clickCount: 2 })
    await page.keyboard.press('Control+Shift+KeyC')
    await page.keyboard.type('echo got: ')
    await page.keyboard.press('Control+Shift+KeyV')
    await page.keyboard.type('\n')
    await terminalShows(page, /^got: copy-42-me$/m)
  })

  it('answers nothing to programs that ask what is in it, and asks before a link leads elsewhere', async () => {
    const { page } = who
    await clear(page)
    const asks = String.raw`'\e]52;c;?\a\e[21t\e[20t\e]2;secret\a\e[21t'`
    await page.keyboard.type(`printf ${asks}; IFS= read -rst 3 -N 400 x; echo "answer=[\${x@Q}]"\n`)
    await terminalShows(page, /^answer=\[''\]$/m)
    await clear(page)
    await page.keyboard.type(String.raw`clear; printf '\e]8;;http://elsewhere.test/x\abank.test\e]8;;\a\n'` + '\n')
    await terminalShows(page, /^bank\.test$/m)
    const row = page.locator('.xterm-accessibility-tree > div').first()
    const { x: left, y: top, height } = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    const line = (await terminalText(page)).split('\n').findIndex((text) => text === 'bank.test')
    await page.mouse.move(left + 30, top + height * (line + 0.5))
    await page.waitForTimeout(300)
    await page.keyboard.down('Control')
    await page.mouse.click(left + 20, top + height * (line + 0.5))
    await page.keyboard.up('Control')
    await page.getByRole('dialog').getByText('http://elsewhere.test/x').waitFor()
    await page.keyboard.press('Escape')
    expect(page.context().pages()).toHaveLength(1)
    expect(who.errors).toEqual([])
  })

  it('says that the console was started anew, and opens a new shell', async () => {
    const { page } = who
    await clear(page)
    // As a machine that loses its power: nobody is told.
    await server.end('SIGKILL')
    server = await server.restart()
    await page.locator('.terminal-note', { hasText: 'the console was started anew' }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Open a new shell' }).click()
    await isOpen(page)
    await page.keyboard.type('echo new-$((2+3))\n')
    await terminalShows(page, 'new-5')
  })
})
