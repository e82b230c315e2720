import { Code, Permission } from '@windlass/shared-kit/contract'
import { ApiKeyAdd } from '@windlass/shared-kit/contract/apiKey'
import { LoginLogList, OperationLogList } from '@windlass/shared-kit/contract/log'
import {
  RecoveryCodesReplace,
  SecondFactorAccept,
  SecondFactorAnswer,
  SecondFactorOffer,
  type SecondFactorQuestion,
  SecondFactorReset,
  SecondFactorState,
  TotpBegin,
  TotpConfirm,
  TotpRemove,
} from '@windlass/shared-kit/contract/secondFactor'
import { UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { UserAdd } from '@windlass/shared-kit/contract/user'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stretch } from '../../platform/passwords.ts'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  TEST_ENGINE,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'

const STEP_MS = 30_000
const password = ADMIN_PASSWORD

/** What an authenticator app would show, so many steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

// The clock stands still, so that no step ends between a code and the look at it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => vi.useRealTimers())

/** A person with an authenticator app, whose account is known by name. */
async function equip(server: TestServer, permissions: number[] = []) {
  const person = await server.makeUser(permissions)
  const row = await server.platform.db
    .selectFrom('user')
    .select('account')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const { secret } = await person.call(TotpBegin, { password })
  const { recoveryCodes } = await person.call(TotpConfirm, { code: codeOf(secret, -1) })
  return { person, account: row.account, secret, recoveryCodes }
}

async function ask(server: TestServer, account: string): Promise<SecondFactorQuestion> {
  const { code, data } = await server.nobody.ask(UserLogin, { account, password })
  expect(code).toBe(Code.SecondFactorNeeded)
  // A refusal carries what the contract says of this code, not the answer of the endpoint.
  return data as unknown as SecondFactorQuestion
}

describe('a second factor', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('changes nothing for people who have none', async () => {
    const person = await server.makeUser([])
    expect(await person.call(SecondFactorState)).toMatchObject({ isOn: false, isRequired: false, hasPassword: true })
    expect(await server.nobody.ask(UserLogin, { account: 'admin', password })).toMatchObject({ code: Code.Ok })
  })

  it('is on once its first code was confirmed, and then asked for after the password', async () => {
    const person = await server.makeUser([])
    const { secret, address, picture } = await person.call(TotpBegin, { password })
    expect(address).toMatch(/^otpauth:\/\/totp\/Windlass:user\d+\?issuer=Windlass&secret=[A-Z2-7]{32}/)
    expect(Buffer.from(picture.split(',')[1] ?? '', 'base64').toString()).toContain('<svg')
    expect(await person.call(SecondFactorState)).toMatchObject({ isOn: false })
    expect(await person.ask(TotpConfirm, { code: other(codeOf(secret)) })).toMatchObject({ code: Code.Failed })
    const { recoveryCodes } = await person.call(TotpConfirm, { code: codeOf(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await person.call(SecondFactorState)).toMatchObject({ isOn: true, hasTotp: true, recoveryCodesLeft: 10 })
  })

  it('lets nobody in by the password alone: no cookie, no token', async () => {
    const { account } = await equip(server)
    const response = await server.app.inject({ method: 'POST', url: UserLogin.path, payload: { account, password } })
    expect(response.cookies).toEqual([])
    expect(response.json()).toMatchObject({
      code: Code.SecondFactorNeeded,
      data: { methods: ['totp', 'recovery'], needsSetUp: false },
    })
    expect(response.body).not.toContain('token')
  })

  it('is not asked for when the password is wrong, so that it tells nobody who has one', async () => {
    const { account } = await equip(server)
    const [known, unknown] = [account, 'nobody-of-that-name'].map((name) =>
      server.nobody.ask(UserLogin, { account: name, password: 'Wrong-pass-1' }),
    )
    expect(await known).toEqual(await unknown)
  })

  it('completes the sign-in with a code, with or without a space in it', async () => {
    const { account, secret } = await equip(server)
    const { challenge } = await ask(server, account)
    const code = codeOf(secret)
    const { token } = await server.nobody.call(SecondFactorAnswer, {
      challenge,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    const headers = { cookie: `${server.env.COOKIE_NAME}=${token}` }
    expect((await server.app.inject({ url: UserInfo.path, headers })).json()).toMatchObject({ code: Code.Ok })
    const { list } = await server.admin.call(LoginLogList, { page: 1, rows: 5, account })
    expect(list[0]).toMatchObject({ account, reason: '' })
    expect(list[1]?.reason).toContain('second factor')
  })

  it('takes no code twice, and no challenge twice', async () => {
    const { account, secret } = await equip(server)
    const [one, another] = [await ask(server, account), await ask(server, account)]
    const code = codeOf(secret)
    await server.nobody.call(SecondFactorAnswer, { challenge: one.challenge, code })
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge: another.challenge, code })).toMatchObject({
      code: Code.Failed,
    })
    expect(
      await server.nobody.ask(SecondFactorAnswer, { challenge: one.challenge, code: codeOf(secret, 1) }),
    ).toMatchObject({ code: Code.Failed, message: expect.stringContaining('begin again') })
  })

  it('takes a code no second time while it still is within its window, wherever it is asked for', async () => {
    const { account, secret, person } = await equip(server)
    const [one, another] = [await ask(server, account), await ask(server, account)]
    const code = codeOf(secret)
    await server.nobody.call(SecondFactorAnswer, { challenge: one.challenge, code })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STEP_MS })
    expect(codeOf(secret, -1)).toBe(code)
    const again = { code: Code.Failed }
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge: another.challenge, code })).toMatchObject(again)
    expect(await person.ask(TotpRemove, { password, code })).toMatchObject(again)
    expect(await person.call(SecondFactorState)).toMatchObject({ hasTotp: true })
    const next = { challenge: another.challenge, code: codeOf(secret) }
    expect(await server.nobody.ask(SecondFactorAnswer, next)).toMatchObject({ code: Code.Ok })
  })

  // Only this engine lets several nodes have one database.
  it.runIf(TEST_ENGINE === 'postgres')('gives a code that is tried at two nodes at once to one of them', async () => {
    const { DATABASE_URL, DATA_DIR } = server.env
    const node = await makeTestServer({ DATABASE_URL, DATA_DIR })
    try {
      for (const _round of [1, 2, 3]) {
        const { account, secret } = await equip(server)
        const questions = await Promise.all([server, node, server, node].map((at) => ask(at, account)))
        const code = codeOf(secret)
        const answers = await Promise.all(
          questions.map(({ challenge }, index) =>
            // Also a challenge that the other node has opened.
            (index < 2 ? server : node).nobody.ask(SecondFactorAnswer, { challenge, code }),
          ),
        )
        expect(answers.filter((answer) => answer.code === Code.Ok)).toHaveLength(1)
      }
    } finally {
      await node.stop()
    }
  })

  it('gives a code that many try at once to one of them', async () => {
    const { account, secret } = await equip(server)
    const questions = await Promise.all([1, 2, 3].map(() => ask(server, account)))
    const code = codeOf(secret)
    const answers = await Promise.all(
      questions.map(({ challenge }) => server.nobody.ask(SecondFactorAnswer, { challenge, code })),
    )
    expect(answers.filter((answer) => answer.code === Code.Ok)).toHaveLength(1)
  })

  it('takes a code a step late, and none that is older', async () => {
    const { account, secret } = await equip(server)
    const old = codeOf(secret, 1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * STEP_MS })
    const { challenge } = await ask(server, account)
    await server.nobody.call(SecondFactorAnswer, { challenge, code: old })
    const older = codeOf(secret, -3)
    const next = await ask(server, account)
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge: next.challenge, code: older })).toMatchObject({
      code: Code.Failed,
    })
  })

  it('forgets a sign-in after ten minutes', async () => {
    const { account, secret } = await equip(server)
    const { challenge } = await ask(server, account)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge, code: codeOf(secret) })).toMatchObject({
      code: Code.Failed,
    })
  })

  it('locks after wrong codes, also for the right one and for other sign-ins, and opens again', async () => {
    const { account, secret } = await equip(server)
    const { challenge } = await ask(server, account)
    const wrong = other(codeOf(secret))
    await Promise.all(
      Array.from({ length: 12 }, () => server.nobody.ask(SecondFactorAnswer, { challenge, code: wrong })),
    )
    const again = await ask(server, account)
    expect(
      await server.nobody.ask(SecondFactorAnswer, { challenge: again.challenge, code: codeOf(secret) }),
    ).toMatchObject({ code: Code.Failed, message: expect.stringContaining('too many') })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 })
    const later = await ask(server, account)
    expect(
      await server.nobody.ask(SecondFactorAnswer, { challenge: later.challenge, code: codeOf(secret) }),
    ).toMatchObject({ code: Code.Ok })
  })

  it('refuses challenges that were made up, or made for something else', async () => {
    for (const challenge of ['x', '../../etc', "' or 1=1 --", 'ü'.repeat(50)]) {
      expect(await server.nobody.ask(SecondFactorAnswer, { challenge, code: '123456' })).toMatchObject({
        code: Code.Failed,
      })
      expect(await server.nobody.ask(SecondFactorOffer, { challenge })).toMatchObject({ code: Code.Failed })
    }
    const { account } = await equip(server)
    const { challenge } = await ask(server, account)
    // A right password may not replace the factor that is asked for.
    expect(await server.nobody.ask(SecondFactorOffer, { challenge })).toMatchObject({ code: Code.Failed })
    expect(await server.nobody.ask(SecondFactorAccept, { challenge, code: '123456' })).toMatchObject({
      code: Code.Failed,
    })
  })

  it('keeps nothing readable: neither the secret nor the codes, and nothing in the operation log', async () => {
    const { person, secret, recoveryCodes } = await equip(server)
    const { db } = server.platform
    const rows = [
      await db.selectFrom('secondFactor').selectAll().execute(),
      await db.selectFrom('recoveryCode').selectAll().execute(),
      await db.selectFrom('operationLog').selectAll().where('userId', '=', person.userId).execute(),
    ]
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(secret)
    for (const code of recoveryCodes) expect(kept).not.toContain(code)
    expect(kept).toContain(TotpConfirm.path)
  })
})

describe('recovery codes', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('replace the second factor once each, however they are typed', async () => {
    const { person, account, recoveryCodes } = await equip(server)
    const code = recoveryCodes[3] ?? ''
    const { challenge } = await ask(server, account)
    await server.nobody.call(SecondFactorAnswer, { challenge, code: ` ${code.toUpperCase().replace('-', ' ')} ` })
    expect(await person.call(SecondFactorState)).toMatchObject({ recoveryCodesLeft: 9 })
    const again = await ask(server, account)
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge: again.challenge, code })).toMatchObject({
      code: Code.Failed,
    })
  })

  it('are kept as a slow hash with the salt of their owner, and those of before that are still good', async () => {
    const { person, account, recoveryCodes } = await equip(server)
    const { db, secrets } = server.platform
    const code = recoveryCodes[0] ?? ''
    const keyed = secrets.sign(`${person.userId} ${code.replace('-', '')}`, 'recovery code')
    const slow = await stretch(keyed, secrets.sign(String(person.userId), 'recovery salt'))
    const kept = db.selectFrom('recoveryCode').select('hash').where('userId', '=', person.userId)
    const hashes = (await kept.execute()).map(({ hash }) => hash)
    expect(hashes).toContain(slow)
    expect(hashes).not.toContain(keyed)
    await db.updateTable('recoveryCode').set({ hash: keyed }).where('hash', '=', slow).execute()
    const { challenge } = await ask(server, account)
    await server.nobody.call(SecondFactorAnswer, { challenge, code })
    expect(await person.call(SecondFactorState)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('belong to one person', async () => {
    const [one, another] = [await equip(server), await equip(server)]
    const { challenge } = await ask(server, one.account)
    expect(
      await server.nobody.ask(SecondFactorAnswer, { challenge, code: another.recoveryCodes[0] ?? '' }),
    ).toMatchObject({ code: Code.Failed })
  })

  it('are worth nothing once there are new ones, which want the password', async () => {
    const { person, account, recoveryCodes } = await equip(server)
    expect(await person.ask(RecoveryCodesReplace, { password: 'Wrong-pass-1' })).toMatchObject({ code: Code.Failed })
    const fresh = await person.call(RecoveryCodesReplace, { password })
    const { challenge } = await ask(server, account)
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge, code: recoveryCodes[0] ?? '' })).toMatchObject({
      code: Code.Failed,
    })
    await server.nobody.call(SecondFactorAnswer, { challenge, code: fresh.recoveryCodes[0] ?? '' })
  })
})

describe('an authenticator app', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('is not set up by somebody at a screen that was left open', async () => {
    const person = await server.makeUser([])
    expect(await person.ask(TotpBegin, { password: 'Wrong-pass-1' })).toMatchObject({ code: Code.Failed })
    expect(await person.ask(TotpBegin, { password: '' })).toMatchObject({ code: Code.Failed })
  })

  it('is removed with password and code, and the recovery codes go with it', async () => {
    const { person, account, secret } = await equip(server)
    const wanted = { password, code: codeOf(secret) }
    expect(await person.ask(TotpRemove, { ...wanted, password: 'Wrong-pass-1' })).toMatchObject({ code: Code.Failed })
    expect(await person.ask(TotpRemove, { ...wanted, code: other(wanted.code) })).toMatchObject({ code: Code.Failed })
    await person.call(TotpRemove, wanted)
    expect(await person.call(SecondFactorState)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect(await server.nobody.ask(UserLogin, { account, password })).toMatchObject({ code: Code.Ok })
  })

  it('is replaced only by somebody who can still answer for it', async () => {
    const { person, account, secret, recoveryCodes } = await equip(server)
    expect(await person.ask(TotpBegin, { password })).toMatchObject({ code: Code.Failed })
    const offer = await person.call(TotpBegin, { password, code: recoveryCodes[0] ?? '' })
    // Until the new one is confirmed, the old one counts.
    const { challenge } = await ask(server, account)
    await server.nobody.call(SecondFactorAnswer, { challenge, code: codeOf(secret) })
    await person.call(TotpConfirm, { code: codeOf(offer.secret) })
    const next = await ask(server, account)
    expect(
      await server.nobody.ask(SecondFactorAnswer, { challenge: next.challenge, code: codeOf(secret, 1) }),
    ).toMatchObject({ code: Code.Failed })
    await server.nobody.call(SecondFactorAnswer, { challenge: next.challenge, code: codeOf(offer.secret, 1) })
  })

  it('is nothing that an API key may touch', async () => {
    const { person, secret } = await equip(server)
    const { key } = await person.call(ApiKeyAdd, { name: 'k', days: 1 })
    for (const endpoint of [TotpBegin, TotpRemove, RecoveryCodesReplace, ApiKeyAdd]) {
      const response = await server.app.inject({
        method: endpoint.method,
        url: endpoint.path,
        headers: { 'x-api-key': key, 'g-n-id': '1' },
        payload: { password, code: codeOf(secret), name: 'x', days: 1 },
      })
      expect(response.json()).toMatchObject({ code: Code.Denied, message: expect.stringContaining('API key') })
    }
  })
})

describe('an administrator', () => {
  let server: TestServer
  let helper: TestCaller
  beforeAll(async () => {
    server = await makeTestServer()
    helper = await server.makeUser([Permission.EditMember])
  })
  afterAll(() => closeTestServer(server))

  it('takes the factor from somebody who lost it, ends his sessions, and leaves a trace', async () => {
    const { person, account } = await equip(server)
    await helper.call(SecondFactorReset, { id: person.userId })
    expect(await person.ask(SecondFactorState)).toMatchObject({ code: Code.LoginExpired })
    expect(await server.nobody.ask(UserLogin, { account, password })).toMatchObject({ code: Code.Ok })
    const { list } = await server.admin.call(OperationLogList, { page: 1, rows: 1, api: SecondFactorReset.path })
    expect(list[0]).toMatchObject({ userID: helper.userId, requestData: JSON.stringify({ id: person.userId }) })
  })

  it('cannot take it from a super manager, from somebody who may do more, or from himself', async () => {
    const superId = (
      await server.admin.call(UserAdd, { account: 'second-super', name: 'Second', password, superManager: 1 })
    ).id
    const mighty = await equip(server, [Permission.AddServer])
    for (const id of [1, superId, mighty.person.userId, helper.userId, 9_999]) {
      expect((await helper.ask(SecondFactorReset, { id })).code).toBeGreaterThan(0)
    }
    expect(await mighty.person.call(SecondFactorState)).toMatchObject({ isOn: true })
    await server.admin.call(SecondFactorReset, { id: superId })
  })
})

it('leaves people alone of whom SECOND_FACTOR does not demand one', async () => {
  const server = await makeTestServer({ SECOND_FACTOR: 'required-for-super' })
  await server.makeUser([])
  expect(await server.nobody.ask(UserLogin, { account: 'user1', password })).toMatchObject({ code: Code.Ok })
  await closeTestServer(server)
})

describe.each([
  ['required', 'user1'],
  ['required-for-super', 'admin'],
])('SECOND_FACTOR=%s', (mode, account) => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ SECOND_FACTOR: mode })
  })
  afterAll(() => closeTestServer(server))

  it(`demands one of ${account} at the next sign-in`, async () => {
    await server.makeUser([])
    const question = await ask(server, account)
    expect(question).toMatchObject({ methods: [], needsSetUp: true })
    const { challenge } = question
    expect(await server.nobody.ask(SecondFactorAnswer, { challenge, code: '123456' })).toMatchObject({
      code: Code.Failed,
    })
    const { secret } = await server.nobody.call(SecondFactorOffer, { challenge })
    expect(await server.nobody.ask(SecondFactorAccept, { challenge, code: other(codeOf(secret)) })).toMatchObject({
      code: Code.Failed,
    })
    const { recoveryCodes, token } = await server.nobody.call(SecondFactorAccept, { challenge, code: codeOf(secret) })
    expect(recoveryCodes).toHaveLength(10)
    const headers = { cookie: `${server.env.COOKIE_NAME}=${token}`, 'content-type': 'application/json' }
    const removal = await server.app.inject({
      method: 'DELETE',
      url: TotpRemove.path,
      headers,
      payload: { password, code: codeOf(secret, 1) },
    })
    expect(removal.json()).toMatchObject({ code: Code.Failed, message: expect.stringContaining('demands') })
    expect(await ask(server, account)).toMatchObject({ methods: ['totp', 'recovery'], needsSetUp: false })
  })
})
