import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationAdd,
  type InvitationOptions,
} from '@windlass/shared-kit/contract/invitation'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { lookupHash } from '../../platform/secrets.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { NamespaceService } from '../namespace/namespace.service.ts'
import type { RoleService } from '../role/role.service.ts'
import type { SessionModule } from '../session/session.routes.ts'
import type { UserService } from '../user/user.service.ts'
import { createInvitationStore, type InvitationRow } from './invitation.store.ts'
import { createEntrance, type InvitationEntrance } from './invitationEntrance.ts'
import { createInvitationGiver } from './invitationGiver.ts'
import { createInvitationMail } from './invitationMail.ts'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 60 * 60_000
/** More open invitations than this are not kept by one person. */
const LIMIT = 100

/** What invitations lean on. */
export interface InvitationParts {
  namespaces: NamespaceService
  roles: RoleService
  users: UserService
  session: SessionModule
}

/** Links with which people make their own accounts. */
export interface InvitationService extends InvitationEntrance {
  list(caller: Caller): Promise<Invitation[]>
  /** Where the caller may invite to, and whether links can be mailed. */
  options(caller: Caller): Promise<OutputOf<typeof InvitationOptions>>
  add(caller: Caller, input: InputOf<typeof InvitationAdd>): Promise<OutputOf<typeof InvitationAdd>>
  revoke(caller: Caller, id: number): Promise<void>
}

type Tools = Pick<Platform, 'access' | 'db' | 'env' | 'trail'>

/** The address of the page that takes the token; after the `#`, so that no server and no other page ever sees it. */
const linkOf = (home: string, token: string): string => `${home.replace(/\/+$/, '')}/#/invite?token=${token}`

type Giver = ReturnType<typeof createInvitationGiver>
type Store = ReturnType<typeof createInvitationStore>

/** The invitations a caller may see; names of places he does not belong to stay out. */
const lister =
  (store: Store, giver: Giver) =>
  async (caller: Caller, rows: readonly InvitationRow[]): Promise<Invitation[]> => {
    const grants = await store.grants(rows.map(({ id }) => id))
    const names = await store.namesOf(rows.map(({ userId }) => userId))
    const places = await store.namespaces(caller.isSuperManager ? undefined : caller.userId)
    const seen = new Set(places.map(({ id }) => id))
    const shown = async (row: InvitationRow) => {
      const own = grants.filter(({ invitationId }) => invitationId === row.id)
      return {
        ...{ id: row.id, account: row.account, note: row.note },
        ...{ inviterId: row.userId, inviterName: names.get(row.userId) ?? '' },
        grants: own.map(({ namespaceId, namespaceName, roleId, roleName }) =>
          seen.has(namespaceId)
            ? { namespaceId, namespaceName, roleId, roleName }
            : { namespaceId, namespaceName: '', roleId, roleName: '' },
        ),
        ...{ insertTime: formatTimestamp(row.insertTime), expireTime: formatTimestamp(row.expireTime) },
        isGood: await giver.isGood(row, own),
      }
    }
    return Promise.all(rows.map(shown))
  }

/** Creates the rules of invitations. */
export function createInvitationService(tools: Tools, parts: InvitationParts): InvitationService {
  const { db, env } = tools
  const { users } = parts
  const store = createInvitationStore(db)
  const giver = createInvitationGiver(tools, { ...parts, store })
  const mail = createInvitationMail(env)
  const describe = lister(store, giver)
  const canMail = env.SMTP_URL !== ''

  const visible = (caller: Caller) =>
    store.list(caller.isSuperManager ? undefined : { userId: caller.userId, namespaceId: caller.namespaceId })

  const requireNew = async (account: string): Promise<void> => {
    if (account !== '' && (await users.hasAccount(account))) {
      throw failed('this account exists already, maybe as one that was removed; choose a different one')
    }
  }

  const add: InvitationService['add'] = async (caller, input) => {
    const { grants, days = INVITATION_DAYS.default, mail: to = '' } = input
    if (env.LDAP_URL !== '') {
      throw failed('people sign in with their account of the directory here; add them to a namespace after that')
    }
    if (to !== '' && !canMail) throw failed('the console has no mail server; copy the link instead')
    const held = await giver.requireHeld(caller, grants)
    const account = (input.account ?? '').trim()
    await requireNew(account)
    if ((await store.countOf(caller.userId)) >= LIMIT) {
      throw failed(`you have ${LIMIT} open invitations; revoke some of them first`)
    }
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const values = {
      ...{ hash: lookupHash(token), userId: caller.userId, namespaceId: caller.namespaceId, account },
      ...{ note: (input.note ?? '').trim(), expireTime: Date.now() + days * DAY_MS },
    }
    const id = await db.transaction().execute(async (trx) => {
      await giver.requireGrantable(trx, held, grants)
      return createInvitationStore(trx).add(values, grants)
    })
    const link = linkOf(env.PUBLIC_URL || caller.origin, token)
    return { id, token, mailProblem: to === '' ? '' : await mail({ to, inviter: caller.name, link, days }) }
  }

  return {
    ...createEntrance(tools, { ...parts, store, giver }),
    add,
    options: async (caller) => ({ namespaces: await giver.options(caller), canMail }),

    list: async (caller) => describe(caller, await visible(caller)),

    revoke: async (caller, id) => {
      const isVisible = (await visible(caller)).some((row) => row.id === id)
      if (!isVisible || !(await store.revoke(id))) {
        throw failed('this invitation has ended already; load the list again')
      }
    },
  }
}
