import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { TemplateOptionList, TemplateType } from '@windlass/shared-kit/contract/template'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { addServer } from './support/servers.ts'

describe('an operator who runs scripts', () => {
  let sshd: TestSshd
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let ids: number[]

  beforeAll(async () => {
    sshd = await startSshd()
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    api = await openApi(server.url)
    ids = [await addServer(api, sshd), await addServer(api, sshd, 'web-2', { ip: 'localhost' })]
    browser = await launchBrowser()
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
  })

  const write = async (script: string) => {
    const editor = who.page.getByRole('textbox', { name: 'Script', exact: true })
    await editor.fill(script)
    return editor
  }

  it('is asked first, then sees what each server says while it says it, and how it ended', async () => {
    const { page } = who
    const gate = path.join(sshd.folder, 'gate')
    await page.goto(`${server.url}/#/server/script?servers=${ids.join(',')}`)
    const editor = await write(
      `echo "hello from \${SERVER_NAME}"; touch ${gate}; while [ -e ${gate} ]; do sleep 0.1; done; [ "\${SERVER_NAME}" = web-1 ]`,
    )
    await editor.press('Control+Enter')
    const question = page.getByRole('dialog')
    await question.getByText('web-1, web-2').waitFor()
    await question.getByText('hello from').waitFor()
    expect(existsSync(gate)).toBe(false)
    await question.getByRole('button', { name: 'Run on 2 servers' }).click()
    const run = page.getByRole('region', { name: 'Run', exact: true })
    await run.getByText('hello from web-1').waitFor()
    await run.getByText('2 running').waitFor()
    await rm(gate)
    await run.getByText('1 succeeded').waitFor()
    await run.getByText('failed · exit code 1').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('finds what was run after a reload, and runs it again where it failed', async () => {
    const { page } = who
    await page.reload()
    const run = page.getByRole('region', { name: 'Run', exact: true })
    await run.getByText('1 succeeded').waitFor()
    await run.getByRole('button', { name: 'Run again on 1 that did not succeed' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('web-2', { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('dialog').getByText('1 succeeded').waitFor()
    await page.keyboard.press('Escape')
  })

  it('stops a run with everything it has started', async () => {
    const { page } = who
    const sleep = `sleep 600.${process.pid}`
    const isRunning = async () => (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(sleep)
    await page.goto(`${server.url}/#/server/script?servers=${ids[0]}`)
    await write(`(${sleep}; true) & echo begun; wait`)
    await page.getByRole('button', { name: 'Run on 1 server', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run on 1 server' }).click()
    const run = page.getByRole('region', { name: 'Run', exact: true })
    await run.getByText('begun').waitFor()
    await until('what it has started runs', isRunning)
    await run.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await run.getByText('1 stopped').waitFor()
    await until('nothing of it is left', async () => !(await isRunning()))
  })

  it('saves a script that asks for a value, and hands it over as it is', async () => {
    const { page } = who
    await page.goto(`${server.url}/#/server/script?servers=${ids[0]}`)
    await write('printf "%s\\n" "[$WORD]"')
    await page.getByRole('button', { name: 'Save as template' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name', { exact: true }).fill('say it')
    await drawer.getByRole('button', { name: 'Add a parameter' }).click()
    await drawer.getByLabel('Variable').fill('WORD')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await until('it is saved', async () =>
      (await api.call(TemplateOptionList, { type: TemplateType.Script })).list.find(({ name }) => name === 'say it'),
    )
    await page.getByLabel('WORD').fill(`'"; id $(id)`)
    await page.getByRole('button', { name: 'Run on 1 server', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run on 1 server' }).click()
    await page.getByRole('log').getByText(`['"; id $(id)]`).waitFor()
  })

  it('reads it in Chinese, on a phone and in the dark', async () => {
    const phone = await visit(browser, { url: server.url, language: 'zh-cn', viewport: PHONE, theme: 'dark' })
    await signIn(phone)
    await phone.page.goto(`${server.url}/#/server/script?servers=${ids[0]}&run=1`)
    await phone.page.getByRole('heading', { name: '脚本' }).waitFor()
    await phone.page.getByText('1 成功').waitFor()
    expect(await axeViolations(phone.page)).toEqual([])
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  })
})
