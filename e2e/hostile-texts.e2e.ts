import { readCsv } from '@windlass/backend/testing/readCsv'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import type { AreaRegistry } from '@windlass/shared-kit/remote'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'
import type { Shown } from './support/hostileGround.ts'
import { addHostileRows } from './support/hostileRows.ts'
import { HOME, hostileTexts, TURNING_TEXTS } from './support/hostileTexts.ts'
import { pageFlaws } from './support/pageFlaws.ts'

const DESK = { width: 1280, height: 900 }
/** How the paths of an area begin. */
const AREAS = {
  deploy: /^\/(deploy|project|monitor)\//,
  server: /^\/server\//,
  settings: /^\/(setting|user)\//,
  logs: /^\/log\//,
}
const LOOKS = (['en', 'zh-cn'] as const).flatMap((language) =>
  Object.entries(AREAS).map(([area, paths]) => ({ area, paths, language })),
)
/** Needs a terminal that somebody has used. */
const NEEDS_MORE = ['/log/terminalRecord/:recordId']
/** Longer than a page needs on a busy machine: what is missing is named then. */
const SHOWN_MS = 10_000

/** Goes where everything is; a person signs in to the first of the own namespaces. */
async function enterHome({ page }: Visit): Promise<void> {
  const button = page.locator('.namespace-button')
  const home = page.getByRole('menuitem', { name: HOME, exact: true })
  // What is drawn right after the sign-in may close a menu that was open.
  await until('the person is where everything is', async () => {
    if ((await button.textContent()) === HOME) return true
    await ((await home.isVisible()) ? home : button).click()
    return false
  })
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** What the page in front does not show within a while. */
async function missingOn({ page }: Visit, texts: readonly string[]): Promise<string[]> {
  const find = (wanted: readonly string[]) => {
    const front = document.querySelector('.page[data-active="true"]')
    const shown = front?.querySelector('h1') ? (front.textContent ?? '') : undefined
    return wanted.filter((text) => shown === undefined || !shown.includes(text))
  }
  const wanted = ['', ...texts]
  // A window of another width has the page drawn anew.
  await page.evaluate(nextFrame)
  await page.evaluate(nextFrame)
  const end = Date.now() + SHOWN_MS
  for (;;) {
    const missing = await page.evaluate(find, wanted)
    if (missing.length === 0 || Date.now() > end) return missing.map((text) => `not shown: ${text}`)
    await page.evaluate(nextFrame)
  }
}

describe('texts that mean harm', () => {
  let sshd: TestSshd
  let repository: TestRepository
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let pages: Shown[]
  beforeAll(async () => {
    sshd = await startSshd()
    repository = await makeRepository()
    let commit = ''
    for (const text of hostileTexts(100)) commit = await repository.commit(text, { [text]: text })
    server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    api = await openApi(server.url)
    pages = await addHostileRows({ api, url: server.url, sshd, repository: repository.url, commit })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await sshd?.stop()
    await repository?.remove()
  })

  it('are on every page there is', async () => {
    const registry = (await (await fetch(`${server.url}/registry.json`)).json()) as AreaRegistry
    const routes = Object.values(registry.remotes).flatMap((area) => area.routes.map(({ path }) => path))
    const visited = pages.map(({ path }) => path.split('?')[0] ?? '')
    const isVisited = (route: string) =>
      visited.some((path) => new RegExp(`^${route.replaceAll(/:[^/]+/g, '[^/]+')}$`).test(path))
    expect(routes.filter((route) => !isVisited(route))).toEqual(NEEDS_MORE)
  })

  it.each(LOOKS)('stay texts, in $area, $language', async ({ paths, language }) => {
    const who = await visit(browser, { url: server.url, language, viewport: DESK })
    const { page, errors } = who
    page.on('dialog', (dialog) => {
      errors.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await signIn(who)
    await enterHome(who)
    const found: Record<string, string[]> = {}
    for (const { path, texts } of pages.filter((each) => paths.test(each.path))) {
      await page.goto(`/#${path}`)
      for (const viewport of [DESK, PHONE]) {
        await page.setViewportSize(viewport)
        const flaws = [...(await missingOn(who, texts)), ...(await page.evaluate(pageFlaws, TURNING_TEXTS)), ...errors]
        errors.length = 0
        if (flaws.length > 0) found[`${path} at ${viewport.width}`] = flaws
      }
    }
    expect(found).toEqual({})
    await who.close()
  })

  it('are no formulas in what is exported', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object }
    const exports = Object.keys(paths).filter((path) => path.includes('/export'))
    expect(exports).toContain('/log/exportLoginLog')
    const cells = await Promise.all(
      exports.map(async (path) => {
        const answer = await fetch(`${server.url}${path}?format=csv`, {
          headers: { cookie: api.cookie, [NAMESPACE_HEADER]: '1' },
        })
        return readCsv(await answer.text()).flat()
      }),
    )
    expect(cells.flat().filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([])
    expect(cells.flat()).toContain("'=1+1")
  })
})
