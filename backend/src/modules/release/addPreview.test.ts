import { Code, Permission } from '@windlass/shared-kit/contract'
import type { AreaRelease } from '@windlass/shared-kit/contract/area'
import { PREVIEW_PATH } from '@windlass/shared-kit/contract/limits'
import { ReleaseHistory } from '@windlass/shared-kit/contract/release'
import { ReleaseAddPreview } from '@windlass/shared-kit/contract/releasePreview'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTeam, makeConsoleFolder, publishVersion, registryInPage } from '../../testing/artefacts.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const HOUR = 3_600
const COOKIE = 'windlass_preview'

let server: TestServer
let folder: Awaited<ReturnType<typeof makeConsoleFolder>>
let developer: TestCaller
let tester: TestCaller

beforeAll(async () => {
  folder = await makeConsoleFolder([
    { id: 'logs', version: '1.0.0' },
    { id: 'server', version: '1.0.0' },
  ])
  server = await makeTestServer({ CONSOLE_DIR: folder.dir })
  await publishVersion(server, await addTeam(server, 'red'), { id: 'logs', version: '1.1.0' })
  developer = await server.makeUser([Permission.PreviewRelease, Permission.ShowReleasePage])
  tester = await server.makeUser([])
})
afterAll(async () => {
  await closeTestServer(server)
  await folder.remove()
})

const open = (path: string, { headers }: TestCaller) => server.app.inject({ url: path, headers })

describe('who may be shown what', () => {
  const wanted = { remote: 'logs', seconds: HOUR }
  const fromMachine = (changes: Partial<AreaRelease> = {}) => {
    const routes = [{ path: '/logs/new', title: 'page', request: '', files: [] }]
    return JSON.stringify({
      ...{
        id: 'logs',
        version: '1.2.0-source',
        base: 'http://localhost:4105/from-source/',
        entry: 'logs/remoteEntry.js',
      },
      ...{
        container: 'windlass_logs',
        manifest: { file: 'logs/mf-manifest.json', integrity: '' },
        integrity: {},
        files: [],
      },
      ...{ textFiles: { en: [], 'zh-cn': [] }, groups: [], routes, dialogs: [], titles: { en: {}, 'zh-cn': {} } },
      ...changes,
    })
  }
  const ask = (input: object, who = developer) => who.ask(ReleaseAddPreview, { ...wanted, ...input })

  it('a developer sees what his own machine serves, and its origin is let in for this page only', async () => {
    const { path } = await developer.call(ReleaseAddPreview, { ...wanted, release: fromMachine() })
    const token = path.slice(PREVIEW_PATH.length + 1)
    expect((await open(path, developer)).statusCode).toBe(302)
    const registry = await registryInPage(server, developer, { [COOKIE]: token })
    expect(registry.preview).toMatchObject({ area: 'logs', version: '1.2.0-source', origin: 'http://localhost:4105' })
    expect(registry.remotes['logs']).toMatchObject({ base: 'http://localhost:4105/from-source/' })
    expect(registry.remotes['server']?.version).toBe('1.0.0')
    const cookie = `${developer.headers['cookie']}; ${COOKIE}=${token}`
    const policyOf = async (headers: Record<string, string>) =>
      String((await server.app.inject({ url: '/', headers })).headers['content-security-policy'])
    const policy = await policyOf({ cookie })
    expect(policy).toContain("script-src 'self' http://localhost:4105;")
    expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:4105 ws:\/\/localhost:4105/)
    expect(await policyOf(developer.headers)).not.toContain('4105')
    const { list } = await developer.call(ReleaseHistory, { page: 1, rows: 1, remote: 'logs' })
    expect(list[0]).toMatchObject({ version: '1.2.0-source', kind: 'openPreview' })
  })

  it('a developer sees an area that is not released yet', async () => {
    const routes = [{ path: '/hello' as const, title: 'page', request: '', files: [] }]
    const release = fromMachine({ id: 'hello', container: 'windlass_hello', routes })
    const { path } = await developer.call(ReleaseAddPreview, { ...wanted, remote: 'hello', release })
    await open(path, developer)
    const registry = await registryInPage(server, developer, { [COOKIE]: path.slice(PREVIEW_PATH.length + 1) })
    expect(Object.keys(registry.remotes).sort()).toEqual(['hello', 'logs', 'server'])
  })

  it('nobody is shown the machine of somebody else, not even by a super manager', async () => {
    const answer = await ask({ release: fromMachine(), userId: tester.userId }, server.admin)
    expect(answer).toMatchObject({ code: Code.Denied, message: expect.stringContaining('only you yourself') })
    expect(await ask({ release: fromMachine(), userId: developer.userId })).toMatchObject({ code: Code.Ok })
  })

  it.each([
    ['https://dev.example/logs/', true],
    ['http://localhost:4105/', true],
    ['http://127.0.0.1:4105/logs/', true],
    ['http://[::1]:4105/logs/', true],
    ['http://localhost/logs/', false],
    ['http://dev.example:4105/logs/', false],
    ['http://localhost.evil.example:4105/', false],
    ['http://127.0.0.1.evil.example:80/', false],
    ['remotes/logs/', false],
    ['//dev.example/logs/', false],
    ['https://user:secret@dev.example/logs/', false],
    ['https://dev.example/logs/?x=/', false],
    ['https://dev.example/logs#/', false],
    ["https://dev.example; script-src 'unsafe-inline'/", false],
    ['https://a;sandbox/', false],
    ['https://a,b/', false],
    ["https://a'b/", false],
    ['https://*/', false],
    ['https://*.example/', false],
    ['https://exämple.de/', false],
    ['javascript:alert(1)//', false],
    ['data:text/javascript,/', false],
    ['file:///tmp/', false],
    ['ws://localhost:4105/', false],
  ])('a candidate is loaded from %s: %s', async (base, isTaken) => {
    const answer = await ask({ release: fromMachine({ base }) })
    expect(answer.code === Code.Ok).toBe(isTaken)
    expect(answer.message).not.toContain('the log has the reason')
  })

  it.each([
    ['that is no JSON', '{'],
    ['that is a list', '[]'],
    ['that lacks nearly everything', '{"id":"logs"}'],
    ['of another area', fromMachine({ id: 'server' })],
    [
      'with a route of another area',
      fromMachine({ routes: [{ path: '/server/page', title: 'x', request: '', files: [] }] }),
    ],
    [
      'with a route that is no path',
      fromMachine({ routes: [{ path: 'javascript:' as '/', title: 'x', request: '', files: [] }] }),
    ],
    ['with a file elsewhere', fromMachine({ entry: '../../evil.js' })],
    ['with a file at another address', fromMachine({ entry: 'https://evil.example/x.js' })],
    ['with hashes of its own kind', fromMachine({ integrity: { 'a.js': 'md5-x' } })],
    ['nested without end', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ])('a release %s is refused in words', async (_what, release) => {
    const answer = await ask({ release })
    expect(answer).toMatchObject({ code: Code.Failed, data: null })
    expect(answer.message).not.toContain('the log has the reason')
  })

  it('a published version may be shown to anybody who can sign in', async () => {
    expect(await ask({ version: '1.1.0', userId: tester.userId })).toMatchObject({ code: Code.Ok })
    // What came with the console can be gone back to, while something else is stable.
    expect(await ask({ version: '1.0.0' })).toMatchObject({ code: Code.Ok })
    for (const userId of [999_999, 2_147_483_648]) {
      expect(await ask({ version: '1.1.0', userId })).toMatchObject({ code: Code.Failed })
    }
    const { db } = server.platform
    const gone = await server.makeUser([])
    await db.updateTable('user').set({ state: 0 }).where('id', '=', gone.userId).execute()
    expect(await ask({ version: '1.1.0', userId: gone.userId })).toMatchObject({ code: Code.Failed })
  })

  it('a version that is not there, or two things at once, or nothing, are refused', async () => {
    for (const input of [{ version: '9.9.9' }, { version: '1.1.0', release: fromMachine() }, {}]) {
      expect(await ask(input)).toMatchObject({ code: Code.Failed, data: null })
    }
    expect(await ask({ version: '1.1.0', remote: 'nowhere' })).toMatchObject({ code: Code.Failed })
  })

  it('a link lasts from a minute to a week', async () => {
    for (const seconds of [59, 7 * 86_400 + 1, -1]) {
      expect(await ask({ version: '1.1.0', seconds })).toMatchObject({ code: Code.Failed })
    }
  })
})
