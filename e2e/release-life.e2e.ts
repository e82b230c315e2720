import path from 'node:path'
import { Permission } from '@windlass/shared-kit/contract'
import { OperationLogList } from '@windlass/shared-kit/contract/log'
import { NamespaceAdd } from '@windlass/shared-kit/contract/namespace'
import {
  type ReleaseEvent,
  ReleaseHistory,
  type ReleaseVersion,
  type RemoteOverview,
} from '@windlass/shared-kit/contract/release'
import { ReleaseFailureList } from '@windlass/shared-kit/contract/releaseLoads'
import type { AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AreaSources, copyArea, markVersion } from './support/areaSources.ts'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { ADMIN, type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { addPerson, type Person } from './support/people.ts'
import { openReleaseCommand, type ReleaseCommand } from './support/releaseCommand.ts'
import { addCode } from './support/tamper.ts'

const PAGE = '/#/log/loginLog'
/** Sets a mark in any page that runs it. */
const EVIL = 'globalThis.wasTampered = true'

describe('the life of a release', () => {
  let server: ConsoleProcess
  let browser: Browser
  let api: Api
  let area: AreaSources
  let team: ReleaseCommand
  /** One user in each of two namespaces. */
  let early: Person
  let late: Person
  let earlyNamespace: number
  const visits: Visit[] = []

  beforeAll(async () => {
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    team = await openReleaseCommand(server)
    area = copyArea('logs')
    const permissions = [Permission.ShowLoginLogPage, Permission.ShowOperationLogPage]
    earlyNamespace = (await api.call(NamespaceAdd, { name: 'early' })).id
    early = await addPerson(api, { account: 'early', namespaceId: earlyNamespace, permissions })
    late = await addPerson(api, { account: 'late', namespaceId: 1, permissions })
  })
  afterEach(async () => {
    await Promise.all(visits.splice(0).map((open) => open.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    area?.remove()
    team?.remove()
  })

  const publish = async (version: string) => {
    markVersion(area, version)
    return team.release('publish', 'logs', version, '--dir', area.dir)
  }
  /** Signs somebody in with a browser of his own, which has nothing in its cache. */
  const openAs = async (who: { account: string; password: string }) => {
    const open = await visit(browser, { url: server.url })
    visits.push(open)
    await signIn(open, who)
    await open.page.goto(PAGE)
    return open
  }
  const shows = ({ page }: Visit, version: string) =>
    page.getByRole('heading', { level: 1, name: `Sign-in log ${version}` }).waitFor()
  /** Which version somebody gets who opens the page now. */
  const versionFor = async (who: Person) => {
    const { page } = await openAs(who)
    const heading = page.getByRole('heading', { level: 1, name: /^Sign-in log \d/ })
    return (await heading.textContent())?.replace('Sign-in log ', '')
  }
  const wasTampered = ({ page }: Visit) => page.evaluate(() => 'wasTampered' in globalThis)
  const releaseOf = async (version: string): Promise<AreaRelease> => {
    const answer = await fetch(`${server.url}/remotes/logs/${version}/release.json`)
    return (await answer.json()) as AreaRelease
  }
  const historyOf = async (kind: ReleaseEvent['kind']): Promise<ReleaseEvent[]> => {
    const { list } = await api.call(ReleaseHistory, { remote: 'logs', page: 1, rows: 100 })
    return list.filter((event) => event.kind === kind)
  }
  const failuresOf = async (version: string): Promise<number> => {
    const { list } = await api.call(ReleaseFailureList, { remote: 'logs' })
    return list.filter((failure) => failure.version === version).reduce((sum, { count }) => sum + count, 0)
  }
  const loggedCalls = async (path: string) =>
    (await api.call(OperationLogList, { page: 1, rows: 100, username: '', router: '', api: path })).list
  const fileOf = (name: string) => path.join(server.dataDir, 'remotes/logs', name)

  it('begins with two versions, of which everybody gets the first', async () => {
    await publish('1.0.0')
    await publish('1.1.0')
    await team.release('promote', 'logs', '1.0.0', '--yes')
    const registry = (await (await fetch(`${server.url}/registry.json`)).json()) as AreaRegistry
    expect(registry.remotes['logs']?.version).toBe('1.0.0')
    expect(await versionFor(early)).toBe('1.0.0')
    expect(await versionFor(late)).toBe('1.0.0')
  })

  it('refuses what nobody should release', async () => {
    expect(await team.refused('publish', 'logs', '1.0.0', '--dir', area.dir)).toMatchObject({
      exitCode: 1,
      rule: 'version',
    })
    expect(await team.refused('promote', 'logs', '9.9.9', '--yes')).toMatchObject({ exitCode: 1 })
    expect(await team.refused('publish', 'logs', 'one', '--dir', area.dir)).toMatchObject({ exitCode: 2 })
    expect(await team.refused('promote', 'logs', '1.1.0')).toMatchObject({ exitCode: 2, rule: 'confirm' })
  })

  it('shows a canary to the members of one namespace and to nobody else', async () => {
    await team.release('canary', 'logs', '1.1.0', '--namespaces', 'early')
    expect(await versionFor(early)).toBe('1.1.0')
    expect(await versionFor(late)).toBe('1.0.0')
  })

  it('falls back to the version before when a file was changed on disk, and never runs the change', async () => {
    const [stable, canary] = [await releaseOf('1.0.0'), await releaseOf('1.1.0')]
    const chunk = canary.routes.flatMap(({ files }) => files).find((file) => !(file in stable.integrity)) ?? ''
    addCode(fileOf(chunk), EVIL)
    const open = await openAs(early)
    await open.page.getByText('Version 1.1.0 could not be loaded; this is 1.0.0.').waitFor()
    await shows(open, '1.0.0')
    expect(await wasTampered(open)).toBe(false)
    expect(await axeViolations(open.page)).toEqual([])
    const failure = await until('the failure was reported', async () => {
      const { list } = await api.call(ReleaseFailureList, { remote: 'logs' })
      return list.find(({ version }) => version === '1.1.0')
    })
    expect(failure).toMatchObject({ kind: 'load', lastUser: 'early' })
    const { list } = (await team.release('list', 'logs')) as { list: ReleaseVersion[] }
    const listed = list.find(({ version }) => version === '1.1.0')
    expect(listed?.failures).toBeGreaterThan(0)
    expect(listed?.damage).toContain(chunk)
    expect(await versionFor(late)).toBe('1.0.0')
  })

  it('takes a canary that fails back by itself, and says so to the operators', async () => {
    await team.release('rule', 'logs', '--failures', '20', '--min-loads', '3')
    const operator = await openAs(ADMIN)
    await until('the canary went back', async () => {
      const reported = await failuresOf('1.1.0')
      const open = await openAs(early)
      await shows(open, '1.0.0')
      if ((await open.page.getByText('Version 1.1.0 could not be loaded').count()) === 0) return true
      await until('the failure was reported', async () => (await failuresOf('1.1.0')) > reported)
    })
    await operator.page.getByText(/logs 1\.1\.0 was rolled back by itself: /).waitFor()
    const area = (await team.release('list', 'logs')) as unknown as RemoteOverview
    expect(area).toMatchObject({ stable: '1.0.0', canary: null })
    expect(await historyOf('autoRollback')).toMatchObject([{ version: '1.1.0', userName: '' }])
    const open = await openAs(early)
    await shows(open, '1.0.0')
    expect(await open.page.getByText('could not be loaded').count()).toBe(0)
  })

  it('shows the repaired version to one user in one browser, and to nobody who has the link as well', async () => {
    await publish('1.2.0')
    const { url } = (await team.release('preview', 'logs', '1.2.0', '--user', 'late')) as { url: string }
    const stolen = await openAs(early)
    expect((await stolen.page.goto(url))?.status()).toBe(403)

    const open = await openAs(late)
    await open.page.goto(url)
    await open.page.goto(PAGE)
    const banner = open.page.getByRole('region', { name: 'Preview' })
    await banner.getByText('Logs 1.2.0').waitFor()
    await shows(open, '1.2.0')
    expect(await axeViolations(open.page)).toEqual([])

    const elsewhere = await openAs(late)
    expect((await elsewhere.page.goto(url))?.status()).toBe(403)
    await elsewhere.page.goto(PAGE)
    await shows(elsewhere, '1.0.0')

    await banner.getByRole('button', { name: 'Leave preview' }).click()
    await shows(open, '1.0.0')
    expect((await open.page.goto(url))?.status()).toBe(410)
    expect(await historyOf('openPreview')).toHaveLength(4)
    expect(await loggedCalls('/preview')).toHaveLength(4)
  })

  it('is promoted, and rolled back', async () => {
    await team.release('promote', 'logs', '1.2.0', '--yes')
    expect(await versionFor(early)).toBe('1.2.0')
    expect(await versionFor(late)).toBe('1.2.0')
    expect(await team.release('rollback', 'logs', '--yes')).toMatchObject({ version: '1.0.0', from: '1.2.0' })
    const promoted = (await loggedCalls('/release/promote')).map(
      ({ requestData }) => JSON.parse(requestData) as unknown,
    )
    // Also the refused one, newest first.
    expect(promoted).toMatchObject([{ version: '1.2.0' }, { version: '9.9.9' }, { version: '1.0.0' }])
    expect(await loggedCalls('/release/rollback')).toHaveLength(1)
    expect(await versionFor(early)).toBe('1.0.0')
    expect(await versionFor(late)).toBe('1.0.0')
  })

  it('never runs an entry that was changed on disk: the version before, then a card, then the repaired files', async () => {
    await team.release('promote', 'logs', '1.2.0', '--yes')
    addCode(fileOf((await releaseOf('1.2.0')).entry), EVIL)
    const first = await openAs(early)
    await first.page.getByText('Version 1.2.0 could not be loaded; this is 1.0.0.').waitFor()
    await shows(first, '1.0.0')

    addCode(fileOf((await releaseOf('1.0.0')).entry), EVIL)
    const second = await openAs(late)
    const card = second.page.getByRole('alert').filter({ hasText: 'could not be shown' })
    await card.waitFor()
    expect([await wasTampered(first), await wasTampered(second)]).toEqual([false, false])

    await team.release('promote', 'logs', '1.2.0', '--yes')
    await card.getByRole('button', { name: 'Retry' }).click()
    await shows(second, '1.2.0')
    expect(await wasTampered(second)).toBe(false)
  })

  it('offers the version before instead of a page that cannot be drawn, and reports that too', async () => {
    markVersion(area, '1.3.0')
    area.replace(
      'src/features/login-log/LoginLogPage.tsx',
      "  const { t } = useTranslation('logs')\n",
      "$&  if (t('id') !== '') throw new Error('this page is broken')\n",
    )
    await team.release('publish', 'logs', '1.3.0', '--dir', area.dir)
    await team.release('promote', 'logs', '1.3.0', '--yes')
    const open = await openAs(late)
    const card = open.page.getByRole('alert').filter({ hasText: 'this page is broken' })
    await card.waitFor()
    await card.getByRole('button', { name: 'Use version 1.2.0 instead' }).click()
    await shows(open, '1.2.0')
    const failure = await until('the failure was reported', async () => {
      const { list } = await api.call(ReleaseFailureList, { remote: 'logs' })
      return list.find(({ version }) => version === '1.3.0')
    })
    expect(failure).toMatchObject({ kind: 'render', message: 'this page is broken', lastUser: 'late' })
  })
})
