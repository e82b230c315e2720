import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { AreaRegistry } from '@windlass/shared-kit/contract/area'
import { ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import {
  ReleaseCanary,
  ReleaseEndCanary,
  ReleaseHistory,
  ReleaseList,
  ReleasePromote,
  ReleaseRollback,
  ReleaseVersionList,
} from '@windlass/shared-kit/contract/release'
import { ReleaseAddPreview } from '@windlass/shared-kit/contract/releasePreview'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOST, makeArtefact } from '../../artefact/testing/makeArtefact.ts'
import {
  addTeam,
  makeConsoleFolder,
  publishVersion,
  registryInPage,
  type TestTeam,
  writeHost,
  writeRegistry,
} from '../../testing/artefacts.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let team: TestTeam
let folder: Awaited<ReturnType<typeof makeConsoleFolder>>
const BUILT_IN = [
  { id: 'logs', version: '1.0.0' },
  { id: 'deploy', version: '1.0.0' },
]
beforeAll(async () => {
  folder = await makeConsoleFolder(BUILT_IN)
  server = await makeTestServer({ CONSOLE_DIR: folder.dir, REMOTE_ORIGINS: 'https://files.example' })
  team = await addTeam(server, 'Team Logs')
})
afterAll(async () => {
  await closeTestServer(server)
  await folder.remove()
})

/** Far above what it takes anywhere; a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 30_000 }

let serial = 0
const newArea = () => `area${++serial}`
const release = async (remote: string, ...versions: string[]) => {
  for (const version of versions) {
    await publishVersion(server, team, { id: remote, version, page: `page of ${remote} ${version}` })
    await server.admin.call(ReleasePromote, { remote, version })
  }
}
const registry = async (query = '') =>
  (await server.app.inject(`/registry.json${query}`)).json<AreaRegistry & { withdrawn?: string[] }>()
const unpacked = (remote: string) => path.join(server.env.DATA_DIR, 'remotes', remote)
const pageFileOf = (area: AreaRegistry['remotes'][string] | undefined) => area?.routes[0]?.files[0] ?? ''

describe('the page', () => {
  it('is kept by nobody without asking, and by nobody else for those who are signed in', async () => {
    const open = await server.app.inject('/')
    expect(open.headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('cookie') })
    const own = await server.app.inject({ url: '/', headers: server.admin.headers })
    expect(own.headers['cache-control']).toBe('private, no-cache')
    for (const tag of [open.headers.etag, `W/${open.headers.etag}`, `"other", ${open.headers.etag}`]) {
      const again = await server.app.inject({ url: '/', headers: { 'if-none-match': tag } })
      expect(again).toMatchObject({ statusCode: 304, body: '' })
    }
  })

  it('travels compressed', async () => {
    const plain = await server.app.inject('/')
    const ask = (encoding: string) => server.app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
    const br = await ask('gzip, deflate, br')
    expect(br.headers['content-encoding']).toBe('br')
    expect(String(brotliDecompressSync(br.rawPayload))).toBe(plain.body)
    expect(String(gunzipSync((await ask('gzip')).rawPayload))).toBe(plain.body)
  })

  it('is another one after a release, under another tag', async () => {
    const remote = newArea()
    const before = await server.app.inject('/')
    await release(remote, '1.0.0')
    const after = await server.app.inject({ url: '/', headers: { 'if-none-match': before.headers.etag } })
    expect(after.statusCode).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('may load areas from the origins that the settings name, and from no other', async () => {
    const base = 'https://files.example/areas/far/'
    await publishVersion(server, team, { id: 'far', version: '1.0.0', release: { base } })
    await server.admin.call(ReleasePromote, { remote: 'far', version: '1.0.0' })
    const policy = (await server.app.inject('/')).headers['content-security-policy']
    expect(policy).toContain("script-src 'self' https://files.example;")
    expect(policy).toContain("style-src 'self' https://files.example;")
    expect(policy).toContain("default-src 'none';")
    expect((await registryInPage(server, server.nobody)).remotes['far']?.base).toBe(base)
  })

  it('asks the database for nobody, and not even for somebody while no canary runs', async () => {
    await registryInPage(server, server.admin)
    const { db } = server.platform
    const asking = new AsyncLocalStorage<string[]>()
    const select = db.selectFrom.bind(db)
    const spy = vi.spyOn(db, 'selectFrom').mockImplementation((table) => {
      asking.getStore()?.push(String(table))
      return select(table)
    })
    /** What this work reads, without what the server reads by itself meanwhile. */
    const readBy = async (work: () => Promise<unknown>) => {
      const tables: string[] = []
      await asking.run(tables, work)
      return tables
    }
    expect(await readBy(() => registryInPage(server, server.nobody))).toEqual([])
    expect(await readBy(() => registryInPage(server, server.admin))).toEqual([])
    expect(await readBy(() => server.admin.call(ReleaseList))).not.toEqual([])
    spy.mockRestore()
  })

  it('opens while the database is away, with what is stable', async () => {
    const remote = newArea()
    await release(remote, '1.0.0')
    await publishVersion(server, team, { id: remote, version: '1.1.0', page: 'canary' })
    const audience = { namespaceIds: [], userIds: [], percent: 100 }
    await server.admin.call(ReleaseCanary, { remote, version: '1.1.0', ...audience })
    expect((await registryInPage(server, server.admin)).remotes[remote]?.version).toBe('1.1.0')
    const away = vi.spyOn(server.platform.access, 'recognise').mockRejectedValue(new Error('ECONNREFUSED'))
    expect((await registryInPage(server, server.admin)).remotes[remote]?.version).toBe('1.0.0')
    away.mockRestore()
    await server.admin.call(ReleaseEndCanary, { remote })
  })

  it('does not believe a forged session', async () => {
    const cookie = `${server.env.COOKIE_NAME}=eyJhbGciOiJub25lIn0.e30.`
    expect((await server.app.inject({ url: '/', headers: { cookie } })).statusCode).toBe(200)
  })
})

describe('the registry as JSON', () => {
  it('is for consoles of other origins as well, and never kept', async () => {
    const { headers, statusCode } = await server.app.inject({
      url: '/registry.json',
      headers: { origin: 'https://other.example' },
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('says what may stand in for an area that fails: lower, of the same major, once released', async () => {
    const remote = newArea()
    await release(remote, '1.0.0', '1.1.0', '2.0.0')
    expect((await registry(`?failed=${remote}`)).previous).toEqual({})
    await release(remote, '2.0.1')
    await publishVersion(server, team, { id: remote, version: '2.1.0-rc.1', page: 'never out' })
    expect((await registry(`?failed=${remote}`)).previous?.[remote]?.version).toBe('2.0.0')
    expect((await registry(`?failed=${remote}@1.1.0`)).previous?.[remote]?.version).toBe('1.0.0')
    expect((await registry()).previous).toBeUndefined()
  })

  it.each(['', 'nowhere', 'logs@9.9.9', '../../etc', '%00', 'a&failed=b'])(
    'answers nonsense calmly: %s',
    async (text) => {
      const response = await server.app.inject(`/registry.json?failed=${text}`)
      expect(response.statusCode).toBe(200)
      expect(response.json().remotes.logs.version).toBe('1.0.0')
    },
  )
})

describe('the files of areas', () => {
  it('are kept for a year by everybody, and travel compressed', async () => {
    const remote = newArea()
    await release(remote, '1.0.0')
    const { remotes } = await registry()
    const url = `/remotes/${remote}/${pageFileOf(remotes[remote])}`
    const response = await server.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    })
    expect(String(brotliDecompressSync(response.rawPayload))).toBe(`page of ${remote} 1.0.0`)
    expect((await server.app.inject('/remotes/logs/1.0.0/remoteEntry.js')).body).toContain('logs@1.0.0')
  })

  // Only there several nodes share a database.
  it.runIf(TEST_ENGINE === 'postgres')('are unpacked when they are asked for and another node has them', async () => {
    const remote = newArea()
    await release(remote, '1.0.0')
    const file = pageFileOf((await registry()).remotes[remote])
    const other = await makeTestServer({ CONSOLE_DIR: folder.dir, DATABASE_URL: server.env.DATABASE_URL })
    const urls = [`/remotes/${remote}/${file}`, `/remotes/${remote}/1.0.0/remoteEntry.js`]
    const answers = await Promise.all([...urls, ...urls].map((url) => other.app.inject(url)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    await release(remote, '1.1.0')
    await vi.waitFor(async () => {
      expect((await registryInPage(other, other.nobody)).remotes[remote]?.version).toBe('1.1.0')
      expect(await readdir(path.join(other.env.DATA_DIR, 'remotes', remote))).toContain('1.1.0')
    }, PATIENCE)
    await closeTestServer(other)
  })

  it.each([
    '/remotes/logs/1.0.0/missing.js',
    '/remotes/logs/9.9.9/remoteEntry.js',
    '/remotes/nowhere/1.0.0/remoteEntry.js',
    '/remotes/logs/1.0.0',
    '/remotes/logs/1.0.0/',
    '/remotes/',
    '/remotes/logs/..%2f..%2fregistry.json/x',
    '/remotes/logs/1.0.0/..%2f..%2f..%2fpage.json',
    '/remotes/logs/.lock',
    '/remotes/logs/1.0.0/sub/folder.js',
  ])('that are not there or lead elsewhere are not there: %s', async (url) => {
    const response = await server.app.inject(url)
    expect(response.statusCode).not.toBe(200)
    expect(response.headers['cache-control'] ?? 'no-store').toContain('no-store')
    expect(response.body).not.toContain('seal')
  })
})

describe('a path that leads out of the folder', () => {
  it.each([
    '/remotes/logs/../../registry.json',
    '/remotes/../registry.json',
    '/remotes/%2e%2e/%2e%2e/registry.json',
    '/remotes/logs/1.0.0/%2e%2e%2f%2e%2e%2fpage.json',
    '/remotes/logs/1.0.0/..\\..\\..\\page.json',
    '/remotes//etc/passwd',
  ])('finds nothing, sent as it is: %s', async (sent) => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    // A client of higher level would tidy the path up first.
    const [response] = (await once(request({ port, path: sent, host: '127.0.0.1' }).end(), 'response')) as [
      IncomingMessage,
    ]
    expect(response.statusCode === 404 || response.headers['content-type']?.includes('json')).toBe(true)
    const body = await text(response)
    expect(body).not.toContain('contentSecurityPolicy')
    expect(body).not.toContain('"remotes"')
  })
})

describe('damaged files', () => {
  const damageOf = async (remote: string, version: string) => {
    const { list } = await server.admin.call(ReleaseVersionList, { remote })
    return list.find((row) => row.version === version)?.damage
  }
  const events = async (remote: string) =>
    (await server.admin.call(ReleaseHistory, { remote, page: 1, rows: 20 })).list.map(({ kind }) => kind)

  it('are unpacked again when all of them were removed, by whoever asks first', async () => {
    const remote = newArea()
    await release(remote, '1.0.0')
    const entry = `/remotes/${remote}/1.0.0/remoteEntry.js`
    expect((await server.app.inject(entry)).statusCode).toBe(200)
    await rm(unpacked(remote), { recursive: true })
    const answers = await Promise.all([1, 2, 3].map(() => server.app.inject(entry)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await server.admin.call(ReleaseVersionList, { remote })).list[0]?.damage).toBe('')
  })

  it('are noticed by a report, served to nobody, and written anew by a promotion', async () => {
    const remote = newArea()
    await release(remote, '1.0.0', '1.1.0')
    const file = pageFileOf((await registry()).remotes[remote])
    await appendFile(path.join(unpacked(remote), file), ';alert(1)')
    expect(await damageOf(remote, '1.1.0')).toBe('')
    const report = {
      area: remote,
      version: '1.1.0',
      outcome: 'load',
      count: 1,
      ms: 5,
      message: 'x',
      errorId: 'e',
    } as const
    await server.admin.call(ReleaseReport, { reports: [report] })
    expect(await damageOf(remote, '1.1.0')).toContain(`pnpm release promote ${remote} 1.1.0`)
    expect((await server.app.inject(`/remotes/${remote}/1.1.0/remoteEntry.js`)).statusCode).toBe(404)
    expect((await registry(`?failed=${remote}@1.1.0`)).previous?.[remote]?.version).toBe('1.0.0')
    expect((await server.admin.call(ReleaseList)).problems).toContainEqual(expect.stringContaining(`${remote} 1.1.0`))
    // Said once, however often it is reported.
    await server.admin.call(ReleaseReport, { reports: [report] })
    expect((await events(remote)).filter((kind) => kind === 'damage')).toHaveLength(1)
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect(await damageOf(remote, '1.1.0')).toBe('')
    expect((await server.app.inject(`/remotes/${remote}/${file}`)).body).toBe(`page of ${remote} 1.1.0`)
    expect((await server.app.inject(`/remotes/${remote}/1.1.0/remoteEntry.js`)).statusCode).toBe(200)
    expect((await events(remote))[0]).toBe('promote')
  })

  it('of the version before make another one stand in, or none', async () => {
    const remote = newArea()
    await release(remote, '1.0.0', '1.1.0', '1.2.0')
    await rm(path.join(unpacked(remote), '1.1.0', 'remoteEntry.js'))
    expect((await registry(`?failed=${remote}@1.2.0`)).previous?.[remote]?.version).toBe('1.0.0')
    expect(await damageOf(remote, '1.1.0')).toContain('is missing')
    await writeFile(path.join(unpacked(remote), '1.0.0', 'remoteEntry.js'), 'alert(1)')
    expect((await registry(`?failed=${remote}@1.2.0`)).previous).toEqual({})
    // A rollback writes them anew as well: what it gives out is what was signed.
    await server.admin.call(ReleaseRollback, { remote, version: '1.0.0' })
    expect((await server.app.inject(`/remotes/${remote}/1.0.0/remoteEntry.js`)).body).toContain(`${remote}@1.0.0`)
  })

  it('that even the facts about them were fitted to are noticed: those in the database count', async () => {
    const remote = newArea()
    await release(remote, '1.0.0')
    const evil = await makeArtefact({ id: remote, version: '1.0.0', page: 'alert(1)' })
    for (const [name, content] of evil.files) await writeFile(path.join(unpacked(remote), name), content)
    await registry(`?failed=${remote}@1.0.0`)
    expect(await damageOf(remote, '1.0.0')).not.toBe('')
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    expect(await damageOf(remote, '1.0.0')).toBe('')
    expect((await registry(`?failed=${remote}@1.0.0`)).remotes[remote]?.version).toBe('1.0.0')
    expect(await damageOf(remote, '1.0.0')).toBe('')
  })

  it('of what came with the console are noticed, and fine again when somebody puts them right', async () => {
    const file = path.join(folder.dir, 'remotes/deploy/1.0.0/remoteEntry.js')
    const before = await readFile(file)
    await writeFile(file, 'alert(1)')
    await registry('?failed=deploy@1.0.0')
    expect(await damageOf('deploy', '1.0.0')).toContain('install the console again')
    expect((await server.app.inject('/remotes/deploy/1.0.0/remoteEntry.js')).statusCode).toBe(404)
    await writeFile(file, before)
    expect(await damageOf('deploy', '1.0.0')).toBe('')
    expect((await server.app.inject('/remotes/deploy/1.0.0/remoteEntry.js')).statusCode).toBe(200)
  })
})

describe('the registry of the build', () => {
  let server: TestServer
  let folder: Awaited<ReturnType<typeof makeConsoleFolder>>
  beforeAll(async () => {
    folder = await makeConsoleFolder(BUILT_IN)
    server = await makeTestServer({ CONSOLE_DIR: folder.dir })
  })
  afterAll(async () => {
    await closeTestServer(server)
    await folder.remove()
  })

  const file = () => path.join(folder.dir, 'registry.json')
  const problems = async () => (await server.admin.call(ReleaseList)).problems
  const restore = async () =>
    writeRegistry(folder.dir, await Promise.all(BUILT_IN.map((wishes) => makeArtefact(wishes))))
  afterEach(restore)

  it.each([
    ['cut off', (whole: string) => whole.slice(0, 200)],
    ['empty', () => ''],
    ['edited by hand', (whole: string) => whole.replace('"1.0.0"', '"1.0.9"')],
    ['another thing', () => '[1, 2, 3]'],
  ])('is not used while it is %s: the last good one is', async (_what, damage) => {
    expect(await problems()).toEqual([])
    await writeFile(file(), damage(await readFile(file(), 'utf8')))
    expect((await registryInPage(server, server.nobody)).remotes['logs']?.version).toBe('1.0.0')
    expect(await problems()).toEqual([expect.stringMatching(/registry\.json.*The last good one is used\.$/)])
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready', problems: 1 })
    await restore()
    expect(await problems()).toEqual([])
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })

  it('is not used while it names files that are not there', async () => {
    const artefact = await makeArtefact({ id: 'logs', version: '1.0.7', page: 'new' })
    await writeRegistry(folder.dir, [artefact])
    await rm(path.join(folder.dir, 'remotes/logs/1.0.7/remoteEntry.js'))
    await writeFile(file(), `${await readFile(file(), 'utf8')}\n`)
    expect((await registryInPage(server, server.nobody)).remotes['logs']?.version).toBe('1.0.0')
    expect(await problems()).toEqual([expect.stringContaining('remotes/logs/1.0.7/remoteEntry.js, which is not there')])
  })

  it('is kept over a restart, and a page that cannot be read as well while this process lives', async () => {
    const fresh = await makeConsoleFolder(BUILT_IN)
    const first = await makeTestServer({ CONSOLE_DIR: fresh.dir })
    await registryInPage(first, first.nobody)
    await writeFile(path.join(fresh.dir, 'page.json'), '{')
    expect((await registryInPage(first, first.nobody)).remotes['logs']?.version).toBe('1.0.0')
    await first.stop()
    const page = JSON.stringify({ html: '<!--registry-->', contentSecurityPolicy: "default-src 'none'" })
    await writeFile(path.join(fresh.dir, 'page.json'), page)
    await rm(path.join(fresh.dir, 'registry.json'))
    await rm(path.join(fresh.dir, 'host.json'))
    const second = await makeTestServer({ CONSOLE_DIR: fresh.dir, DATA_DIR: first.env.DATA_DIR })
    expect((await registryInPage(second, second.nobody)).remotes['logs']?.version).toBe('1.0.0')
    const { problems: told, host } = await second.admin.call(ReleaseList)
    expect(told).toEqual([expect.stringContaining('registry.json'), expect.stringContaining('host.json')])
    expect(host).toMatchObject({ version: HOST.version, kit: '1.0.0' })
    await closeTestServer(second)
    await fresh.remove()
  })

  it('may be missing altogether: the server starts and says so', async () => {
    const empty = await makeConsoleFolder([])
    await rm(path.join(empty.dir, 'registry.json'))
    await rm(path.join(empty.dir, 'page.json'))
    const bare = await makeTestServer({ CONSOLE_DIR: empty.dir })
    expect((await bare.app.inject('/')).statusCode).toBe(503)
    expect((await bare.app.inject('/registry.json')).json().remotes).toEqual({})
    expect((await bare.admin.call(ReleaseList)).problems).toEqual([expect.stringContaining('There is none to use')])
    await closeTestServer(bare)
    await empty.remove()
  })
})

describe('another console', () => {
  const withReact = (version: string) =>
    writeHost(folder.dir, { ...HOST, provides: { ...HOST.provides, react: version } })
  afterEach(() => writeHost(folder.dir))

  it('gives out an earlier version that fits it, or turns the area off with the reason', async () => {
    const remote = newArea()
    const needs = (react: string) => ({ contents: { needs: { react } } })
    await publishVersion(server, team, { id: remote, version: '1.0.0', page: 'a', ...needs('>=19') })
    await server.admin.call(ReleasePromote, { remote, version: '1.0.0' })
    await publishVersion(server, team, { id: remote, version: '1.1.0', page: 'b', ...needs('^19.0.0') })
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    expect((await registry()).remotes[remote]?.version).toBe('1.1.0')
    await withReact('20.0.0')
    const after = await registry()
    expect(after.remotes[remote]?.version).toBe('1.0.0')
    expect(after.off?.[remote]).toBeUndefined()
    const { list, problems } = await server.admin.call(ReleaseList)
    expect(list.find((row) => row.remote === remote)?.unfit).toContain('needs react ^19.0.0')
    expect(problems).toContainEqual(expect.stringContaining(`${remote} 1.1.0 is released, but cannot run`))
    await withReact('18.0.0')
    expect((await registry()).off?.[remote]).toEqual({ reason: 'unfit', message: expect.stringContaining('react') })
    const refused = await server.admin.ask(ReleasePromote, { remote, version: '1.0.0' })
    expect(refused.message).toContain('cannot run in this console')
  })
})

describe('old versions', () => {
  const DAY_MS = 86_400_000
  const age = (remote: string, version: string, days: number, lastUseTime = 0) =>
    server.platform.db
      .updateTable('remoteVersion')
      .set({ insertTime: Date.now() - days * DAY_MS, lastUseTime })
      .where('remote', '=', remote)
      .where('version', '=', version)
      .execute()

  it('are in use while somebody gets them', async () => {
    const remote = newArea()
    await release(remote, '1.0.0')
    await publishVersion(server, team, { id: remote, version: '1.1.0', page: 'not out' })
    await registryInPage(server, server.nobody)
    await publishVersion(server, team, { id: remote, version: '1.2.0', page: 'not out either' })
    const rows = await server.platform.db
      .selectFrom('remoteVersion')
      .select(['version', 'lastUseTime'])
      .where('remote', '=', remote)
      .orderBy('version')
      .execute()
    const isUsed = rows.map(({ version, lastUseTime }) => [version, Date.now() - lastUseTime < DAY_MS])
    expect(isUsed).toEqual([
      ['1.0.0', true],
      ['1.1.0', false],
      ['1.2.0', false],
    ])
  })

  it('are dropped with their files when the next one is published, and their numbers stay used up', async () => {
    const remote = newArea()
    const versions = Array.from({ length: 14 }, (_, at) => `1.${at}.0`)
    for (const version of versions) {
      await publishVersion(server, team, { id: remote, version, page: `page ${version}` })
    }
    await server.admin.call(ReleasePromote, { remote, version: '1.1.0' })
    for (const [at, version] of versions.entries()) await age(remote, version, 100 - at)
    await age(remote, '1.3.0', 97, Date.now() - DAY_MS / 2)
    await server.admin.call(ReleaseAddPreview, { remote, version: '1.4.0', seconds: 600 })
    await age(remote, '1.4.0', 96)
    const shared = await readdir(path.join(unpacked(remote), 'files'))
    await publishVersion(server, team, { id: remote, version: '2.0.0', page: 'the newest' })
    const { list } = await server.admin.call(ReleaseVersionList, { remote })
    const kept = list.map(({ version }) => version)
    // Stable, what it falls back to, what somebody used today, and what a link shows.
    expect(kept).toEqual(expect.arrayContaining(['1.1.0', '1.0.0', '1.3.0', '1.4.0']))
    expect(kept).not.toContain('1.2.0')
    await expect(stat(path.join(unpacked(remote), '1.2.0'))).rejects.toThrow('ENOENT')
    // Its page, and that compressed twice; the texts are those of the others as well.
    const left = await readdir(path.join(unpacked(remote), 'files'))
    expect(shared.filter((name) => !left.includes(name))).toHaveLength(3)
    expect((await server.app.inject(`/remotes/${remote}/1.2.0/remoteEntry.js`)).statusCode).toBe(404)
    const events = (await server.admin.call(ReleaseHistory, { remote, page: 1, rows: 50 })).list
    expect(events.filter(({ kind }) => kind === 'drop').map(({ version }) => version)).toContain('1.2.0')
    const gone = await server.admin.ask(ReleasePromote, { remote, version: '1.2.0' })
    expect(gone.message).toContain('was dropped')
    const again = publishVersion(server, team, { id: remote, version: '1.2.0', page: 'page 1.2.0' })
    await expect(again).rejects.toThrow('published already')
  })
})
