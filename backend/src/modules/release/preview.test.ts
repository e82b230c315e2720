import { Code, Permission } from '@windlass/shared-kit/contract'
import { ReleaseLeavePreview } from '@windlass/shared-kit/contract/areaUse'
import { PREVIEW_PATH } from '@windlass/shared-kit/contract/limits'
import { OperationLogList } from '@windlass/shared-kit/contract/log'
import { ReleaseHistory, ReleasePromote } from '@windlass/shared-kit/contract/release'
import {
  ReleaseAddPreview,
  ReleasePreviewList,
  ReleaseRevokePreview,
} from '@windlass/shared-kit/contract/releasePreview'
import { UserGenerateApiKey, UserLogout } from '@windlass/shared-kit/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addTeam, makeConsoleFolder, publishVersion, registryInPage } from '../../testing/artefacts.ts'
import {
  closeTestServer,
  makeTestServer,
  TEST_ENGINE,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'
import { readToken, writeToken } from './previewToken.ts'

const HOUR = 3_600
const COOKIE = 'windlass_preview'
const LINK = /^\/preview\/[\w.-]+$/

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
  const team = await addTeam(server, 'red')
  for (const version of ['1.1.0', '1.2.0']) await publishVersion(server, team, { id: 'logs', version })
  developer = await server.makeUser([Permission.PreviewRelease, Permission.ShowReleasePage])
  tester = await server.makeUser([])
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await closeTestServer(server)
  await folder.remove()
})

const makeLink = async (person: TestCaller = tester, seconds = HOUR) => {
  const made = await developer.call(ReleaseAddPreview, {
    ...{ remote: 'logs', version: '1.2.0', userId: person.userId, seconds },
  })
  return { ...made, token: made.path.slice(PREVIEW_PATH.length + 1) }
}

const open = (path: string, headers: Record<string, string> = {}, on: TestServer = server) =>
  on.app.inject({ url: path, headers })
const cookieOf = (response: Awaited<ReturnType<typeof open>>) => response.cookies.find(({ name }) => name === COOKIE)
const versionFor = async (person: TestCaller, token = '') =>
  (await registryInPage(server, person, token === '' ? {} : { [COOKIE]: token })).remotes['logs']?.version

/** The same user, signed in with another browser. */
const inAnotherBrowser = async (person: TestCaller): Promise<TestCaller> => {
  const visitor = { remoteAddress: '127.0.0.1', userAgent: 'other', referer: '', origin: '' }
  const token = await server.platform.sessions.start({ id: person.userId, name: 'test' }, visitor)
  return { ...person, headers: { cookie: `${server.env.COOKIE_NAME}=${token}` } }
}

const lastEvent = async () => (await developer.call(ReleaseHistory, { page: 1, rows: 1, remote: 'logs' })).list[0]
const lastOperation = async () =>
  (await server.admin.call(OperationLogList, { page: 1, rows: 1, api: PREVIEW_PATH })).list[0]

describe('a preview link', () => {
  it('shows the candidate to its user, in the browser that opened it', async () => {
    expect(await versionFor(tester)).toBe('1.0.0')
    const { path, token, id } = await makeLink()
    expect(path).toMatch(LINK)
    const opened = await open(path, tester.headers)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, '/'])
    expect(opened.headers['cache-control']).toBe('no-store')
    expect(cookieOf(opened)).toMatchObject({ value: token, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookieOf(opened)?.secure).toBeUndefined()
    expect(cookieOf(opened)?.maxAge).toBeGreaterThan(HOUR - 60)
    const registry = await registryInPage(server, tester, { [COOKIE]: token })
    expect(registry.remotes['logs']?.version).toBe('1.2.0')
    expect(registry.preview).toMatchObject({ area: 'logs', version: '1.2.0', origin: '' })
    expect(await versionFor(tester)).toBe('1.0.0')
    expect(await lastEvent()).toMatchObject({ kind: 'openPreview', version: '1.2.0', detail: 'Opened in a browser.' })
    expect(await lastOperation()).toMatchObject({
      userID: tester.userId,
      responseData: '{"code":0,"message":"","data":null}',
    })
    const { list } = await developer.call(ReleasePreviewList, { remote: 'logs' })
    expect(list[0]).toMatchObject({ id, userId: tester.userId, version: '1.2.0', origin: '', isRevoked: false })
    expect(list[0]?.openTime).not.toBe('')
    // The same browser may open it again: its cookie may be gone.
    expect((await open(path, tester.headers)).statusCode).toBe(302)
  })

  it('is in no table and no log', async () => {
    const { token } = await makeLink()
    await open(`${PREVIEW_PATH}/${token}`, tester.headers)
    const secret = token.split('.')[3] ?? ''
    expect(secret).toHaveLength(43)
    const { db } = server.platform
    for (const table of ['remotePreview', 'remoteEvent', 'operationLog'] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(secret)
    }
  })

  it('asks a browser in which nobody is signed in to sign in first, and works after that', async () => {
    const { path } = await makeLink()
    const before = await lastEvent()
    const strangers: Record<string, string>[] = [{}, { cookie: `${server.env.COOKIE_NAME}=forged` }]
    for (const headers of strangers) {
      const answer = await open(path, headers)
      expect([answer.statusCode, cookieOf(answer)]).toEqual([401, undefined])
      expect(answer.body).toContain('Sign in first')
    }
    expect(await lastEvent()).toEqual(before)
    expect((await open(path, tester.headers)).statusCode).toBe(302)
  })

  it('does not open for an API key, which is no browser', async () => {
    const { path } = await makeLink()
    const apiKey = await tester.call(UserGenerateApiKey)
    expect((await open(path, { 'X-API-KEY': apiKey })).statusCode).toBe(401)
  })

  it('that was stolen shows nothing to another user, and leaves a trace', async () => {
    const { path, token } = await makeLink()
    const thief = await server.makeUser([])
    const answer = await open(path, thief.headers)
    expect([answer.statusCode, cookieOf(answer)]).toEqual([403, undefined])
    expect(answer.body).toContain('for somebody else')
    expect(await versionFor(thief, token)).toBe('1.0.0')
    expect(await lastEvent()).toMatchObject({ kind: 'openPreview', detail: 'Refused: it was made for somebody else.' })
    expect(await lastOperation()).toMatchObject({
      userID: thief.userId,
      responseData: expect.stringContaining('it was made for somebody else'),
    })
    // Nothing was used up by it.
    expect((await open(path, tester.headers)).statusCode).toBe(302)
    expect(await versionFor(thief, token)).toBe('1.0.0')
  })

  it('is not opened again in another browser, also by its own user', async () => {
    const { path, token } = await makeLink()
    await open(path, tester.headers)
    const elsewhere = await inAnotherBrowser(tester)
    const answer = await open(path, elsewhere.headers)
    expect([answer.statusCode, cookieOf(answer)]).toEqual([403, undefined])
    expect(answer.body).toContain('Already opened in another browser')
    expect(await versionFor(elsewhere, token)).toBe('1.0.0')
    expect(await versionFor(tester, token)).toBe('1.2.0')
    expect(await lastEvent()).toMatchObject({ detail: 'Refused: another browser had opened it already.' })
  })

  it('belongs to one of two browsers that open it at the same moment', async () => {
    const { path, token } = await makeLink()
    const browsers = [tester, await inAnotherBrowser(tester)]
    const answers = await Promise.all(browsers.map(({ headers }) => open(path, headers)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([302, 403])
    const versions = await Promise.all(browsers.map((browser) => versionFor(browser, token)))
    expect(versions.sort()).toEqual(['1.0.0', '1.2.0'])
  })

  it('has no effect as a cookie before it was opened', async () => {
    const { token } = await makeLink()
    expect(await versionFor(tester, token)).toBe('1.0.0')
  })

  it('that was made up or changed is unknown', async () => {
    const { token } = await makeLink()
    const { secrets } = server.platform
    const known = readToken(secrets, token)
    if (!known) throw new Error('cannot read back what was written')
    const forger = { sign: (text: string) => Buffer.from(text.padEnd(32, 'x').slice(0, 32)).toString('base64url') }
    const longer = { ...known, expireTime: known.expireTime + 1_000 }
    const signature = token.split('.').at(-1) ?? ''
    const made = [
      ...['', 'x', '..%2F..%2Fetc%2Fpasswd', `${token}x`, token.slice(0, -1), token.toUpperCase(), 'a.b.c.d.e', '%00'],
      ...[writeToken(forger, known), `${writeToken(secrets, longer).split('.').slice(0, -1).join('.')}.${signature}`],
      // Signed, but of no row, or of another one's.
      ...[
        writeToken(secrets, { ...known, id: 2_147_483_647 }),
        writeToken(secrets, { ...known, secret: 'A'.repeat(43) }),
      ],
    ]
    for (const text of made) {
      const answer = await open(`${PREVIEW_PATH}/${text}`, tester.headers)
      expect([text, answer.statusCode, cookieOf(answer)]).toEqual([text, 404, undefined])
      expect([text, await versionFor(tester, text)]).toEqual([text, '1.0.0'])
    }
    expect(await lastOperation()).toMatchObject({
      responseData: '{"code":2,"message":"there is no such link","data":null}',
    })
  })

  it('explains itself in the language of the browser, with no scripts', async () => {
    const answer = await open(`${PREVIEW_PATH}/x`, {
      ...tester.headers,
      'accept-language': 'fr;q=0.9, zh-TW;q=0.8, en;q=0.2',
    })
    expect(answer.body).toContain('<html lang="zh-cn">')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    const other = await open(`${PREVIEW_PATH}/x`, { ...tester.headers, 'accept-language': 'fr' })
    expect(other.body).toContain('<html lang="en">')
  })
})

describe('time', () => {
  const SKEW_MS = 55_000

  it('runs out for a link and for a page that shows a candidate', async () => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const [unopened, opened] = [await makeLink(tester, 300), await makeLink(tester, 300)]
    await open(opened.path, tester.headers)
    vi.setSystemTime(now + 300_000 + SKEW_MS)
    expect(await versionFor(tester, opened.token)).toBe('1.2.0')
    const late = await open(unopened.path, tester.headers)
    // The clock of this node may be ahead of the one that wrote the link.
    expect([late.statusCode, cookieOf(late)?.maxAge]).toEqual([302, 60])
    vi.setSystemTime(now + 300_000 + 61_000)
    for (const { path, token } of [unopened, opened]) {
      const answer = await open(path, tester.headers)
      expect([answer.statusCode, cookieOf(answer)]).toEqual([410, undefined])
      expect(await versionFor(tester, token)).toBe('1.0.0')
    }
    expect(await lastEvent()).toMatchObject({ detail: 'Refused: it has expired.' })
  })

  it('may differ a little between two nodes, but not a lot', async () => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    const { path } = await makeLink()
    const behind = async (ms: number) => {
      vi.setSystemTime(now - ms)
      return open(path, (await inAnotherBrowser(tester)).headers)
    }
    const tooFar = await behind(61_000)
    expect(tooFar.statusCode).toBe(403)
    expect(tooFar.body).toContain('clocks')
    expect((await behind(SKEW_MS)).statusCode).toBe(302)
  })

  it.runIf(TEST_ENGINE === 'postgres')('and browser are the same for every node', async () => {
    const { path, token } = await makeLink()
    const shared = { DATABASE_URL: server.env.DATABASE_URL, DATA_DIR: server.env.DATA_DIR }
    const other = await makeTestServer({ CONSOLE_DIR: folder.dir, ...shared })
    try {
      expect((await open(path, tester.headers, other)).statusCode).toBe(302)
      expect(await versionFor(tester, token)).toBe('1.2.0')
      expect((await open(path, (await inAnotherBrowser(tester)).headers)).statusCode).toBe(403)
    } finally {
      await other.stop()
    }
  })
})

describe('the end of a preview', () => {
  const opened = async () => {
    const person = await server.makeUser([])
    const link = await makeLink(person)
    await open(link.path, person.headers)
    expect(await versionFor(person, link.token)).toBe('1.2.0')
    return { person, ...link }
  }
  /** What its browser gets now, with the cookie and by the link. */
  const whatIsLeft = async ({ person, path, token }: Awaited<ReturnType<typeof opened>>) => {
    const again = await open(path, person.headers)
    return { version: await versionFor(person, token), status: again.statusCode, cookie: cookieOf(again) }
  }
  const over = (status: number) => ({ version: '1.0.0', status, cookie: undefined })

  it('is when it is left, for good', async () => {
    const preview = await opened()
    const { person, token } = preview
    const cookie = `${person.headers['cookie']}; ${COOKIE}=${token}`
    const answer = await server.app.inject({ method: 'POST', url: ReleaseLeavePreview.path, headers: { cookie } })
    expect(answer.json()).toMatchObject({ code: Code.Ok })
    expect(cookieOf(answer)).toMatchObject({ value: '', maxAge: 0 })
    expect(await lastEvent()).toMatchObject({ kind: 'leavePreview', detail: 'Left; the link is used up.' })
    expect(await whatIsLeft(preview)).toEqual(over(410))
  })

  it('is when it is revoked, for good', async () => {
    const preview = await opened()
    await developer.call(ReleaseRevokePreview, { id: preview.id })
    expect(await lastEvent()).toMatchObject({ kind: 'leavePreview', detail: expect.stringContaining('Revoked') })
    const { list } = await developer.call(ReleasePreviewList)
    expect(list.find(({ id }) => id === preview.id)).toMatchObject({ isRevoked: true })
    expect(await whatIsLeft(preview)).toEqual(over(410))
    expect(await developer.ask(ReleaseRevokePreview, { id: 999_999 })).toMatchObject({ code: Code.Failed })
  })

  it('is when its user signs out, also if he signs in again', async () => {
    const preview = await opened()
    await preview.person.call(UserLogout)
    expect(await whatIsLeft(preview)).toEqual(over(401))
    expect(await whatIsLeft({ ...preview, person: await inAnotherBrowser(preview.person) })).toEqual(over(403))
  })

  it('is when its user is disabled', async () => {
    const preview = await opened()
    const { db } = server.platform
    await db.updateTable('user').set({ state: 0 }).where('id', '=', preview.person.userId).execute()
    expect(await whatIsLeft(preview)).toEqual(over(401))
  })

  it('cannot be brought about by somebody who only knows the address', async () => {
    const preview = await opened()
    const other = await server.makeUser([])
    const cookie = `${other.headers['cookie']}; ${COOKIE}=${preview.token}`
    await server.app.inject({ method: 'POST', url: ReleaseLeavePreview.path, headers: { cookie } })
    expect(await versionFor(preview.person, preview.token)).toBe('1.2.0')
  })
})

describe('a page that shows a candidate', () => {
  it('stays as it is, whatever everybody else is given', async () => {
    const { path, token } = await makeLink()
    await open(path, tester.headers)
    await server.admin.call(ReleasePromote, { remote: 'logs', version: '1.1.0' })
    expect(await versionFor(tester, token)).toBe('1.2.0')
    expect(await versionFor(tester)).toBe('1.1.0')
  })
})
