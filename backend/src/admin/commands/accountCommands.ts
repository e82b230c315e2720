import { State } from '@windlass/shared-kit/contract'
import { sql } from 'kysely'
import { misused, refused } from '../../commandLine/commandError.ts'
import { accountKey } from '../../modules/session/attempts.store.ts'
import { createUserStore } from '../../modules/user/user.store.ts'
import type { Db } from '../../platform/db.ts'
import { choiceProblem, hashPassword } from '../../platform/passwords.ts'
import { type AdminSession, defineCommand } from '../session.ts'

const NAME_LIMIT = 30

const readAccount = (text: string): string => {
  const account = text.trim()
  if (account === '' || account.length > NAME_LIMIT) throw misused(`an account has 1 to ${NAME_LIMIT} characters`)
  return account
}

const ACCOUNT = { name: 'account', about: 'what the person signs in with', read: readAccount } as const

async function newPassword({ secret, settings }: AdminSession, account: string): Promise<string> {
  const password = await secret('new password', true)
  const problem = choiceProblem(settings, account, password)
  if (problem !== undefined) throw misused(problem, 'password')
  return password
}

const findAccount = (db: Db, account: string) =>
  db
    .selectFrom('user')
    .select(['id', 'account', 'state', 'superManager'])
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .executeTakeFirst()

export const createAdmin = defineCommand({
  name: 'create-admin',
  about: 'create a super manager, also when nobody can sign in any more',
  details:
    'The password is asked for twice and not shown, or read from the first line of standard input. It has to be\n' +
    'replaced at the first sign-in, because somebody else has chosen it. An empty database is prepared first.',
  parameters: [ACCOUNT],
  options: { name: { type: 'string', value: 'text', about: 'name that others see; the account without it' } },
  examples: ['create-admin ann --name "Ann Miller"', 'create-admin ann < password.txt'],
  run: async (session, { account }, { name = account }) => {
    const password = await newPassword(session, account)
    const { db, log } = await session.open('made')
    if (await findAccount(db, account)) {
      throw refused(
        'taken',
        `the account ${account} exists already: choose another one, or set its password with \`${session.typed(`reset-password ${account}`)}\``,
      )
    }
    const hash = await hashPassword(password)
    const fields = { name: name.trim().slice(0, NAME_LIMIT), contact: '', superManager: 1 } as const
    const id = await db.transaction().execute(async (trx) => {
      const users = createUserStore(trx)
      const added = await users.add(account, hash, fields)
      await users.bindEverywhere(added)
      return added
    })
    await log('create-admin', { account, name: fields.name }, { id })
    return {
      data: { id, account },
      text: `${account} is a super manager now and chooses an own password at the first sign-in.`,
    }
  },
})

/** The tables of second factors, in consoles that have them. */
const SECOND_FACTOR = ['second_factor', 'recovery_code', 'passkey']

async function clearSecondFactor(db: Db, userId: number): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const found = tables.filter(({ name }) => SECOND_FACTOR.includes(name)).map(({ name }) => name)
  for (const name of found) await sql`delete from ${sql.table(name)} where user_id = ${userId}`.execute(db)
  return found
}

async function reset(db: Db, userId: number, hash: string, account: string): Promise<void> {
  await createUserStore(db).resetPassword(userId, hash)
  await db.deleteFrom('session').where('userId', '=', userId).execute()
  await db.deleteFrom('signInFailure').where('kind', '=', 'account').where('name', '=', accountKey(account)).execute()
}

export const resetPassword = defineCommand({
  name: 'reset-password',
  about: 'give somebody a new password who cannot sign in any more',
  details:
    'The password is asked for twice and not shown, or read from the first line of standard input. It has to be\n' +
    'replaced at the next sign-in. Sessions of the person end, and a lock after failed sign-ins is lifted.',
  parameters: [ACCOUNT],
  options: {
    'second-factor': { type: 'boolean', about: 'remove the second factor as well, when the device is lost' },
    enable: { type: 'boolean', about: 'also when the account was removed' },
  },
  examples: ['reset-password admin', 'reset-password ann --second-factor', 'reset-password ann < password.txt'],
  run: async (session, { account }, { 'second-factor': isFactorToo, enable }) => {
    const { db, log } = await session.open()
    const user = await findAccount(db, account)
    if (!user)
      throw refused(
        'unknown',
        `there is no account ${account}: look at the members page, or create one with \`${session.typed(`create-admin ${account}`)}\``,
      )
    if (user.state !== State.Enabled && !enable) {
      throw refused('disabled', `the account ${account} was removed: give --enable as well if it is to be used again`)
    }
    const hash = await hashPassword(await newPassword(session, user.account))
    const cleared = await db.transaction().execute(async (trx) => {
      await reset(trx, user.id, hash, user.account)
      if (enable && user.state !== State.Enabled) await createUserStore(trx).revive(user.id)
      return isFactorToo ? clearSecondFactor(trx, user.id) : []
    })
    await log('reset-password', { account: user.account, secondFactor: isFactorToo, enable }, { id: user.id })
    const factor = isFactorToo
      ? cleared.length > 0
        ? ' The second factor is removed.'
        : ' There was no second factor.'
      : ''
    return {
      data: { id: user.id, account: user.account, isSecondFactorRemoved: cleared.length > 0 },
      text: `${user.account} has a new password and chooses an own one at the next sign-in.${factor}`,
    }
  },
})
