import {
  OwnSessionEnd,
  OwnSessionEndOthers,
  OwnSessionList,
  UserEndSessions,
} from '@windlass/shared-kit/contract/ownSession'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { UserService } from '../user/user.service.ts'

/** Where somebody is signed in, and how that ends. */
export function ownSessionModule({ mount, db, sessions }: Platform, { users }: { users: UserService }): void {
  const rowsOf = (userId: number) =>
    db
      .selectFrom('session')
      .select(['id', 'userAgent', 'remoteAddress', 'seenAddress', 'insertTime', 'seenTime', 'way'])
      .where('userId', '=', userId)
      .where('expireTime', '>', Date.now())

  mount(OwnSessionList, async (_input, caller) => {
    const rows = await rowsOf(caller.userId).orderBy('insertTime', 'desc').execute()
    const list = rows.map((row) => ({
      ...row,
      // Nothing was called with it since it began.
      seenAddress: row.seenAddress || row.remoteAddress,
      insertTime: formatTimestamp(row.insertTime),
      seenTime: formatTimestamp(Math.max(row.seenTime, row.insertTime)),
      isCurrent: row.id === caller.sessionId,
    }))
    return { list }
  })

  mount(OwnSessionEnd, async ({ id }, caller) => {
    const own = await rowsOf(caller.userId).where('id', '=', id).executeTakeFirst()
    if (!own) throw failed('this session has ended already; load the page again')
    await sessions.end(own.id)
    return null
  })

  mount(OwnSessionEndOthers, async (_input, caller) => {
    await sessions.endAll(caller.userId, caller.sessionId)
    return null
  })

  mount(UserEndSessions, async ({ id }, caller) => {
    await users.requireControl(caller, id)
    await sessions.endAll(id, id === caller.userId ? caller.sessionId : '')
    return null
  })
}
