import type { InputOf } from '@windlass/shared-kit/contract'
import type { NotificationDeliveryList } from '@windlass/shared-kit/contract/notification'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'
import type { NotificationDeliveryTable } from '../../platform/notificationSchema.ts'
import { LEASE_MS } from './deliveryParts.ts'

export type DeliveryRecord = Selectable<NotificationDeliveryTable>

type NewDelivery = Omit<Insertable<NotificationDeliveryTable>, 'id' | 'state' | 'insertTime' | 'updateTime'>
type Filter = Pick<InputOf<typeof NotificationDeliveryList>, 'state' | 'useBy' | 'type'>
/** Whose notices: of the caller's namespace, and to a super manager those that belong to none. */
type Viewer = Pick<Caller, 'namespaceId' | 'isSuperManager'>

/** The place of notices about the console itself. */
export const EVERYWHERE = 0
const placesOf = ({ namespaceId, isSuperManager }: Viewer) =>
  isSuperManager ? [namespaceId, EVERYWHERE] : [namespaceId]

const DUE_LIMIT = 200

/** Moving notices along; several nodes may try at once, and one of them gets through. */
const movements = (db: Db) => ({
  add: async (values: NewDelivery): Promise<number> => {
    const now = Date.now()
    const row = { ...values, state: 'waiting', insertTime: now, updateTime: now }
    return (await db.insertInto('notificationDelivery').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  /** Begins an attempt, unless it was begun already: then somebody else has it. */
  claim: (id: number, attempts: number): Promise<DeliveryRecord | undefined> =>
    db
      .updateTable('notificationDelivery')
      .set({ attempts: attempts + 1, nextTime: Date.now() + LEASE_MS, updateTime: Date.now() })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst(),

  /** Writes down how an attempt ended; one that took so long that another was begun has nothing to say any more. */
  settle: async ({ id, attempts }: DeliveryRecord, change: Updateable<NotificationDeliveryTable>): Promise<void> => {
    await db
      .updateTable('notificationDelivery')
      .set({ ...change, updateTime: Date.now() })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting')
      .execute()
  },

  /** Those whose pause is over, or whose attempt was never heard of again. */
  due: (now: number) =>
    db
      .selectFrom('notificationDelivery')
      .select(['id', 'attempts', 'target', 'nextTime'])
      .where('state', '=', 'waiting')
      .where('nextTime', '<=', now)
      .orderBy('nextTime')
      .limit(DUE_LIMIT)
      .execute(),

  /** Takes one of them out of the sight of the other nodes while its job waits. */
  hold: async (id: number, nextTime: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('notificationDelivery')
      .set({ nextTime: Date.now() + LEASE_MS })
      .where('id', '=', id)
      .where('nextTime', '=', nextTime)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

/** The rows of notices on their way. */
export function createDeliveryStore(db: Db) {
  const matching = (viewer: Viewer, { state, useBy, type }: Filter) => {
    let query = db.selectFrom('notificationDelivery').where('namespaceId', 'in', placesOf(viewer))
    if (state) query = query.where('state', '=', state)
    if (useBy) query = query.where('useBy', '=', useBy)
    if (type) query = query.where('type', '=', type)
    return query
  }

  return {
    ...movements(db),

    /** Puts one that was not received on its way again, from the first pause on; undefined when there is none such. */
    revive: (viewer: Viewer, id: number): Promise<DeliveryRecord | undefined> =>
      db
        .updateTable('notificationDelivery')
        .set((row) => ({
          state: 'waiting',
          firstAttempt: row.ref('attempts'),
          nextTime: Date.now() + LEASE_MS,
          updateTime: Date.now(),
          title: '',
          content: '',
        }))
        .where('namespaceId', 'in', placesOf(viewer))
        .where('id', '=', id)
        .where('state', '!=', 'sent')
        .returningAll()
        .executeTakeFirst(),

    /** Forgets what was queued before a time. */
    prune: async (before: number): Promise<void> => {
      await db.deleteFrom('notificationDelivery').where('insertTime', '<', before).execute()
    },

    page: (viewer: Viewer, filter: Filter, page: PageOf) => newestPage(matching(viewer, filter).selectAll(), page),
  }
}
