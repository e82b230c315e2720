import type { NotifyTypeNumber } from '@windlass/shared-kit/contract'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import { repeat } from '../../platform/repeat.ts'
import { utcText } from '../../platform/timestamp.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import { projectRow, projectServerRow } from '../project/projectRow.ts'
import { createReviewStore, type ReviewRecord, requestOf } from './review.store.ts'

/** What happens to a review that somebody wants to know. */
export type ReviewEvent = 'waiting' | 'approved' | 'rejected' | 'expired'

/** Tells the room of a project what becomes of its reviews, as part of the transaction in which it does. */
export type TellReview = (trx: Db, project: ProjectInPlain, review: ReviewRecord, event: ReviewEvent) => Promise<void>

interface Parts {
  projects: Pick<ProjectService, 'find' | 'servers'>
  notifications: Pick<NotificationService, 'send'>
}

/** How late it may be told that a review expired. */
const LOOK_MS = 5_000
const NO_BINDING = { bindingId: 0, insertTime: 0, updateTime: 0 }

const reviewFields = ({ id, commitId, branch, message, creator, editor, reason, token, expireTime }: ReviewRecord) => ({
  ...{ id, commitId, branch, message, creator, editor, reason, token },
  expireTime: utcText(expireTime),
})

/** Whoever can answer is told that somebody waits, whoever asked what was said. */
export const createReviewNotices =
  ({ projects, notifications }: Parts): TellReview =>
  async (trx, project, review, event) => {
    const wanted = new Set(requestOf(review).serverIds)
    const servers = (await projects.servers(project.id, trx)).filter(({ id }) => wanted.has(id))
    await notifications.send(
      {
        namespaceId: project.namespaceId,
        useBy: 'review',
        // What stands in this column was checked when it was saved.
        type: project.notifyType as NotifyTypeNumber,
        target: project.notifyTarget,
        data: {
          Event: event,
          Project: projectRow(project, maskUrlCredentials(project.url)),
          ProjectServers: servers.map((server) => projectServerRow(project.id, { ...server, ...NO_BINDING })),
          Review: reviewFields(review),
        },
      },
      trx,
    )
  }

/** Looks for reviews that nobody answered in time, and tells each once however many nodes look. */
export function startExpiry(platform: Platform, { projects }: Pick<Parts, 'projects'>, tell: TellReview): void {
  const { db, log } = platform
  const end = async (review: ReviewRecord) => {
    const project = await projects.find(review.namespaceId, review.projectId)
    await db.transaction().execute(async (trx) => {
      const isOurs = await createReviewStore(trx).takeExpiry(review.id)
      if (isOurs && project) await tell(trx, project, review, 'expired')
    })
  }
  repeat(platform, { everyMs: LOOK_MS, problem: 'cannot look for reviews that expired' }, async () => {
    for (const review of await createReviewStore(db).expired(Date.now())) {
      // One that fails is tried again with the next look, and keeps no other one waiting.
      await end(review).catch((error: unknown) => log.error({ err: error, review: review.id }, 'expired review'))
    }
  })
}
