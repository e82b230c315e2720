import type { InputOf } from '@windlass/shared-kit/contract'
import type { UserAdd, UserEdit } from '@windlass/shared-kit/contract/user'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import { hashPassword, passwordProblem } from '../../platform/passwords.ts'
import type { Platform } from '../../platform/platform.ts'
import { createUserStore, type UserFields } from './user.store.ts'

/** The administrator of the seed: there is always somebody left who can put things right. */
const FIRST_ADMINISTRATOR = 1
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

const requireAcceptable = (password: string): void => {
  const problem = passwordProblem(password)
  if (problem !== undefined) throw failed(problem)
}

/** Users, and the rules that keep administrators from giving themselves more than they hold. */
export interface UserService {
  add(caller: Caller, input: InputOf<typeof UserAdd>): Promise<number>
  /** A new password ends the sessions of the user and has to be replaced at the next sign-in. */
  edit(caller: Caller, input: InputOf<typeof UserEdit>): Promise<void>
  /** Disables the user for good and ends what he has open. */
  remove(caller: Caller, id: number): Promise<void>
}

/** Whoever knows a password is that person: it may be reset only by somebody who can do at least as much. */
const passwordGuard =
  ({ db, access }: Pick<Platform, 'db' | 'access'>) =>
  async (caller: Caller, userId: number): Promise<void> => {
    if (caller.isSuperManager || caller.userId === userId) return
    const grants = await createUserStore(db).grants(userId)
    for (const namespaceId of new Set(grants.map((grant) => grant.namespaceId))) {
      const held = await access.permissionsIn(caller, namespaceId)
      const isBeyond = ({ permissionId }: { permissionId: number | null }) =>
        permissionId !== null && !held.has(permissionId)
      if (grants.filter((grant) => grant.namespaceId === namespaceId).some(isBeyond)) {
        throw denied('this user may do more than you: ask a super manager to reset the password')
      }
    }
  }

const find = async (trx: Db, id: number) => {
  const user = await createUserStore(trx).find(id)
  if (!user) throw failed('this user does not exist any more; load the list again')
  return user
}

const refuseLastSuperManager = async (trx: Db, id: number): Promise<void> => {
  const others = (await createUserStore(trx).superManagerIds()).filter((other) => other !== id)
  if (others.length === 0) throw failed('this is the last super manager; make somebody else one first')
}

const changeSuperManager = async (trx: Db, id: number, becomes: boolean): Promise<void> => {
  const users = createUserStore(trx)
  if (!becomes) await refuseLastSuperManager(trx, id)
  await users.unbind(id)
  if (becomes) await users.bindEverywhere(id)
}

/** Creates the rules about users. */
export function createUserService(platform: Pick<Platform, 'db' | 'access' | 'sessions' | 'hub'>): UserService {
  const { db, sessions, hub } = platform
  const requireNoLessThan = passwordGuard(platform)

  return {
    add: async (caller, { account: typed, password: chosen = '', ...rest }) => {
      const fields = fieldsOf(rest)
      const account = typed.trim()
      if (account === '') throw failed('account is a required field')
      if (fields.superManager === 1 && !caller.isSuperManager) throw denied('only a super manager makes another one')
      if (chosen !== '') requireAcceptable(chosen)
      const passwordHash = await hashPassword(chosen === '' ? `${account}${DEFAULT_PASSWORD_ENDING}` : chosen)
      return db.transaction().execute(async (trx) => {
        const users = createUserStore(trx)
        const id = await users.add(account, passwordHash, fields)
        if (fields.superManager === 1) await users.bindEverywhere(id)
        return id
      })
    },

    edit: async (caller, { id, password = '', ...rest }) => {
      const fields = fieldsOf(rest)
      if (password !== '') {
        requireAcceptable(password)
        await requireNoLessThan(caller, id)
      }
      const passwordHash = password === '' ? '' : await hashPassword(password)
      const isPromoted = await db.transaction().execute(async (trx) => {
        const users = createUserStore(trx)
        const user = await find(trx, id)
        if (id === FIRST_ADMINISTRATOR && caller.userId !== id) throw failed('only this user may edit the account')
        const changes = user.superManager !== fields.superManager
        if ((changes || user.superManager === 1) && !caller.isSuperManager) {
          throw denied('only a super manager may edit or make a super manager')
        }
        if (changes) await changeSuperManager(trx, id, fields.superManager === 1)
        await users.edit(id, fields)
        if (passwordHash !== '') await users.resetPassword(id, passwordHash)
        return changes
      })
      if (passwordHash !== '') await sessions.endAll(id)
      if (isPromoted) await hub.recheck({ userId: id })
    },

    remove: async (caller, id) => {
      await db.transaction().execute(async (trx) => {
        if (id === FIRST_ADMINISTRATOR) throw failed('the first administrator cannot be removed')
        if (id === caller.userId) throw failed('you cannot remove yourself')
        const user = await find(trx, id)
        if (user.superManager === 1 && !caller.isSuperManager) {
          throw denied('only a super manager may remove a super manager')
        }
        await createUserStore(trx).disable(id)
      })
      await sessions.endAll(id)
    },
  }
}
