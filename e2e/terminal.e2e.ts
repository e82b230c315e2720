import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { TerminalSessionList } from '@windlass/shared-kit/contract/terminal'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type CuttableProxy, startCuttableProxy } from './support/cuttableProxy.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { addPerson, type Person } from './support/people.ts'
import { addServer } from './support/servers.ts'
import { readableTerminals, terminalShows, terminalSize, terminalText } from './support/terminalScreen.ts'

const LIVE_MS = 30_000

describe('somebody who works on servers', () => {
  let sshd: TestSshd
  let server: ConsoleProcess
  let proxy: CuttableProxy
  let browser: Browser
  let api: Api
  let who: Visit
  let grace: Person
  let serverId: number

  const open = async (options: Partial<Parameters<typeof visit>[1]> = {}, person?: Person) => {
    const opened = await visit(browser, { url: proxy.url, ...options })
    await opened.context.addInitScript(readableTerminals)
    await opened.page.reload()
    await signIn(opened, person)
    return opened
  }

  beforeAll(async () => {
    sshd = await startSshd()
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    proxy = await startCuttableProxy(server.url)
    browser = await launchBrowser()
    api = await openApi(server.url)
    serverId = await addServer(api, sshd)
    const permissions = [Permission.ShowTerminalPage]
    grace = await addPerson(api, { account: 'grace', namespaceId: 1, permissions })
    who = await open()
  })
  afterAll(async () => {
    await browser?.close()
    await proxy?.close()
    await server?.remove()
    await sshd?.stop()
  })

  it('chooses a server, types, and the shell knows the size of the pane', async () => {
    const { page } = who
    await page.goto('/#/server/terminal')
    await page.getByText('No terminal is open').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.locator('.terminal-first input').fill('web')
    await page.locator('.ant-select-item-option', { hasText: 'web-1' }).click()
    await terminalShows(page, /[#$] ?$/m)
    const [cols, rows] = await terminalSize(page)
    await page.keyboard.type('stty size; TZ=UTC printf "%s-%s\\n" one two\n')
    await terminalShows(page, 'one-two')
    expect(await terminalText(page)).toContain(`${rows} ${cols}`)
    await page.setViewportSize({ width: 1000, height: 700 })
    const [narrow, low] = await until('the pane is smaller', async () => {
      const now = await terminalSize(page)
      return now[0] < cols && now
    })
    await page.keyboard.type('clear; stty size\n')
    await terminalShows(page, `${low} ${narrow}`)
    expect(await axeViolations(page)).toEqual([])
  })

  it('splits it by a key, and types into both at once', async () => {
    const { page } = who
    await page.keyboard.press('Alt+Shift+Equal')
    await page.locator('.terminal-pane').nth(1).waitFor()
    await terminalShows(page, /[#$] ?$/m, 1)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('A line that types into all terminals').click()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Type into all of them' }).fill('clear; echo to-$((40+2))-all')
    await page.keyboard.press('Enter')
    await terminalShows(page, 'to-42-all', 0)
    await terminalShows(page, 'to-42-all', 1)
    await page.keyboard.press('Escape')
    const focused = () => page.evaluate(() => document.activeElement?.classList.contains('xterm-helper-textarea'))
    await expect.poll(focused).toBe(true)
  })

  it('comes back after a reload, with both shells and what they printed long ago', async () => {
    const { page } = who
    await page.keyboard.type('export KEPT=yes; echo needle-$((1+1)); seq 300; clear -x\n')
    await page.waitForTimeout(1_000)
    await page.reload()
    await page.locator('.terminal-pane').nth(1).waitFor()
    await until(
      'both shells are back',
      async () => (await page.locator('.terminal-header .wl-state-success').count()) === 2,
    )
    await page.locator('.terminal-pane').nth(1).locator('.terminal-ground').click()
    await page.keyboard.type('echo kept=$KEPT\n')
    await terminalShows(page, 'kept=yes', 1)
    await page.keyboard.press('Control+Shift+KeyF')
    await page.getByRole('textbox', { name: 'Find in this terminal' }).fill('needle-2')
    await page.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
  })

  it('goes on where it was when the network was cut, and nothing is printed twice', async () => {
    const { page } = who
    await page.keyboard.type('clear; for i in $(seq 1 12); do echo tick-$i; sleep 0.5; done\n')
    await terminalShows(page, 'tick-2', 1)
    proxy.cut()
    await page
      .getByText(/The connection is lost/)
      .first()
      .waitFor({ timeout: LIVE_MS })
    proxy.mend()
    await terminalShows(page, 'tick-12', 1)
    const ticks = (await terminalText(page, 1)).match(/tick-\d+/g)
    expect(ticks).toEqual(Array.from({ length: 12 }, (_, index) => `tick-${index + 1}`))
    await until(
      'the pane is connected',
      async () => (await page.locator('.terminal-header .wl-state-success').count()) === 2,
    )
    who.errors.length = 0
  })

  it('lets somebody look on who cannot type, and shows him out', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Share' }).nth(1).click()
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.keyboard.press('Escape')
    const guest = await open({ path: '/' }, grace)
    await guest.page.goto(link)
    await guest.page.getByText('You are looking on at a terminal of').waitFor({ timeout: LIVE_MS })
    expect(guest.page.url()).not.toContain('ticket')
    await page.getByText('grace is looking on').waitFor()
    await page.locator('.terminal-pane').nth(1).locator('.terminal-ground').click()
    await page.keyboard.type('clear; echo for-$((6*7))-eyes\n')
    await terminalShows(guest.page, 'for-42-eyes')
    await guest.page.keyboard.type('echo intruder\n')
    await guest.page.waitForTimeout(1_000)
    expect(await terminalText(page, 1)).not.toContain('intruder')
    await page.getByRole('button', { name: 'Show out' }).click()
    await page.getByText('grace is looking on').waitFor({ state: 'hidden' })
    await until('the guest is told', async () => (await guest.page.locator('.terminal-note').count()) > 0)
    expect(guest.errors).toEqual([])
    await guest.close()
  })

  it('keeps what programs print from doing anything by itself', async () => {
    const { page } = who
    const evil = String.raw`clear; printf '\e]2;<img src=x onerror=alert(1)>\a\e]52;c;b3duZWQ=\a\e]8;;javascript:alert(1)\aclick\e]8;;\a\n'`
    await page.locator('.terminal-pane').nth(1).locator('.terminal-ground').click()
    await page.keyboard.type(`${evil}\n`)
    await page.getByText('A program wants to put this on your clipboard').waitFor()
    await page.locator('.terminal-title', { hasText: '<img src=x onerror=alert(1)>' }).waitFor()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    expect(who.errors).toEqual([])
  })

  it('lets no text be pasted that is another one than it looks like', async () => {
    const { page } = who
    const pane = page.locator('.terminal-pane').nth(1)
    await pane.locator('.terminal-ground').click()
    await pane.locator('.xterm-helper-textarea').evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'echo seen\u202e-\u200bas-it-is')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    const question = page.getByRole('dialog')
    const warning = question.getByText('turn the writing around: U+202E, U+200B')
    await warning.waitFor()
    await question.getByRole('button', { name: 'Take them out' }).click()
    await warning.waitFor({ state: 'detached' })
    await question.getByRole('button', { name: 'Paste', exact: true }).click()
    await terminalShows(page, 'echo seen-as-it-is', 1)
    await page.keyboard.press('Enter')
    await terminalShows(page, /^seen-as-it-is$/m, 1)
  })

  it('is asked before a shell that runs is ended', async () => {
    const { page } = who
    await page.keyboard.press('Alt+Shift+KeyW')
    await page.getByRole('button', { name: 'End it' }).click()
    await until('one shell is left', async () => (await page.locator('.terminal-pane').count()) === 1)
    await until('the server knows', async () => (await api.call(TerminalSessionList)).list.length === 1)
    await page.keyboard.type('exit\n')
    await page.locator('.terminal-note', { hasText: 'The shell has ended (0)' }).waitFor()
    await page.getByRole('button', { name: 'Open a new shell' }).click()
    await until(
      'a new shell is there',
      async () => (await page.locator('.terminal-header .wl-state-success').count()) === 1,
    )
    expect(who.errors).toEqual([])
  })

  it('watches what was printed, and goes to the moment of a text', async () => {
    const { page } = who
    await page.goto('/#/log/terminalLog')
    await page
      .getByRole('link', { name: /^Watch the terminal of/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Pause' }).waitFor({ timeout: LIVE_MS })
    await page.getByRole('searchbox', { name: 'Find in the recording' }).fill('one-two')
    await page.keyboard.press('Enter')
    await page.locator('.record-search li button').first().click()
    await expect.poll(() => page.url()).toMatch(/q=one-two.*t=\d|t=\d.*q=one-two/)
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(who.errors).toEqual([])
  })

  it('works on a phone, in Chinese, with the keys that glass lacks', async () => {
    const phone = await open({ language: 'zh-cn', theme: 'dark', viewport: PHONE, path: '/' })
    await phone.page.goto(`/#/server/terminal?serverId=${serverId}`)
    await terminalShows(phone.page, /[#$] ?$/m)
    await phone.page.keyboard.type('sleep 100\n')
    await phone.page.getByRole('toolbar', { name: '按键' }).getByRole('button', { name: '^C' }).click()
    await phone.page.keyboard.type('echo back-$((3*3))\n')
    await terminalShows(phone.page, 'back-9')
    expect(await axeViolations(phone.page)).toEqual([])
    await phone.page.keyboard.press('Alt+Shift+Equal')
    await phone.page.locator('.terminal-pane').nth(1).waitFor()
    const ways = phone.page.locator('.terminal-pane').getByRole('button', { name: '关闭' })
    expect(await ways.count()).toBe(2)
    for (const way of await ways.all()) {
      const [box, pane] = [await way.boundingBox(), await way.locator('xpath=ancestor::section[1]').boundingBox()]
      expect((box?.x ?? 0) + (box?.width ?? PHONE.width)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0))
    }
    expect(phone.errors).toEqual([])
    await phone.close()
  })
})
