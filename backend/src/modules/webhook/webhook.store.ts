import type { DeliveryOutcome, WebhookDelivery } from '@windlass/shared-kit/contract/webhook'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { newestBeyond } from '../../platform/newestBeyond.ts'
import { newestPage } from '../../platform/newestPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { WebhookDeliveryTable } from '../../platform/triggerSchema.ts'

export type DeliveryRecord = Selectable<WebhookDeliveryTable>
export type NewDelivery = Omit<Insertable<WebhookDeliveryTable>, 'id' | 'insertTime'>

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
/** So that nobody who only knows the address fills the disk. */
const KEPT_PER_PROJECT = 2_000

type ListedColumn = Exclude<keyof DeliveryRecord, 'headers' | 'body' | 'push' | 'namespaceId' | 'projectId'>
const LISTED = [
  ...(['id', 'insertTime', 'provider', 'event', 'deliveryId', 'ref', 'commitId', 'pusher', 'remoteAddress'] as const),
  ...(['signature', 'outcome', 'code', 'answer', 'token', 'replayOf', 'replayedBy', 'bodySize'] as const),
] satisfies ListedColumn[]

/** A delivery as the list shows it. */
export const deliveryRow = (row: Pick<DeliveryRecord, ListedColumn>): WebhookDelivery => ({
  id: row.id,
  time: formatTimestamp(row.insertTime),
  // What stands in these three columns was written by this module.
  provider: row.provider as WebhookDelivery['provider'],
  signature: row.signature as WebhookDelivery['signature'],
  outcome: row.outcome as WebhookDelivery['outcome'],
  event: row.event,
  ref: row.ref,
  commit: row.commitId,
  pusher: row.pusher,
  remoteAddress: row.remoteAddress,
  code: row.code,
  answer: row.answer,
  token: row.token,
  replayOf: row.replayOf,
  replayedBy: row.replayedBy,
})

interface Page {
  projectId: number
  page: number
  rows: number
  outcome?: DeliveryOutcome | '' | undefined
}

/** What came, and what it was answered. */
const deliveries = (db: Db) => ({
  add: async (values: NewDelivery): Promise<number> => {
    const row = { ...values, insertTime: Date.now() }
    return (await db.insertInto('webhookDelivery').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  page: async (namespaceId: number, { projectId, page, rows, outcome = '' }: Page) => {
    let query = db
      .selectFrom('webhookDelivery')
      .where('projectId', '=', projectId)
      .where('namespaceId', '=', namespaceId)
    if (outcome !== '') query = query.where('outcome', '=', outcome)
    const { list, total } = await newestPage(query.select(LISTED), { page, rows })
    return { list: list.map(deliveryRow), pagination: { page, rows, total } }
  },

  find: (namespaceId: number, projectId: number, id: number) =>
    db
      .selectFrom('webhookDelivery')
      .selectAll()
      .where('id', '=', id)
      .where('projectId', '=', projectId)
      .where('namespaceId', '=', namespaceId)
      .executeTakeFirst(),
})

/** Which deliveries have started something. */
const starts = (db: Db) => ({
  /** Whether a delivery has started a deploy already. */
  isSeen: async (projectId: number, deliveryId: string): Promise<boolean> => {
    const row = await db
      .selectFrom('webhookSeen')
      .select('deliveryId')
      .where('projectId', '=', projectId)
      .where('deliveryId', '=', deliveryId)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Notes that a delivery starts a deploy; false when it has done so before. */
  see: async (projectId: number, deliveryId: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('webhookSeen')
      .values({ projectId, deliveryId, insertTime: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows !== 0n && numInsertedOrUpdatedRows !== undefined
  },
})

/** Keeping it within bounds. */
const chores = (db: Db) => ({
  /** Drops what is old, and the oldest of what is too much. */
  tidy: async (): Promise<void> => {
    const before = Date.now() - KEPT_MS
    await db.deleteFrom('webhookDelivery').where('insertTime', '<', before).execute()
    await db.deleteFrom('webhookSeen').where('insertTime', '<', before).execute()
    const crowded = await db
      .selectFrom('webhookDelivery')
      .select('projectId')
      .groupBy('projectId')
      .having(({ fn }) => fn.countAll(), '>', KEPT_PER_PROJECT)
      .execute()
    for (const { projectId } of crowded) {
      const ofProject = db.selectFrom('webhookDelivery').where('projectId', '=', projectId)
      const newest = await newestBeyond(ofProject, KEPT_PER_PROJECT)
      if (newest === undefined) continue
      await db.deleteFrom('webhookDelivery').where('projectId', '=', projectId).where('id', '<=', newest).execute()
    }
  },
})

/** Deliveries, and which of them have started something. */
export const createWebhookStore = (db: Db) => ({ ...deliveries(db), ...starts(db), ...chores(db) })
