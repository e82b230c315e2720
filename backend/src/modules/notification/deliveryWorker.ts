import type { NoticeUse } from '@windlass/shared-kit/contract/notification'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import { createDeliveryStore, type DeliveryRecord } from './delivery.store.ts'
import { DELIVERY_QUEUE, type DeliveryJob, deliveryKey, TARGET_PURPOSE } from './deliveryParts.ts'
import { visibleText } from './noticeEscape.ts'
import type { NoticeSender } from './noticeSender.ts'
import type { Outcome } from './postNotice.ts'

const CONCURRENCY = 8
const LOOK_MS = 1_000
const KEPT_MS = 90 * 24 * 3_600_000
const ANSWER_LIMIT = 1_000

/** Pauses of the settings, in milliseconds. */
const pausesOf = (text: string): number[] => text.split(',').map((seconds) => Number(seconds) * 1000)

/** One attempt at a notice, and what to write down about it. */
function createAttempt({ db, secrets, log, env }: Platform, sender: NoticeSender) {
  const store = createDeliveryStore(db)
  const pauses = pausesOf(env.NOTICE_RETRY_SECONDS)

  const composed = async (row: DeliveryRecord, data: Record<string, unknown>) => {
    // A repetition says what the first attempt said, whatever has become of the template.
    if (row.content !== '') return { title: row.title, text: row.content, problem: row.problem }
    const text = await sender.compose(row.useBy as NoticeUse, row.type, data)
    if (text.problem !== '') {
      log.warn({ delivery: row.deliveryId, useBy: row.useBy, type: row.type }, `notice template: ${text.problem}`)
    }
    return text
  }

  const outcomeOf = async (row: DeliveryRecord) => {
    const data = JSON.parse(row.data) as Record<string, unknown>
    const { title, text, problem } = await composed(row, data)
    const target = secrets.decrypt(row.target, TARGET_PURPOSE)
    const { deliveryId, type } = row
    const useBy = row.useBy as NoticeUse
    const outcome = await sender.deliver({ deliveryId, useBy, type, target, title, text, data })
    return { outcome, text: { title, content: text, problem } }
  }

  const after = (row: DeliveryRecord, { isSent }: Outcome) => {
    if (isSent) return { state: 'sent' }
    const pause = pauses[row.attempts - row.firstAttempt - 1]
    return pause === undefined ? { state: 'failed' } : { nextTime: Date.now() + pause }
  }

  return async ({ id, attempts }: DeliveryJob): Promise<void> => {
    const row = await store.claim(id, attempts)
    if (!row) return
    try {
      const { outcome, text } = await outcomeOf(row)
      const change = after(row, outcome)
      await store.settle(row, { ...change, ...text, answer: visibleText(outcome.answer).slice(0, ANSWER_LIMIT) })
      if (change.state === 'failed') {
        log.warn({ delivery: row.deliveryId, target: row.targetHint }, `notice given up: ${outcome.answer}`)
      }
    } catch (error) {
      log.error({ err: error, delivery: row.deliveryId }, 'cannot send a notice')
      const answer = 'the console could not send this; its log has the reason'
      await store.settle(row, { ...after(row, { isSent: false, answer }), answer })
    }
  }
}

/** Sends notices in the background: new ones at once, those that were not received after growing pauses. */
export function startDeliveryWorker(platform: Platform, sender: NoticeSender): void {
  const { db, jobs, secrets } = platform
  const attempt = createAttempt(platform, sender)
  jobs.work<DeliveryJob>(DELIVERY_QUEUE, { concurrency: CONCURRENCY }, ({ data }) => attempt(data))

  const look = async () => {
    for (const { id, attempts, target, nextTime } of await createDeliveryStore(db).due(Date.now())) {
      const key = deliveryKey(secrets.decrypt(target, TARGET_PURPOSE))
      await db.transaction().execute(async (trx) => {
        if (await createDeliveryStore(trx).hold(id, nextTime))
          await jobs.send(DELIVERY_QUEUE, key, { id, attempts }, trx)
      })
    }
  }

  repeat(platform, { everyMs: LOOK_MS, problem: 'cannot look for notices to send again' }, look)
  everyHour(platform, 'forget old notices', () => createDeliveryStore(db).prune(Date.now() - KEPT_MS))
}
