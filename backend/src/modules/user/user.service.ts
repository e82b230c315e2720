import type { InputOf } from '@windlass/shared-kit/contract'
import type { UserAdd, UserBonds, UserEdit } from '@windlass/shared-kit/contract/user'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import { choiceProblem, hashPassword } from '../../platform/passwords.ts'
import type { Platform } from '../../platform/platform.ts'
import { createUserStore, type OwnAccount, type UserFields } from './user.store.ts'
import { createUserBonds } from './userBonds.ts'
import { createLeaving, type UserLeaving } from './userLeaving.ts'
import { createReach } from './userReach.ts'

/** What a new account gets when nobody chose a password for it; its owner has to replace it at once. */
const DEFAULT_PASSWORD_ENDING = '!@#'

interface Written {
  name: string
  contact?: string | undefined
  superManager?: 0 | 1 | undefined
}

const fieldsOf = ({ name, contact = '', superManager = 0 }: Written): UserFields => {
  const trimmed = name.trim()
  if (trimmed === '') throw failed('name is a required field')
  return { name: trimmed, contact, superManager }
}

const requireAcceptable = (env: Platform['env'], account: string, password: string): void => {
  const problem = choiceProblem(env, account, password)
  if (problem !== undefined) throw failed(problem)
}

/** Users, and the rules that keep administrators from giving themselves more than they hold. */
export interface UserService extends UserLeaving {
  add(caller: Caller, input: InputOf<typeof UserAdd>): Promise<number>
  /** An account that its owner makes himself, with his own password. */
  addOwn(trx: Db, account: OwnAccount): Promise<number>
  hasAccount(account: string): Promise<boolean>
  /** A new password ends the sessions of the user and has to be replaced at the next sign-in. */
  edit(caller: Caller, input: InputOf<typeof UserEdit>): Promise<void>
  /** Refuses what would let a caller act as, or lock out, somebody who may do more than he. */
  requireControl(caller: Caller, id: number): Promise<void>
  /** What hangs on a user, in one namespace or in all. */
  bondsOf(caller: Caller, userId: number, namespaceId?: number): Promise<UserBonds>
}

async function addUser(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  { account: typed, password: chosen = '', ...rest }: InputOf<typeof UserAdd>,
) {
  const fields = fieldsOf(rest)
  const account = typed.trim()
  if (account === '') throw failed('account is a required field')
  if (chosen !== '') requireAcceptable(env, account, chosen)
  const passwordHash = await hashPassword(chosen === '' ? `${account}${DEFAULT_PASSWORD_ENDING}` : chosen)
  return db.transaction().execute(async (trx) => {
    const users = createUserStore(trx)
    const id = await users.add(account, passwordHash, fields)
    if (fields.superManager === 1) await users.bindEverywhere(id)
    return id
  })
}

/** Creates the rules about users. */
export function createUserService(
  platform: Pick<Platform, 'db' | 'env' | 'access' | 'sessions' | 'sockets'>,
): UserService {
  const { db, env, sessions, sockets } = platform
  const reach = createReach(platform)

  const edit: UserService['edit'] = async (caller, { id, password = '', ...rest }) => {
    const fields = fieldsOf(rest)
    const user = await reach.requireEnabled(db, id)
    if (password !== '') {
      if (id === caller.userId && caller.sessionId === '') throw denied('an API key may not change your password')
      requireAcceptable(env, user.account, password)
    }
    // Whoever answers the phone of a chat account is that person, as much as whoever knows the password.
    if (password !== '' || user.contact !== fields.contact) await reach.requireNoLess(caller, id)
    const passwordHash = password === '' ? '' : await hashPassword(password)
    const isPromoted = await db.transaction().execute(async (trx) => {
      const users = createUserStore(trx)
      const isSuper = (await reach.requireEditable(trx, caller, id)).superManager === 1
      const becomesSuper = fields.superManager === 1
      if ((isSuper || becomesSuper) && !caller.isSuperManager) {
        throw denied('only a super manager may edit or make a super manager')
      }
      if (isSuper && !becomesSuper) await reach.refuseLastSuperManager(trx, id)
      if (isSuper !== becomesSuper) await users.unbind(id)
      if (!isSuper && becomesSuper) await users.bindEverywhere(id)
      await users.edit(id, fields)
      if (passwordHash !== '') await users.resetPassword(id, passwordHash)
      return isSuper !== becomesSuper
    })
    if (passwordHash !== '') await sessions.endAll(id)
    if (isPromoted) await sockets.recheck({ userId: id })
  }

  return {
    ...createLeaving(platform, reach),
    edit,
    add: async (caller, input) => {
      if (input.superManager === 1 && !caller.isSuperManager) throw denied('only a super manager makes another one')
      return addUser(platform, input)
    },
    addOwn: (trx, account) => createUserStore(trx).addOwn(account),
    hasAccount: (account) => createUserStore(db).hasAccount(account),
    requireControl: async (caller, id) => {
      const user = await reach.requireEnabled(db, id)
      await reach.requireControl(caller, user)
    },
    bondsOf: createUserBonds(platform),
  }
}
