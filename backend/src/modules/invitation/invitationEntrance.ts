import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import {
  InvitationAccept,
  type InvitationGrantNames,
  type InvitationLook,
} from '@windlass/shared-kit/contract/invitation'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import type { Visitor } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { choiceProblem, hashPassword } from '../../platform/passwords.ts'
import type { Platform } from '../../platform/platform.ts'
import { lookupHash } from '../../platform/secrets.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { NamespaceService } from '../namespace/namespace.service.ts'
import { proofOf } from '../session/secondStep.ts'
import type { SessionModule } from '../session/session.routes.ts'
import type { UserService } from '../user/user.service.ts'
import { createInvitationStore, type InvitationRow } from './invitation.store.ts'
import type { createInvitationGiver } from './invitationGiver.ts'

/** So many wishes for accounts that exist end an invitation: it is no way to find out who is here. */
const REFUSALS = 10
/** What looks like nothing, or turns the writing round: nobody may choose a name that only looks like another one. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u

/** The side of invitations that people see who have no account yet. */
export interface InvitationEntrance {
  look(token: string): Promise<OutputOf<typeof InvitationLook>>
  /** @param told hears the account as soon as it is known */
  accept(input: InputOf<typeof InvitationAccept>, visitor: Visitor, told: (account: string) => void): Promise<SignedIn>
}

interface Found {
  row: InvitationRow
  grants: InvitationGrantNames[]
}

interface Parts {
  namespaces: NamespaceService
  session: SessionModule
  users: UserService
  store: ReturnType<typeof createInvitationStore>
  giver: ReturnType<typeof createInvitationGiver>
}

const unknown = () => failed('this invitation is not known; check that the whole link was opened, or ask for a new one')
const used = () => failed('this invitation was used already; sign in with the account that was made with it')

function requireOpen({ acceptTime, revokeTime, expireTime }: InvitationRow): void {
  if (acceptTime > 0) throw used()
  if (revokeTime > 0) throw failed('this invitation was taken back; ask for a new one')
  if (expireTime <= Date.now()) throw failed('this invitation has expired; ask for a new one')
}

const lapsed = () =>
  failed('this invitation is not good any more, because who made it may not invite you now; ask for a new one')

/** What somebody chose for himself. @throws AppError that says what to choose instead */
function chosen(
  env: Platform['env'],
  { account: typed = '', name: typedName, password }: InputOf<typeof InvitationAccept>,
  fixed: string,
) {
  const account = fixed === '' ? typed.trim() : fixed
  const name = typedName.trim()
  if (account === '') throw failed('account is a required field')
  if (/\s/.test(account) || INVISIBLE.test(account))
    throw failed('an account has no spaces and no invisible characters')
  if (name === '') throw failed('name is a required field')
  if (INVISIBLE.test(name)) throw failed('a name has no invisible characters')
  const problem = choiceProblem(env, account, password)
  if (problem !== undefined) throw failed(problem)
  return { account, name }
}

/** Finds what a token opens. @throws AppError in one plain sentence for whatever opens nothing */
const finder =
  ({ env }: Pick<Platform, 'env'>, { store, giver }: Pick<Parts, 'giver' | 'store'>) =>
  async (token: string): Promise<Found> => {
    const row = await store.findByHash(lookupHash(token))
    if (!row) throw unknown()
    requireOpen(row)
    // A password of ours would let nobody in.
    if (env.LDAP_URL !== '') throw failed('people sign in with their account of the directory here; use yours')
    const grants = await store.grants([row.id])
    if (!(await giver.isGood(row, grants))) throw lapsed()
    return { row, grants }
  }

/** Makes the account with its roles, or nothing at all. */
const maker =
  ({ db }: Pick<Platform, 'db'>, { giver, namespaces, users }: Parts) =>
  async ({ row, grants }: Found, own: { account: string; name: string; passwordHash: string }): Promise<number> => {
    const inviter = await giver.giverOf(row)
    if (!inviter) throw lapsed()
    const held = await giver.requireHeld(inviter, grants)
    return db.transaction().execute(async (trx) => {
      const invitations = createInvitationStore(trx)
      if (!(await invitations.accept(row.id))) throw used()
      await giver.requireGrantable(trx, held, grants)
      const id = await users.addOwn(trx, own)
      for (const { namespaceId, roleId } of grants) await namespaces.bindNew(trx, namespaceId, id, roleId)
      await invitations.nameMember(row.id, id)
      return id
    })
  }

/** Creates the rules about those who come with a token. */
export function createEntrance(tools: Pick<Platform, 'db' | 'env' | 'trail'>, parts: Parts): InvitationEntrance {
  const { store, session, users } = parts
  const find = finder(tools, parts)
  const make = maker(tools, parts)

  const requireFree = async (row: InvitationRow, account: string): Promise<void> => {
    if (!(await users.hasAccount(account))) return
    if ((await store.countRefusal(row.id)) >= REFUSALS) await store.revoke(row.id)
    throw failed('this account exists already; choose a different one')
  }

  return {
    look: async (token) => {
      const { row, grants } = await find(token)
      const names = await store.namesOf([row.userId])
      return {
        account: row.account,
        inviterName: names.get(row.userId) ?? '',
        grants: grants.map(({ namespaceName, roleName }) => ({ namespaceName, roleName })),
        expireTime: formatTimestamp(row.expireTime),
      }
    },

    accept: async (input, visitor, told) => {
      const requestTime = Date.now()
      const found = await find(input.token)
      const { row, grants } = found
      const { account, name } = chosen(tools.env, input, row.account)
      told(account)
      await requireFree(row, account)
      const userId = await make(found, { account, name, passwordHash: await hashPassword(input.password) })
      await tools.trail.deed({
        ...{ userId, namespaceId: grants[0]?.namespaceId ?? 0, api: InvitationAccept.path, requestTime },
        request: {
          ...{ invitationId: row.id, inviterId: row.userId, account, name },
          grants: grants.map(({ namespaceId, roleId }) => ({ namespaceId, roleId })),
        },
        answer: { id: userId },
      })
      return session.completeSignIn(await session.findById(userId), proofOf('invitation'), visitor)
    },
  }
}
