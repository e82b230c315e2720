import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packArtefact } from '@windlass/backend/artefact/archive'
import { withSignature } from '@windlass/backend/artefact/artefact'
import { readArtefact } from '@windlass/backend/artefact/artefactFolder'
import { sealRegistry } from '@windlass/backend/artefact/registryFile'
import { createKeyPair, signContents } from '@windlass/backend/artefact/signature'
import { NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import { ReleasePromote, ReleasePublish } from '@windlass/shared-kit/contract/release'
import { ReleaseKeyAdd } from '@windlass/shared-kit/contract/releaseKey'
import type { AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { buildVariants } from './support/buildVariants.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi } from './support/fixtures.ts'
import { openReleaseCommand } from './support/releaseCommand.ts'

/** The last three of the kit. An area built with one of them has that version as its own, and needs `^` of it. */
const KITS = ['1.0.0', '1.1.0', '2.0.0'] as const
type Kit = (typeof KITS)[number]
const BUILD_LIMIT_MS = 300_000
const MATRIX_LIMIT_MS = 180_000

/** An address that loads no area. */
const NOWHERE = '/#/404'

/** One page of each area, or what else it shows. */
const AREAS = [
  { id: 'deploy', address: '/#/deploy/index', shown: (page: Page) => heading(page, 'Deploy') },
  { id: 'server', address: '/#/server/index', shown: (page: Page) => heading(page, 'Servers') },
  { id: 'settings', address: '/#/setting/role', shown: (page: Page) => heading(page, 'Roles') },
  { id: 'logs', address: '/#/log/loginLog', shown: (page: Page) => heading(page, 'Sign-in log') },
  {
    id: 'toolbox',
    address: `${NOWHERE}?tool=json`,
    shown: (page: Page) => page.getByRole('dialog').locator('textarea'),
  },
] as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const isFit = (host: Kit, area: Kit) => host[0] === area[0] && host >= area
const CELLS = KITS.flatMap((host) => KITS.map((area) => ({ host, area, isFit: isFit(host, area) })))

/** What a refusal has to name: the package, what was asked for, and what there is. */
const sentence = (host: Kit, area: Kit) =>
  expect.stringMatching(new RegExp(`(?=.*@windlass/shared-kit)(?=.*\\^${area})(?=.*(?<!\\^)${host})`, 's'))

/** What somebody sees of every area who loads the console now: that it is there without any fault, or why not. */
async function look({ page, errors }: Visit): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  await page.goto(NOWHERE)
  await page.reload()
  for (const { id, address, shown } of AREAS) {
    errors.length = 0
    await page.goto(address)
    const there = shown(page).filter({ visible: true })
    const refusal = page.getByText('@windlass/shared-kit').filter({ visible: true })
    await there.or(refusal).first().waitFor()
    const isThere = (await there.count()) > 0
    seen[id] = [...(isThere ? ['shown', ...errors] : []), ...(await refusal.allInnerTexts())].join(' and ')
  }
  return seen
}

const expected = (host: Kit, area: Kit) =>
  Object.fromEntries(AREAS.map(({ id }) => [id, isFit(host, area) ? 'shown' : sentence(host, area)]))

describe('hosts and areas that were built at different times', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-skew-'))
  const remotes = path.join(folder, 'remotes')
  const hostDir = (kit: Kit) => path.join(folder, `host-${kit}`)
  let browser: Browser
  let server: ConsoleProcess | undefined
  let open: Visit | undefined

  beforeAll(async () => {
    const hosts = KITS.map((kit) => ({ kit, outDir: hostDir(kit) }))
    const areas = KITS.flatMap((kit) => AREAS.map(({ id }) => ({ id, kit, version: kit, outDir: remotes })))
    for (const { outDir } of hosts) mkdirSync(path.join(outDir, 'docs'), { recursive: true })
    await buildVariants(hosts, areas)
    for (const { outDir } of hosts) symlinkSync(remotes, path.join(outDir, 'remotes'))
    browser = await launchBrowser()
  }, BUILD_LIMIT_MS)
  afterEach(async () => {
    await open?.close()
    await server?.remove()
    open = undefined
    server = undefined
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  const releaseOf = (id: string, version: string): AreaRelease =>
    JSON.parse(readFileSync(path.join(remotes, id, version, 'release.json'), 'utf8')) as AreaRelease
  /** What comes with the console: nothing, or all areas of one age, which nobody checks before the browser does. */
  const bringAreas = (host: Kit, area?: Kit) => {
    const all = area === undefined ? [] : AREAS.map(({ id }) => [id, releaseOf(id, area)] as const)
    const registry = sealRegistry({ remotes: Object.fromEntries(all) })
    writeFileSync(path.join(hostDir(host), 'registry.json'), JSON.stringify(registry))
  }
  const startHost = (host: Kit, before?: ConsoleProcess) =>
    startConsole({
      env: { CONSOLE_DIR: hostDir(host) },
      ...(before && { dataDir: before.dataDir, port: Number(new URL(before.url).port) }),
    })

  it.each(KITS)(
    'are whole or refused by the browser in a console with the kit %s',
    async (host) => {
      bringAreas(host)
      server = await startHost(host)
      open = await visit(browser, { url: server.url })
      await signIn(open)
      for (const { area } of CELLS.filter((cell) => cell.host === host)) {
        bringAreas(host, area)
        expect({ host, area, seen: await look(open) }).toEqual({ host, area, seen: expected(host, area) })
      }
    },
    MATRIX_LIMIT_MS,
  )

  it.each(KITS)(
    'are whole or turned off by the server after the console of areas for %s was replaced',
    async (area) => {
      for (const kit of KITS) bringAreas(kit)
      server = await startHost(area)
      await releaseAll(server, area)
      open = await visit(browser, { url: server.url })
      await signIn(open)
      for (const { host } of CELLS.filter((cell) => cell.area === area)) {
        await server.end()
        server = await startHost(host, server)
        const { remotes: served, off = {} } = await registryOf(server)
        expect(Object.values(served).map(({ version }) => version)).toEqual(AREAS.map(() => area))
        expect(Object.keys(off)).toHaveLength(isFit(host, area) ? 0 : AREAS.length)
        expect({ host, area, seen: await look(open) }).toEqual({ host, area, seen: expected(host, area) })
      }
    },
    MATRIX_LIMIT_MS,
  )

  it('are refused when somebody publishes them, and replaced by the newest earlier version that fits', async () => {
    for (const kit of KITS) bringAreas(kit)
    server = await startHost('1.1.0')
    await releaseAll(server, '1.0.0')
    await releaseAll(server, '1.1.0')
    const team = await openReleaseCommand(server)
    const archive = path.join(team.folder, 'logs.tgz')
    writeFileSync(archive, await packArtefact(await artefactOf('logs', '2.0.0')))
    const refusal = await team.refused('publish', 'logs', '--artefact', archive)
    expect(refusal).toMatchObject({ exitCode: 1, rule: 'checks', message: sentence('1.1.0', '2.0.0') })
    team.remove()

    await server.end()
    server = await startHost('1.0.0', server)
    const { remotes: served, off } = await registryOf(server)
    expect(Object.values(served).map(({ version }) => version)).toEqual(AREAS.map(() => '1.0.0'))
    expect(off).toBeUndefined()
    open = await visit(browser, { url: server.url })
    await signIn(open)
    expect(await look(open)).toEqual(expected('1.0.0', '1.0.0'))
  })

  const registryOf = async ({ url }: ConsoleProcess) =>
    (await (await fetch(`${url}/registry.json`)).json()) as AreaRegistry
  const artefactOf = (id: string, version: Kit) => readArtefact(path.join(remotes, id), version)
  /** Publishes and promotes all areas of one age as the command does, whose journeys have tests of their own. */
  const releaseAll = async ({ url }: ConsoleProcess, version: Kit) => {
    const api = await openApi(url)
    const { publicKey, privateKey } = createKeyPair()
    await api.call(ReleaseKeyAdd, { team: `team of ${version}`, publicKey, remotes: [] })
    for (const { id } of AREAS) {
      const artefact = await artefactOf(id, version)
      const signed = withSignature(artefact, signContents(artefact.contentsText, privateKey))
      const body = new FormData()
      body.append('file', new File([new Uint8Array(await packArtefact(signed))], `${id}.tgz`))
      const address = `${url}${ReleasePublish.path}?${new URLSearchParams({ remote: id, version })}`
      const headers = { cookie: api.cookie, [NAMESPACE_HEADER]: '1' }
      await fetch(address, { method: 'POST', headers, body })
      // Refuses what was not taken in.
      await api.call(ReleasePromote, { remote: id, version })
    }
  }
})
