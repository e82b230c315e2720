import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copyArea, markVersion } from './support/areaSources.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { buildVariants } from './support/buildVariants.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

const BUILD_LIMIT_MS = 120_000
const KIT = '1.0.0'
const VERSIONS = ['1.0.0', '1.1.0'] as const
type Version = (typeof VERSIONS)[number]
const LOGIN_LOG = './features/login-log/LoginLogPage.tsx'
const PUBLISH_LOG = './features/publish-log/PublishLogPage.tsx'

/** What the loader of areas leaves in a page for others, as far as the tests use it. */
interface Federated {
  __FEDERATION__: { __INSTANCES__: Loader[] }
}
interface Loader {
  registerRemotes(remotes: { name: string; entry: string; entryGlobalName: string; type: string }[]): void
  loadRemote(request: string): Promise<{ default: { routes: { page(): Promise<{ default: unknown }> }[] } }>
}

describe('two versions of one area in one page', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-isolation-'))
  const releases: Partial<Record<Version, AreaRelease>> = {}
  let server: ConsoleProcess
  let browser: Browser
  let open: Visit | undefined

  beforeAll(async () => {
    const areas = VERSIONS.map((version) => {
      const area = copyArea('logs')
      // One chunk that differs between the versions, with a style sheet that differs, and others that are equal.
      markVersion(area, version)
      area.replace(
        'src/components/logs.css',
        '.log-times {',
        `.marked-${version.replaceAll('.', '-')} { order: 7; }\n$&`,
      )
      return { ...area, id: 'logs', version, outDir: folder, kit: KIT }
    })
    await buildVariants([], areas)
    for (const area of areas) area.remove()
    for (const version of VERSIONS) {
      releases[version] = JSON.parse(readFileSync(path.join(folder, 'logs', version, 'release.json'), 'utf8'))
    }
    server = await startConsole()
    browser = await launchBrowser()
  }, BUILD_LIMIT_MS)
  afterEach(() => open?.close())
  afterAll(async () => {
    await browser.close()
    await server.remove()
    rmSync(folder, { recursive: true })
  })

  const releaseOf = (version: Version): AreaRelease => {
    const release = releases[version]
    if (!release) throw new Error(`${version} was not built`)
    return release
  }
  const filesOf = (version: Version, request: string) =>
    releaseOf(version).routes.find((route) => route.request === request)?.files ?? []
  const scriptsOf = (version: Version, request: string) =>
    filesOf(version, request).filter((file) => file.endsWith('.js'))
  /** The script of a page that no other page of the tests loads. */
  const ownScriptOf = (version: Version, request: string, other: string) =>
    scriptsOf(version, request).find((file) => !filesOf(version, other).includes(file))

  /** The page of the real console, with the files of both versions beside it; `hold` may keep one back. */
  const start = async (hold: (file: string) => Promise<unknown> = () => Promise.resolve()) => {
    const opened = await visit(browser, { url: server.url })
    open = opened
    await opened.page.route('**/remotes/logs/**', async (route: Route) => {
      const name = new URL(route.request().url()).pathname.replace('/remotes/', '')
      const file = path.join(folder, name)
      if (!existsSync(file)) return route.abort()
      await hold(name.replace('logs/', ''))
      return route.fulfill({ path: file, headers: { 'access-control-allow-origin': '*' } })
    })
    return opened.page
  }

  /** Loads a page of one version as the host does, and answers its code; it can be asked for again later. */
  const load = (page: Page, version: Version, request: string) => {
    const { container, base, entry, routes } = releaseOf(version)
    const index = routes.findIndex((route) => route.request === request)
    return page.evaluate(
      async ({ name, address, position }) => {
        const [loader] = (globalThis as unknown as Federated).__FEDERATION__.__INSTANCES__
        if (!loader) throw new Error('there is no loader in the page')
        loader.registerRemotes([{ name, entry: address, entryGlobalName: name, type: 'global' }])
        const area = await loader.loadRemote(`${name}/remote`)
        return String((await area.default.routes[position]?.page())?.default)
      },
      { name: container, address: new URL(base + entry, server.url).href, position: index },
    )
  }
  const marksIn = (code: string) => VERSIONS.filter((version) => code.includes(version))
  const sheets = (page: Page) =>
    page.evaluate(() =>
      [...document.styleSheets].flatMap((sheet) =>
        [...sheet.cssRules].flatMap((rule) => (/^\.marked-(\S+)/.exec(rule.cssText) ?? []).slice(1)),
      ),
    )

  it('share the files that did not change, and only those', () => {
    expect(scriptsOf('1.0.0', PUBLISH_LOG)).toEqual(scriptsOf('1.1.0', PUBLISH_LOG))
    const [one, other] = VERSIONS.map((version) => ownScriptOf(version, LOGIN_LOG, PUBLISH_LOG))
    expect(one).toMatch(/\.js$/)
    expect(one).not.toBe(other)
    expect(releaseOf('1.0.0').textFiles).toEqual(releaseOf('1.1.0').textFiles)
  })

  it('each get their own chunk, also when the same one of the other version is still on its way', async () => {
    const held = Promise.withResolvers<void>()
    const late = ownScriptOf('1.1.0', LOGIN_LOG, PUBLISH_LOG)
    const page = await start((file) => (file === late ? held.promise : Promise.resolve()))
    const asked = page.waitForRequest((request) => request.url().endsWith(`/${late}`))
    const slow = load(page, '1.1.0', LOGIN_LOG)
    await asked
    expect(marksIn(await load(page, '1.0.0', LOGIN_LOG))).toEqual(['1.0.0'])
    held.resolve()
    expect(marksIn(await slow)).toEqual(['1.1.0'])
    // What arrived late was installed into its own version.
    expect(marksIn(await load(page, '1.0.0', LOGIN_LOG))).toEqual(['1.0.0'])
    expect(await page.evaluate(() => 'rspackChunkwindlass_logs' in globalThis)).toBe(false)
    expect(open?.errors).toEqual([])
  })

  it('both get a chunk that they share, also when they ask for it at once', async () => {
    const held = Promise.withResolvers<void>()
    const [shared] = scriptsOf('1.0.0', PUBLISH_LOG)
    const page = await start((file) => (file === shared ? held.promise : Promise.resolve()))
    const asked = page.waitForRequest((request) => request.url().endsWith(`/${shared}`))
    const loads = VERSIONS.map((version) => load(page, version, PUBLISH_LOG))
    await asked
    held.resolve()
    const [one, other] = await Promise.all(loads)
    expect(one).toBe(other)
    expect(open?.errors).toEqual([])
  })

  it('each get their own style sheet', async () => {
    const page = await start()
    for (const version of VERSIONS) await load(page, version, LOGIN_LOG)
    expect(await sheets(page)).toEqual(['1-0-0', '1-1-0'])
  })

  it('also run where nobody keeps them apart: in a page that adds the entry by itself', async () => {
    const page = await start()
    const { base, entry, container } = releaseOf('1.1.0')
    await page.addScriptTag({ url: new URL(base + entry, server.url).href })
    expect(await page.evaluate((name) => name in globalThis, container)).toBe(true)
    expect(marksIn(await load(page, '1.1.0', LOGIN_LOG))).toEqual(['1.1.0'])
    expect(await page.evaluate(() => 'rspackChunkwindlass_logs' in globalThis)).toBe(true)
  })

  it('load no script without a hash, and run under the policy of the console', async () => {
    const page = await start()
    const added = page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<string>()
      new MutationObserver((records) => {
        for (const node of records.flatMap((record) => [...record.addedNodes])) {
          if (node instanceof HTMLScriptElement && node.src.includes('/logs/files/')) resolve(node.integrity)
        }
      }).observe(document.head, { childList: true })
      return promise
    })
    await load(page, '1.1.0', LOGIN_LOG)
    expect(await added).toMatch(/^sha384-/)
    expect(open?.errors).toEqual([])
  })
})
