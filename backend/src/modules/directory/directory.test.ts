import { Code } from '@windlass/shared-kit/contract'
import { LoginLogList } from '@windlass/shared-kit/contract/log'
import { UserChangePassword, UserConfig, UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { Client } from 'ldapts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../../env.ts'
import { BASE_DN, personLdif, SEARCHER, type Slapd, startSlapd } from '../../testing/slapd.ts'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'
import { createDirectory } from './directory.service.ts'

/** Longer than a password of ours may be: the directory has its own rules. */
const PASSWORD = 'a long pass phrase of the directory'
const PEOPLE = [
  personLdif('anna', 'Anna Ångström', PASSWORD),
  personLdif('ben', 'Ben', 'ben'),
  personLdif('admin', 'Somebody else', PASSWORD),
  personLdif('a-name-of-more-than-25-characters', 'Long', PASSWORD),
  personLdif('twin', 'Twin', PASSWORD),
  personLdif('twin,ou=others', 'Twin', PASSWORD).replace('uid: twin,ou=others', 'uid: twin'),
].join('')
const OTHERS = `dn: ou=others,${BASE_DN}\nobjectClass: organizationalUnit\nou: others\n\n`

let slapd: Slapd
const settings = (more: Record<string, string> = {}) => ({
  LDAP_URL: slapd.secure,
  LDAP_CA_FILE: slapd.caFile,
  LDAP_BIND_DN: SEARCHER.dn,
  LDAP_BIND_PASSWORD: SEARCHER.password,
  LDAP_BASE_DN: BASE_DN,
  LDAP_FILTER: 'objectClass=inetOrgPerson',
  ...more,
})
const directoryWith = (more: Record<string, string> = {}) =>
  createDirectory(readEnv({ ...settings(more), DATA_DIR: '/tmp' }), pino({ level: 'silent' }))

beforeAll(async () => {
  slapd = await startSlapd(OTHERS + PEOPLE)
})
afterAll(() => slapd.stop())

describe('a directory', () => {
  it.each([
    ['ldaps', () => ({})],
    ['StartTLS', () => ({ LDAP_URL: slapd.plain })],
    ['StartTLS by name', () => ({ LDAP_URL: slapd.plain.replace('127.0.0.1', 'localhost') })],
  ])('is asked over %s', async (_what, more) => {
    const directory = directoryWith(more())
    expect(await directory.verify('anna', PASSWORD)).toEqual({ account: 'anna', name: 'Anna Ångström' })
    expect(await directory.verify('anna', 'wrong')).toBeUndefined()
  })

  it('takes several ways to write an account and answers the one it stores', async () => {
    expect(await directoryWith().verify(' ANNA ', PASSWORD)).toMatchObject({ account: 'anna' })
  })

  it('is not trusted with another certificate', async () => {
    await expect(directoryWith({ LDAP_CA_FILE: '' }).verify('anna', PASSWORD)).rejects.toThrow(/certificate/)
    const plain = { LDAP_CA_FILE: '', LDAP_URL: slapd.plain }
    await expect(directoryWith(plain).verify('anna', PASSWORD)).rejects.toThrow(/certificate/)
  })

  it('hears no password without encryption unless the settings say so', async () => {
    // This one refuses such binds, so that only somebody who sent one can be refused.
    const directory = directoryWith({ LDAP_URL: slapd.plain, LDAP_START_TLS: 'false' })
    await expect(directory.verify('anna', PASSWORD)).rejects.toThrow(/confidentiality/i)
  })

  it.each([
    ...['*', 'an*', 'anna)(uid=*', '*)(objectClass=*', 'anna\\2a', ')(', 'anna)(|(uid=*', '(', 'uid=anna'],
    ...['anna\0', '\0', 'anna\0)(uid=*', 'anna\\00', '*)(|(uid=*))\0', 'anna,ou=people', '\\61nna'],
  ])('finds nobody by %j', async (account) => {
    expect(await directoryWith().verify(account, PASSWORD)).toBeUndefined()
  })

  it('says no to an empty password, which it would take for none at all', async () => {
    expect(await directoryWith().verify('anna', '')).toBeUndefined()
  })

  it('must find exactly one', async () => {
    expect(await directoryWith().verify('twin', PASSWORD)).toBeUndefined()
    expect(await directoryWith({ LDAP_FILTER: 'cn=Ben' }).verify('anna', PASSWORD)).toBeUndefined()
    expect(await directoryWith({ LDAP_FILTER: '|(cn=Ben)(uid=anna)' }).verify('ben', 'ben')).toBeDefined()
    expect(await directoryWith({ LDAP_FILTER: '(|(cn=Ben)(uid=anna))' }).verify('ben', 'ben')).toBeDefined()
  })

  it('is asked the same for somebody it does not know, and for several, as for a wrong password', async () => {
    const [search, bind] = [vi.spyOn(Client.prototype, 'search'), vi.spyOn(Client.prototype, 'bind')]
    const workFor = async (account: string) => {
      search.mockClear()
      bind.mockClear()
      expect(await directoryWith().verify(account, 'wrong')).toBeUndefined()
      return [search.mock.calls.length, bind.mock.calls.length]
    }
    try {
      const known = await workFor('anna')
      expect(known).toEqual([1, 2])
      expect(await workFor('nobody')).toEqual(known)
      expect(await workFor('twin')).toEqual(known)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('is waited for five seconds', async () => {
    slapd.freeze()
    try {
      await expect(directoryWith().verify('anna', PASSWORD)).rejects.toThrow(/did not answer within 5 s|timed? ?out/i)
    } finally {
      slapd.thaw()
    }
  })

  it.each([
    [{ LDAP_URL: 'https://x' }, /LDAP_URL/],
    [{ LDAP_BASE_DN: '' }, /LDAP_BASE_DN/],
    [{ LDAP_FILTER: '(cn=x)' }, /parentheses/],
    [{ LDAP_FILTER: 'cn' }, /LDAP_FILTER/],
    [{ LDAP_CA_FILE: '/nowhere.pem' }, /LDAP_CA_FILE/],
  ])('refuses the settings %j at the start', (more, problem) => {
    expect(() => directoryWith(more)).toThrow(problem)
  })
})

describe('signing in with a directory', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer(settings({ PASSWORD_PERIOD_DAYS: '1', LOGIN_MAX_ERRORS: '3' }))
  })
  afterAll(() => closeTestServer(server))
  const login = (account: string, password: string, newPassword = '') =>
    server.nobody.ask(UserLogin, { account, password, newPassword })
  const rowOf = (account: string) =>
    server.platform.db.selectFrom('user').selectAll().where('account', '=', account).executeTakeFirst()
  const settle = async (account: string) => {
    const { id } = (await rowOf(account)) ?? { id: 0 }
    const times = { insertTime: 1, updateTime: 1 }
    await server.platform.db
      .insertInto('namespaceUser')
      .values({ namespaceId: 1, userId: id, roleId: 1, ...times })
      .execute()
    return id
  }

  it('is told by the page, which then leaves its rule for passwords', async () => {
    expect(await server.nobody.call(UserConfig)).toMatchObject({ ldap: { enabled: true } })
  })

  it('makes an account for somebody new, who then needs a namespace', async () => {
    expect(await login('anna', PASSWORD)).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('namespace'),
    })
    expect(await rowOf('anna')).toMatchObject({ name: 'Anna Ångström', password: '', state: 1, superManager: 0 })
    const { list } = await server.admin.call(LoginLogList, { page: 1, rows: 1 })
    expect(list).toMatchObject([{ account: 'anna', reason: expect.stringContaining('namespace') }])
    const userId = await settle('anna')
    // Years later nobody asks for a new password: it is not kept here.
    await server.platform.db.updateTable('user').set({ passwordUpdateTime: 1 }).where('id', '=', userId).execute()
    expect(await login('Anna', PASSWORD)).toMatchObject({ code: Code.Ok })
    expect(await login('anna', PASSWORD, 'Capstan-2')).toMatchObject({ code: Code.Failed })
  })

  it('follows the directory from one sign-in to the next', async () => {
    await login('ben', 'ben')
    await settle('ben')
    expect(await login('ben', 'ben')).toMatchObject({ code: Code.Ok })
    await slapd.modify(`dn: uid=ben,${BASE_DN}\nchangetype: modify\nreplace: userPassword\nuserPassword: other\n`)
    expect(await login('ben', 'ben')).toMatchObject({ code: Code.Denied })
    await slapd.modify(`dn: uid=ben,${BASE_DN}\nchangetype: delete\n`)
    expect(await login('ben', 'other')).toMatchObject({ code: Code.Denied })
  })

  it('keeps the first administrator here, whoever is called like him there', async () => {
    expect(await login('admin', ADMIN_PASSWORD)).toMatchObject({ code: Code.Ok })
    expect(await login('admin', PASSWORD)).toMatchObject({ code: Code.Denied })
    // The directory takes full-width letters for the plain ones.
    expect(await login('ａｄｍｉｎ', PASSWORD)).toMatchObject({ code: Code.Denied })
  })

  it('asks nobody else for a password kept here', async () => {
    const person: TestCaller = await server.makeUser([])
    const { account } = (await person.call(UserInfo)).userInfo
    expect(await login(account, ADMIN_PASSWORD)).toMatchObject({ code: Code.Denied })
    const change = { oldPwd: ADMIN_PASSWORD, newPwd: 'Capstan-2' }
    expect(await person.ask(UserChangePassword, change)).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('directory'),
    })
  })

  it.each([
    ['letter case', ['anna', 'ANNA', 'Anna']],
    ['spaces', [' anna', 'anna ', '\u3000anna']],
    ['wide letters', ['\uff41nna', 'a\uff4ena', 'an\uff4ea']],
  ])('locks somebody whichever way the directory lets his account be written: by %s', async (_what, ways) => {
    const strict = await makeTestServer(settings({ LOGIN_MAX_ERRORS: '3' }))
    try {
      const ask = (account: string, password: string) => strict.nobody.ask(UserLogin, { account, password })
      expect(await directoryWith().verify(ways[0] ?? '', PASSWORD)).toMatchObject({ account: 'anna' })
      for (const way of ways) expect(await ask(way, 'wrong')).toMatchObject({ code: Code.Denied })
      const answer = await ask('anna', PASSWORD)
      expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('try again in') })
    } finally {
      await closeTestServer(strict)
    }
  })

  it('counts failures, and answers the same for unknown people', async () => {
    const [unknown, known] = [await login('who', 'x'), await login('twin', 'x')]
    expect({ ...unknown, requestId: '' }).toEqual({ ...known, requestId: '' })
    await login('who', 'x')
    await login('who', 'x')
    expect(await login('who', 'x')).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('try again in'),
    })
  })

  it('refuses an account that is too long for this console with a sentence', async () => {
    expect(await login('a-name-of-more-than-25-characters', PASSWORD)).toMatchObject({ code: Code.IllegalParameter })
  })

  it('says that the directory is away, and holds that against nobody', async () => {
    const away = await makeTestServer(settings({ LDAP_URL: 'ldaps://127.0.0.1:1', LOGIN_MAX_ERRORS: '1' }))
    try {
      for (let tries = 0; tries < 3; tries++) {
        const answer = await away.nobody.ask(UserLogin, { account: 'anna', password: PASSWORD })
        expect(answer).toMatchObject({ code: Code.Denied, message: expect.stringContaining('directory') })
      }
      const admin = { account: 'admin', password: ADMIN_PASSWORD }
      expect(await away.nobody.ask(UserLogin, admin)).toMatchObject({ code: Code.Ok })
    } finally {
      await closeTestServer(away)
    }
  })
})
