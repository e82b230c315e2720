import {
  InvitationAccept,
  InvitationAdd,
  InvitationList,
  InvitationLook,
  InvitationOptions,
  InvitationRevoke,
} from '@windlass/shared-kit/contract/invitation'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import { createInvitationService, type InvitationParts } from './invitation.service.ts'
import { createInvitationStore } from './invitation.store.ts'

const KEPT_MS = 90 * 24 * 60 * 60_000

/** Links with which people make their own accounts. */
export function invitationModule(platform: Platform, parts: InvitationParts): void {
  const { mount, db } = platform
  const { session, users } = parts
  const invitations = createInvitationService(platform, parts)

  mount(InvitationList, async (_input, caller) => ({ list: await invitations.list(caller) }))
  mount(InvitationOptions, (_input, caller) => invitations.options(caller))
  mount(InvitationAdd, (input, caller) => invitations.add(caller, input))
  mount(InvitationRevoke, async ({ id }, caller) => {
    await invitations.revoke(caller, id)
    return null
  })
  mount.public(InvitationLook, ({ token }) => invitations.look(token))
  mount.public(
    InvitationAccept,
    (input, visitor, exchange) => {
      let account = ''
      const told = (known: string) => {
        account = known
      }
      return session.enter(
        () => account,
        visitor,
        exchange,
        () => invitations.accept(input, visitor, told),
      )
    },
    session.refuse,
  )

  users.onAway((trx, userId) => createInvitationStore(trx).revokeAllOf(userId))
  everyHour(platform, 'forget old invitations', () => createInvitationStore(db).prune(Date.now() - KEPT_MS))
}
