import type { NotificationDelivery } from '@windlass/shared-kit/contract/notification'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { DeliveryRecord } from './delivery.store.ts'

/** A delivery as the wire shows it: without the address and without the data behind its text. */
export const deliveryRow = (row: DeliveryRecord): NotificationDelivery => ({
  id: row.id,
  deliveryId: row.deliveryId,
  // What stands in these columns was checked when it was queued.
  useBy: row.useBy as NotificationDelivery['useBy'],
  type: row.type as NotificationDelivery['type'],
  state: row.state as NotificationDelivery['state'],
  subject: row.subject,
  target: row.targetHint,
  attempts: row.attempts,
  nextTime: row.state === 'waiting' && row.attempts > 0 ? formatTimestamp(row.nextTime) : '',
  answer: row.answer,
  title: row.title,
  content: row.content,
  problem: row.problem,
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})
