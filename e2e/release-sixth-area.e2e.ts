import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Permission } from '@windlass/shared-kit/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AreaSources, copyArea } from './support/areaSources.ts'
import { launchBrowser, signIn, visit } from './support/browser.ts'
import { ADMIN, type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi } from './support/fixtures.ts'
import { addPerson, type Person } from './support/people.ts'
import { openReleaseCommand, type ReleaseCommand } from './support/releaseCommand.ts'
import { CONSOLE_DIR } from './support/workspace.ts'

/** Follows "A new area" of docs/area-team-guide.md, word by word. */
function makeHello(): AreaSources {
  const area = copyArea('logs', 'remote-hello')
  area.replace('package.json', '"@windlass/remote-logs"', '"@windlass/remote-hello"')
  area.replace('rspack.config.mjs', "remote: 'logs'", "remote: 'hello'")
  area.replace('src/remote.ts', "id: 'logs'", "id: 'hello'")
  area.replaceEverywhere(/useTranslation\('logs'\)/g, "useTranslation('hello')")
  area.replace(
    'src/remote.ts',
    "path: '/log', title: 'log', icon: 'log', order: 60",
    "path: '/hello', title: 'log', icon: 'document', order: 70",
  )
  area.replace('src/remote.ts', /'\/log\//g, "'/hello/")
  for (const [language, name] of [
    ['en', 'Hello'],
    ['zh-cn', '你好'],
  ] as const) {
    area.replace(
      `src/locales/${language}.json`,
      /("(?:log|loginLog|operationLog|publishLog)": ")([^"]*")/g,
      `$1${name} $2`,
    )
  }
  return area
}

/** Every file of the host, with what is in it and when it was written. */
const hostFiles = () =>
  ['assets', '.'].flatMap((folder) =>
    readdirSync(path.join(CONSOLE_DIR, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => path.join(CONSOLE_DIR, folder, name))
      .map((file) => ({ file, writtenAt: statSync(file).mtimeMs, content: readFileSync(file, 'base64') })),
  )

describe('a sixth area', () => {
  let server: ConsoleProcess
  let browser: Browser
  let team: ReleaseCommand
  let area: AreaSources
  let reader: Person
  let stranger: Person

  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    team = await openReleaseCommand(server, 'hello-team')
    area = makeHello()
    const api = await openApi(server.url)
    reader = await addPerson(api, { account: 'reader', namespaceId: 1, permissions: [Permission.ShowLoginLogPage] })
    stranger = await addPerson(api, { account: 'stranger', namespaceId: 1, permissions: [Permission.ShowServerPage] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    area?.remove()
    team?.remove()
  })

  const openAs = async (who: { account: string; password: string }, language: 'en' | 'zh-cn' = 'en') => {
    const open = await visit(browser, { url: server.url, language })
    await signIn(open, who)
    return open
  }

  it('comes into a running console without the host being built, changed or restarted', async () => {
    const [before, pid] = [hostFiles(), server.pid]
    await team.release('publish', 'hello', '1.0.0', '--dir', area.dir)
    await team.release('promote', 'hello', '1.0.0', '--yes')
    const open = await openAs(ADMIN)
    await open.page.goto('/#/hello/operationLog')
    await open.page.getByRole('heading', { level: 1, name: 'Hello Operation log' }).waitFor()
    expect(hostFiles()).toEqual(before)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(server.pid).toBe(pid)
    expect(open.errors).toEqual([])
    await open.close()
  })

  it.each([
    { language: 'en', group: 'Hello Logs', page: 'Hello Sign-in log' },
    { language: 'zh-cn', group: '你好 日志管理', page: '你好 登录日志' },
  ] as const)('has its menu, pages and titles in $language', async ({ language, group, page: title }) => {
    const open = await openAs(ADMIN, language)
    const { page } = open
    // On a small screen the groups that do not fit beside each other stand behind one button.
    await page.setViewportSize({ width: 1680, height: 900 })
    const menu = page.getByRole('menu').first()
    await menu.getByText(group).first().click()
    await page
      .getByRole('menuitem', { name: title })
      .or(page.getByRole('link', { name: title }))
      .first()
      .click()
    await page.waitForURL(/#\/hello\/loginLog/)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.title()).toContain(title)
    expect(open.errors).toEqual([])
    await open.close()
  })

  it('is there for those who hold its permission, as far as they hold it', async () => {
    const open = await openAs(reader)
    await open.page.goto('/#/hello/loginLog')
    await open.page.getByRole('heading', { level: 1, name: 'Hello Sign-in log' }).waitFor()
    await open.page.goto('/#/hello/operationLog')
    await open.page.getByRole('heading', { name: /^You may not open/ }).waitFor()
    expect(open.errors).toEqual([])
    await open.close()
  })

  it('is not there for those who do not', async () => {
    const open = await openAs(stranger)
    await open.page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await open.page.getByText('Hello').count()).toBe(0)
    await open.page.goto('/#/hello/loginLog')
    await open.page.getByRole('heading', { name: /^You may not open/ }).waitFor()
    await open.close()
  })

  it('goes again with all of its menu when it is turned off', async () => {
    await team.release('disable', 'hello', '--reason', 'wrong numbers since noon', '--yes')
    const open = await openAs(ADMIN)
    await open.page.goto('/#/hello/loginLog')
    await open.page.getByText('wrong numbers since noon').waitFor()
    expect(await open.page.getByRole('menu').first().getByText('Hello').count()).toBe(0)
    await open.close()
  })
})
