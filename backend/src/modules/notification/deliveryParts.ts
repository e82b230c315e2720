import { hash } from 'node:crypto'

/** The queue of notices; its key is the target, so that a slow receiver holds back nobody else's. */
export const DELIVERY_QUEUE = 'notification'
export const deliveryKey = (target: string): string => hash('sha256', target, 'base64url')

/** An attempt that has not been heard of for this long has died with its process. */
export const LEASE_MS = 60_000
/** What the addresses of receivers are encrypted for. */
export const TARGET_PURPOSE = 'notification.target'

/** What a job of the queue says: the delivery, and how many attempts there were when it was sent. */
export interface DeliveryJob {
  id: number
  attempts: number
}
