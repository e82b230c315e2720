import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

/** One notice on its way to one target. */
export interface NotificationDeliveryTable extends Timed {
  /** Names it to the receiver, which may get it twice when the console dies between sending and writing it down. */
  deliveryId: string
  namespaceId: number
  /** `deploy`, `monitor`, `server_monitor`, `review` */
  useBy: string
  /** Channel, a `NotifyType`. */
  type: number
  /** What it is about: the name of a project, a monitor or a server. */
  subject: string
  /** Encrypted: whoever has the address can write into the room behind it. */
  target: string
  /** The target as people may see it. */
  targetHint: string
  /** JSON: what the template is filled with, without secrets. */
  data: string
  /** As it was sent last; "" before the first attempt. */
  title: Generated<string>
  content: Generated<string>
  /** Why the template was not used; "" when it was. */
  problem: Generated<string>
  /** `waiting`, `sent`, `failed` */
  state: string
  attempts: Generated<number>
  /** Attempts that were made before somebody asked to try again; the pauses grow from there. */
  firstAttempt: Generated<number>
  /** When it is tried (again), or when an attempt that nobody heard of again counts as lost. */
  nextTime: number
  /** What the receiver said last, without secrets. */
  answer: Generated<string>
}

/** The tables of notices on their way. */
export interface NotificationTables {
  notificationDelivery: NotificationDeliveryTable
}
