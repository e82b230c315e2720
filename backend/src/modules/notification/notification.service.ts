import { randomUUID } from 'node:crypto'
import { NotifyType, type NotifyTypeNumber } from '@windlass/shared-kit/contract'
import type { NoticeUse } from '@windlass/shared-kit/contract/notification'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createDeliveryStore } from './delivery.store.ts'
import { DELIVERY_QUEUE, deliveryKey, LEASE_MS, TARGET_PURPOSE } from './deliveryParts.ts'
import { linkOf, subjectOf, withoutSecrets } from './noticeData.ts'
import { hintOf } from './noticeTarget.ts'

/** Something that happened and that somebody wants to be told. */
export interface Notice {
  namespaceId: number
  useBy: NoticeUse
  /** Channel; nothing is sent with 0. */
  type: NotifyTypeNumber
  /** Address of the room behind the channel, or mail addresses with commas between. */
  target: string
  /**
   * By the names that templates use (`Project`, `DeployState`, `Monitor`, `ErrorMsg` …); the objects below as they are
   * on the wire. Secrets in it are dropped before anything is stored.
   */
  data: Readonly<Record<string, unknown>>
}

/** Telling people what happened. */
export interface NotificationService {
  /**
   * Puts a notice on its way and returns at once: it is sent in the background, again after a failure, also after a
   * restart. With `trx` it exists only if the caller's transaction commits.
   */
  send(notice: Notice, trx?: Db): Promise<void>
  /** Tries again at once what was not received. @throws AppError when there is no such notice, or it was received */
  retry(caller: Pick<Caller, 'namespaceId' | 'isSuperManager'>, id: number): Promise<void>
}

/** Creates the way notices take. */
export function createNotificationService({
  db,
  jobs,
  secrets,
  env,
}: Pick<Platform, 'db' | 'env' | 'jobs' | 'secrets'>): NotificationService {
  const queue = async ({ namespaceId, useBy, type, target, data }: Notice, trx: Db) => {
    const link = linkOf(env.PUBLIC_URL, data)
    const safe = { ...withoutSecrets(data), ...(link !== '' && { Link: link }) }
    const id = await createDeliveryStore(trx).add({
      deliveryId: randomUUID(),
      namespaceId,
      useBy,
      type,
      subject: subjectOf(safe),
      target: secrets.encrypt(target, TARGET_PURPOSE),
      targetHint: hintOf(type, target),
      data: JSON.stringify(safe),
      nextTime: Date.now() + LEASE_MS,
    })
    await jobs.send(DELIVERY_QUEUE, deliveryKey(target), { id, attempts: 0 }, trx)
  }

  return {
    send: async (notice, trx) => {
      if (notice.type === NotifyType.None || notice.target.trim() === '') return
      await (trx ? queue(notice, trx) : db.transaction().execute((inside) => queue(notice, inside)))
    },

    retry: (caller, id) =>
      db.transaction().execute(async (trx) => {
        const row = await createDeliveryStore(trx).revive(caller, id)
        if (!row) throw failed('this notice was received already, or is no longer kept; load the list again')
        const key = deliveryKey(secrets.decrypt(row.target, TARGET_PURPOSE))
        await jobs.send(DELIVERY_QUEUE, key, { id, attempts: row.attempts }, trx)
      }),
  }
}
