import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { NotificationDeliveryTable } from '../../platform/notificationSchema.ts'

export type DeliveryRecord = Selectable<NotificationDeliveryTable>

type NewDelivery = Omit<Insertable<NotificationDeliveryTable>, 'id' | 'state' | 'insertTime' | 'updateTime'>

/** The rows of notices on their way. */
export function createDeliveryStore(db: Db) {
  return {
    add: async (values: NewDelivery): Promise<number> => {
      const now = Date.now()
      const row = { ...values, state: 'waiting', insertTime: now, updateTime: now }
      return (await db.insertInto('notificationDelivery').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
  }
}
