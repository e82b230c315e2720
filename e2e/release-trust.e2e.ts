import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Permission } from '@windlass/shared-kit/contract'
import { ReleaseVersionList } from '@windlass/shared-kit/contract/release'
import { UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import type { AreaRegistry } from '@windlass/shared-kit/remote'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi } from './support/fixtures.ts'
import { addPerson } from './support/people.ts'
import { openReleaseCommand, type ReleaseCommand } from './support/releaseCommand.ts'
import { addCode } from './support/tamper.ts'
import { CONSOLE_DIR } from './support/workspace.ts'

describe('the release command', () => {
  let server: ConsoleProcess
  let team: ReleaseCommand
  const archive = () => path.join(team.folder, 'logs.tgz')

  beforeAll(async () => {
    server = await startConsole()
    team = await openReleaseCommand(server)
    await team.release('publish', 'logs', '1.0.0', '--out', 'logs.tgz')
  })
  afterAll(async () => {
    await server?.remove()
    team?.remove()
  })

  const versions = async () => {
    const { list } = await (await openApi(server.url)).call(ReleaseVersionList, { remote: 'logs' })
    return list.filter(({ source }) => source === 'published').map(({ version }) => version)
  }

  it('lets one of two who publish a version at once have it', async () => {
    const both = await Promise.allSettled([
      team.release('publish', 'logs', '1.1.0'),
      team.release('publish', 'logs', '1.1.0'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const loser = both.find((one) => one.status === 'rejected')
    expect(String(loser?.reason)).toContain('is published already')
    expect((await versions()).toSorted()).toEqual(['1.0.0', '1.1.0'])
  })

  it.each([
    { what: 'was cut off', change: (content: Buffer) => content.subarray(0, content.length - 1000) },
    { what: 'was changed on the way', change: (content: Buffer) => content.fill(7, 2000, 2100) },
    { what: 'is no archive', change: () => Buffer.from('not an archive') },
  ])('takes no archive that $what', async ({ change }) => {
    const file = path.join(team.folder, 'bad.tgz')
    writeFileSync(file, change(readFileSync(archive())))
    expect(await team.refused('publish', 'logs', '--artefact', file)).toMatchObject({ exitCode: 1 })
    expect(await versions()).toHaveLength(2)
  })

  it('takes nothing that a stranger signed, and says what to do', async () => {
    await team.release('keygen', '--team', 'stranger')
    const refusal = await team.refused('publish', 'logs', '2.0.0', '--key', 'stranger.pem')
    expect(refusal).toMatchObject({ exitCode: 1, rule: 'signature', message: expect.stringContaining('trust --team') })
    expect(await versions()).toHaveLength(2)
  })

  it('tells apart who may not, and who is not there', async () => {
    const api = await openApi(server.url)
    const reader = await addPerson(api, {
      account: 'reader',
      namespaceId: 1,
      permissions: [Permission.ShowReleasePage],
    })
    const keyFile = path.join(team.folder, 'reader.key')
    writeFileSync(keyFile, await (await openApi(server.url, reader)).call(UserGenerateApiKey))
    await team.release('list', '--api-key-file', keyFile)
    const refusal = await team.refused('promote', 'logs', '1.0.0', '--yes', '--api-key-file', keyFile)
    expect(refusal).toMatchObject({ exitCode: 4, message: expect.stringContaining('PromoteRelease') })
    writeFileSync(keyFile, 'x'.repeat(32))
    expect(await team.refused('list', '--api-key-file', keyFile)).toMatchObject({ exitCode: 4 })
    expect(await team.refused('list', '--target', 'http://127.0.0.1:1')).toMatchObject({ exitCode: 3 })
  })
})

describe('a console whose files somebody changed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-changed-'))
  const consoleDir = path.join(folder, 'console')
  const registryFile = path.join(consoleDir, 'registry.json')
  let server: ConsoleProcess
  let browser: Browser
  let team: ReleaseCommand

  beforeAll(async () => {
    cpSync(CONSOLE_DIR, consoleDir, { recursive: true })
    server = await startConsole({ env: { CONSOLE_DIR: consoleDir } })
    browser = await launchBrowser()
    team = await openReleaseCommand(server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    team?.remove()
    rmSync(folder, { recursive: true })
  })

  const openPage = async (address: string) => {
    const open = await visit(browser, { url: server.url })
    await signIn(open)
    await open.page.goto(address)
    return open
  }
  const registry = () => JSON.parse(readFileSync(registryFile, 'utf8')) as AreaRegistry

  it.each([
    { what: 'edited by hand', edit: (text: string) => text.replace('"/log/loginLog"', '"/log/edited"') },
    { what: 'cut off', edit: (text: string) => text.slice(0, -100) },
  ])('keeps the registry it had when the file is $what, also after a restart, and says so', async ({ edit }) => {
    const good = readFileSync(registryFile, 'utf8')
    writeFileSync(registryFile, edit(good))
    for (const isRestarted of [false, true]) {
      if (isRestarted) {
        await server.end()
        server = await server.restart()
      }
      const open = await openPage('/#/setting/release')
      await open.page
        .getByText(/registry\.json/)
        .first()
        .waitFor()
      await open.page.goto('/#/log/loginLog')
      await open.page.getByRole('heading', { level: 1, name: 'Sign-in log' }).waitFor()
      await open.close()
      const { problems } = (await team.release('list')) as { problems: string[] }
      expect(problems).toMatchObject([expect.stringContaining('The last good one is used')])
    }
    writeFileSync(registryFile, good)
    expect(await team.release('list')).toMatchObject({ problems: [] })
  })

  it('never runs a changed file of an area that came with it', async () => {
    const { id, base, routes, version } = registry().remotes['logs'] ?? { id: '', base: '', routes: [], version: '' }
    const chunk = routes.find((route) => route.path === '/log/loginLog')?.files.find((file) => file.endsWith('.js'))
    addCode(path.join(consoleDir, base, chunk ?? ''), 'globalThis.wasTampered = true')
    const open = await openPage('/#/log/loginLog')
    await open.page.getByRole('alert').filter({ hasText: 'could not be shown' }).waitFor()
    expect(await open.page.evaluate(() => 'wasTampered' in globalThis)).toBe(false)
    await open.close()
    const { list } = (await team.release('list', id)) as { list: { version: string; damage: string }[] }
    expect(list.find((one) => one.version === version)?.damage).toContain(chunk)
  })
})
