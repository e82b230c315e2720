import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Permission } from '@windlass/shared-kit/contract'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AreaSources, copyArea, markVersion } from './support/areaSources.ts'
import { launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { ADMIN, type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi, until } from './support/fixtures.ts'
import { addPerson, type Person } from './support/people.ts'
import { openReleaseCommand, type ReleaseCommand } from './support/releaseCommand.ts'
import { addCode } from './support/tamper.ts'
import { ROOT } from './support/workspace.ts'

const PAGE = '/#/log/loginLog'

/** A team's own web server: plain files, for everybody. */
async function serveFiles(dirOf: () => string): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, reply) => {
    const file = path.join(dirOf(), new URL(request.url ?? '/', 'http://localhost').pathname)
    const found = existsSync(file)
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    reply.writeHead(found ? 200 : 404, { 'access-control-allow-origin': '*', 'content-type': type })
    reply.end(found ? readFileSync(file) : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` }
}

describe('an area from somewhere else', () => {
  let files: Awaited<ReturnType<typeof serveFiles>>
  let server: ConsoleProcess
  let browser: Browser
  let area: AreaSources
  let team: ReleaseCommand
  let other: Person
  let developing: ChildProcess | undefined
  const visits: Visit[] = []

  beforeAll(async () => {
    files = await serveFiles(() => path.join(team.folder, 'web'))
    server = await startConsole({ env: { REMOTE_ORIGINS: files.origin } })
    browser = await launchBrowser()
    team = await openReleaseCommand(server)
    area = copyArea('logs')
    const api = await openApi(server.url)
    other = await addPerson(api, { account: 'other', namespaceId: 1, permissions: [Permission.ShowLoginLogPage] })
    markVersion(area, '1.0.0')
    await team.release('publish', 'logs', '1.0.0', '--dir', area.dir)
    await team.release('promote', 'logs', '1.0.0', '--yes')
  })
  afterEach(async () => {
    await Promise.all(visits.splice(0).map((open) => open.close()))
  })
  afterAll(async () => {
    developing?.kill()
    await browser?.close()
    await server?.remove()
    files?.server.close()
    area?.remove()
    team?.remove()
  })

  const openAs = async (who: { account: string; password: string }) => {
    const open = await visit(browser, { url: server.url })
    visits.push(open)
    await signIn(open, who)
    return open
  }
  const heading = ({ page }: Visit, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

  it('is loaded from the origin of its team, which the operator allowed', async () => {
    markVersion(area, '1.1.0')
    const publish = (origin: string) =>
      team.release('publish', 'logs', '1.1.0', '--dir', area.dir, '--base', `${origin}/logs/`, '--out', 'logs.tgz')
    await expect(publish('https://elsewhere.example')).rejects.toThrow(/REMOTE_ORIGINS/)
    await publish(files.origin)
    const web = path.join(team.folder, 'web/logs')
    mkdirSync(web, { recursive: true })
    await execa('tar', ['-xzf', 'logs.tgz', '-C', web], { cwd: team.folder })
    await team.release('promote', 'logs', '1.1.0', '--yes')

    const open = await openAs(ADMIN)
    const loaded: string[] = []
    open.page.on('request', (request) => loaded.push(request.url()))
    await open.page.reload()
    await open.page.goto(PAGE)
    await heading(open, 'Sign-in log 1.1.0').waitFor()
    expect(loaded.filter((url) => url.startsWith(`${files.origin}/logs/1.1.0/`))).not.toEqual([])
    expect(loaded.filter((url) => url.startsWith(`${server.url}/remotes/logs/`))).toEqual([])
    expect(open.errors).toEqual([])
  })

  it('cannot run anything there that was not released', async () => {
    addCode(path.join(team.folder, 'web/logs/1.1.0/remoteEntry.js'), 'globalThis.wasTampered = true')
    const open = await openAs(ADMIN)
    await open.page.goto(PAGE)
    await heading(open, 'Sign-in log 1.0.0').waitFor()
    await open.page.getByText('Version 1.1.0 could not be loaded; this is 1.0.0.').waitFor()
    expect(await open.page.evaluate(() => 'wasTampered' in globalThis)).toBe(false)
  })

  it('comes from source for its developer alone, until the command ends', async () => {
    const command = ['scripts/dev.ts', 'remote-logs', '--into', server.url]
    const env = { ...process.env, ...team.env }
    const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    developing = child
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void (said += String(chunk)))
    const link = await until(
      'the link is printed',
      async () => /^dev: (http\S+\/preview\/\S+)/m.exec(said)?.[1],
      60_000,
    )

    const stranger = await openAs(other)
    expect((await stranger.page.goto(link))?.status()).toBe(403)
    const open = await openAs(ADMIN)
    await open.page.goto(link)
    await open.page.goto(PAGE)
    const banner = open.page.getByRole('region', { name: 'Preview' })
    await banner.getByText(/^Logs \S+ from localhost:\d+/).waitFor()
    await heading(open, 'Sign-in log').waitFor()
    expect(open.errors).toEqual([])

    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await open.page.reload()
    await heading(open, 'Sign-in log 1.0.0').waitFor()
    expect(await banner.count()).toBe(0)
  })
})
