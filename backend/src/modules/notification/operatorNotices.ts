import { operatorTarget } from '../../noticeEnv.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { EVERYWHERE } from './delivery.store.ts'
import type { NotificationService } from './notification.service.ts'

/** What happened to a version of an area without anybody doing it. */
export interface AreaNews {
  event: 'takenBack' | 'damaged' | 'mended'
  remote: string
  version: string
  /** What those who had it get now; "" when that is nothing, or has not changed. */
  instead: string
  /** A sentence; "" where the event says it all. */
  reason: string
}

/** Telling those who look after the console; super managers find it among the deliveries of any namespace. */
export interface OperatorNotices {
  /** Tells nobody when no setting says whom. The notice exists only if the transaction commits. */
  tell(news: AreaNews, trx: Db): Promise<void>
}

/** Creates the way to them. */
export function createOperatorNotices(
  { env }: Pick<Platform, 'env'>,
  notifications: Pick<NotificationService, 'send'>,
): OperatorNotices {
  const target = operatorTarget(env)
  return {
    tell: async ({ event, reason, ...release }, trx) => {
      if (target === undefined) return
      const data = { Event: event, Release: release, Reason: reason }
      await notifications.send({ namespaceId: EVERYWHERE, useBy: 'console', ...target, data }, trx)
    },
  }
}
