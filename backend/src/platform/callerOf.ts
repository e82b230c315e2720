import { State } from '@windlass/shared-kit/contract'
import type { Caller } from './caller.ts'
import { failed } from './errors.ts'
import type { Platform } from './platform.ts'

/**
 * A person as a caller, for what is done in his name while he is away: with what he may do today, not what he might
 * when he asked for it.
 * @throws AppError when he has no account any more
 */
export async function callerOf(
  { db, access }: Pick<Platform, 'db' | 'access'>,
  userId: number,
  namespaceId: number,
): Promise<Caller> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'account', 'name', 'superManager'])
    .where('id', '=', userId)
    .where('state', '=', State.Enabled)
    .executeTakeFirst()
  if (!user) throw failed('who started this has no account any more; somebody else must start it')
  const isSuperManager = user.superManager === 1
  const permissionIds = await access.permissionsIn({ userId, isSuperManager }, namespaceId)
  const nowhere = { remoteAddress: '', userAgent: '', referer: '', origin: '', sessionId: '' }
  const { account, name } = user
  return { ...nowhere, userId, account, name, isSuperManager, permissionIds, namespaceId }
}
