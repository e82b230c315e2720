import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'

const HANG_LIMIT_MS = 40_000
const LOGS = '**/remotes/logs/**'

/** One page of each area with something on it that only a holder of a permission sees. */
const CANARIES = [
  { area: 'deploy', address: '/#/project/index', name: /add/i },
  { area: 'server', address: '/#/server/index', name: /add/i },
  { area: 'settings', address: '/#/setting/role', name: /add/i },
] as const

describe('areas that are loaded at run time', () => {
  let server: ConsoleProcess
  let browser: Browser
  let open: Visit
  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
  })
  afterEach(() => open.close())
  afterAll(async () => {
    await browser.close()
    await server.remove()
  })

  const start = async () => {
    open = await visit(browser, { url: server.url })
    await signIn(open)
    return open
  }
  const card = () => open.page.getByRole('alert').filter({ hasText: 'could not be shown' })

  it.each(CANARIES)('share one session with the host: $area knows what the user may do', async ({ address, name }) => {
    const { page, errors } = await start()
    await page.goto(address)
    // A second copy of the session would be empty, and what it guards would not be shown.
    await page.getByRole('main').getByRole('button', { name }).first().waitFor()
    expect(errors).toEqual([])
  })

  it('exist once: every area uses the copy of the host of what is shared', async () => {
    const { page } = await start()
    for (const address of ['/#/server/index', '/#/setting/role', '/#/log/loginLog', '/#/deploy/index']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    const shared = await page.evaluate(() => {
      type Copies = Record<string, { useIn: string[] }>
      const { __SHARE__ } = (globalThis as unknown as Federated).__FEDERATION__
      interface Federated {
        __FEDERATION__: { __SHARE__: Record<string, Record<string, Record<string, Copies>>> }
      }
      const scopes = Object.values(__SHARE__).map((scope) => scope['default'] ?? {})
      return scopes.flatMap((scope) =>
        Object.entries(scope).map(([name, copies]) => ({
          name,
          versions: Object.keys(copies),
          users: Object.values(copies).flatMap((copy) => copy.useIn),
        })),
      )
    })
    for (const { name, versions } of shared) expect({ name, copies: versions.length }).toEqual({ name, copies: 1 })
    // Containers carry the version of their area.
    const usersOf = (name: string) =>
      shared.find((entry) => entry.name === name)?.users.map((user) => user.replace(/_\d+_\d+_\d+.*/, ''))
    const areas = ['windlass_deploy', 'windlass_logs', 'windlass_server', 'windlass_settings']
    expect(usersOf('react')).toEqual(expect.arrayContaining(areas))
    expect(usersOf('@windlass/shared-kit/session')).toEqual(
      expect.arrayContaining(['windlass_deploy', 'windlass_settings']),
    )
  })

  it('show a card in their own place when they are down, and come back with Retry', async () => {
    const { page } = await start()
    await page.route(LOGS, (route) => route.abort())
    await page.goto('/#/log/loginLog')
    await card().waitFor()
    await page.goto('/#/setting/role')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goto('/#/log/loginLog')
    await card().waitFor()
    await page.unroute(LOGS)
    await card().getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: /sign-in log/i }).waitFor()
  })

  it('do not hold up the console when they never answer', async () => {
    const { page } = await start()
    await page.route(LOGS, () => undefined)
    await page.goto('/#/log/loginLog')
    await page.getByRole('navigation', { name: 'Visited pages' }).waitFor()
    await card().waitFor({ timeout: HANG_LIMIT_MS })
    await page.goto('/#/setting/role')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  })

  it('are left out when the address says so, and come back with the link on their card', async () => {
    const { page } = await start()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/?disable=remote-logs#/log/loginLog')
    await page.getByRole('heading', { name: '“Logs” is turned off in this window' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Logs' }).count()).toBe(0)
    expect(asked.filter((url) => url.includes('/remotes/logs/'))).toEqual([])
    await page.getByRole('link', { name: 'Load the page with it' }).click()
    await page.getByRole('heading', { level: 1, name: /sign-in log/i }).waitFor()
    await page.getByRole('menuitem', { name: 'Logs' }).waitFor()
  })

  it('never run when a file is not what the page vouches for', async () => {
    const { page } = await start()
    await page.route(/remotes\/logs\/.*remoteEntry\.js/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `globalThis.wasTampered = true;${await response.text()}` })
    })
    await page.goto('/#/log/loginLog')
    await card().waitFor()
    expect(await page.evaluate(() => 'wasTampered' in globalThis)).toBe(false)
  })
})
