import { Code } from '@windlass/shared-kit/contract'
import { UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { adminLine } from '../testing/adminLine.ts'

let server: TestServer
beforeAll(async () => {
  server = await makeTestServer({ LOGIN_MAX_ERRORS: '2' })
})
afterAll(() => closeTestServer(server))

const NEW_PASSWORD = 'Harbour@7'
const admin = (line: string, input = '') => adminLine(line.split(' '), { env: server.env, input })
const signIn = (account: string, password: string, newPassword = '') =>
  server.nobody.ask(UserLogin, { account, password, newPassword })

describe('create-admin', () => {
  it('makes a super manager who chooses an own password at the first sign-in', async () => {
    const outcome = await admin('create-admin ann --name Ann', `${NEW_PASSWORD}\n`)
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' })
    expect(outcome.stdout).toContain('ann is a super manager now')
    expect((await signIn('ann', NEW_PASSWORD)).code).toBe(Code.PasswordMustChange)
    expect((await signIn('ann', NEW_PASSWORD, 'Another@8')).code).toBe(Code.Ok)
    const row = await server.platform.db
      .selectFrom('user')
      .selectAll()
      .where('account', '=', 'ann')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Ann', superManager: 1 })
  })

  it('refuses an account that differs only in its letters', async () => {
    const outcome = await admin('create-admin ANN', `${NEW_PASSWORD}\n`)
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr).toContain('the account ANN exists already')
  })

  it.each([
    ['', 'give new password as the first line of standard input'],
    ['short\n', 'a password has 8 to 16 characters'],
    ['allletters\n', 'at least two of letters, numbers and symbols'],
    ['bobb-2026\n', 'must not hold bobb'],
  ])('refuses the password %j', async (input, message) => {
    const outcome = await admin('create-admin bobb', input)
    expect(outcome.exitCode).toBe(2)
    expect(outcome.stderr).toContain(message)
  })

  it('takes no password from the command line', async () => {
    const outcome = await admin(`create-admin bob --password ${NEW_PASSWORD}`)
    expect(outcome.exitCode).toBe(2)
    expect(outcome.stderr).toContain('can be read by everybody')
    expect(outcome.stderr).not.toContain(NEW_PASSWORD)
  })

  it('keeps the password out of the operation log', async () => {
    const rows = await server.platform.db
      .selectFrom('operationLog')
      .selectAll()
      .where('api', '=', 'admin create-admin')
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(NEW_PASSWORD)
  })
})

describe('reset-password', () => {
  it('lifts the lock, ends the sessions and forces an own password', async () => {
    const person = await server.makeUser([])
    const { account } = await server.platform.db
      .selectFrom('user')
      .select('account')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
    for (const wrong of ['wrong@11', 'wrong@22', 'wrong@33']) await signIn(account, wrong)
    expect((await signIn(account, ADMIN_PASSWORD)).message).toContain('too many failed sign-ins')
    expect((await person.ask(UserInfo)).code).toBe(Code.Ok)

    expect(await admin(`reset-password ${account}`, `${NEW_PASSWORD}\n`)).toMatchObject({ exitCode: 0 })
    expect((await person.ask(UserInfo)).code).not.toBe(Code.Ok)
    expect((await signIn(account, NEW_PASSWORD)).code).toBe(Code.PasswordMustChange)
  })

  it('removes the second factor only when asked', async () => {
    const person = await server.makeUser([])
    const { db } = server.platform
    const user = await db.selectFrom('user').select('account').where('id', '=', person.userId).executeTakeFirstOrThrow()
    await db
      .insertInto('recoveryCode')
      .values({ userId: person.userId, hash: `hash of ${person.userId}`, insertTime: 1 })
      .execute()
    const left = () => db.selectFrom('recoveryCode').select('id').where('userId', '=', person.userId).execute()
    await admin(`reset-password ${user.account}`, `${NEW_PASSWORD}\n`)
    expect(await left()).toHaveLength(1)
    await admin(`reset-password ${user.account} --second-factor`, `${NEW_PASSWORD}\n`)
    expect(await left()).toHaveLength(0)
  })

  it('says what to do about accounts that are not there or were removed', async () => {
    expect((await admin('reset-password nobody')).stderr).toContain('there is no account nobody')
    const person = await server.makeUser([])
    await server.platform.db
      .updateTable('user')
      .set({ state: 0, account: 'gone' })
      .where('id', '=', person.userId)
      .execute()
    expect((await admin('reset-password gone')).stderr).toContain('give --enable as well')
    expect((await admin('reset-password gone --enable', `${NEW_PASSWORD}\n`)).exitCode).toBe(0)
    expect((await signIn('gone', NEW_PASSWORD)).code).toBe(Code.PasswordMustChange)
  })
})

describe('a place without a console', () => {
  it('is refused, and not made', async () => {
    const outcome = await adminLine(['reset-password', 'admin'], {
      env: { DATA_DIR: `${server.env.DATA_DIR}/elsewhere`, DATABASE_URL: '' },
    })
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr).toContain('there is no console in DATA_DIR=')
  })
})
