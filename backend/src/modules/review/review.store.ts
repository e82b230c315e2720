import { ReviewState } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectReviewTable } from '../../platform/guardSchema.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'
import type { DeployRequest } from '../deploy/deployHooks.ts'

export type ReviewRecord = Selectable<ProjectReviewTable>
type NewReview = Pick<
  ReviewRecord,
  | 'namespaceId'
  | 'projectId'
  | 'commitId'
  | 'branch'
  | 'message'
  | 'reviewUrl'
  | 'request'
  | 'overrideReason'
  | 'callbackHash'
  | 'expireTime'
  | 'creatorId'
  | 'creator'
>

/** Who answers a review, and how. */
export interface ReviewAnswer {
  state: (typeof ReviewState)['Reviewed'] | (typeof ReviewState)['Rejected']
  reason: string
  editorId: number
  editor: string
  /** The deploy that an approval leads to; "" for a rejection. */
  token: string
}

/** What a review is bound to. */
export const requestOf = (review: ReviewRecord): DeployRequest => JSON.parse(review.request) as DeployRequest

const EXPIRED_LIMIT = 100

/** Deploys that wait for a second person. */
export const createReviewStore = (db: Db) => ({
  add: async (values: NewReview): Promise<number> => {
    const now = Date.now()
    const row = { ...values, insertTime: now, updateTime: now }
    return (await db.insertInto('projectReview').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  setUrl: (id: number, reviewUrl: string) =>
    db.updateTable('projectReview').set({ reviewUrl }).where('id', '=', id).execute(),

  /** In any namespace; the callback's secret or the caller's project says who may know. */
  find: (id: number) => db.selectFrom('projectReview').selectAll().where('id', '=', id).executeTakeFirst(),

  page: (projectId: number, page: PageOf) =>
    newestPage(db.selectFrom('projectReview').where('projectId', '=', projectId).selectAll(), page),

  /** Records the answer if nobody was faster and it is not too late; undefined otherwise. */
  answer: (id: number, answer: ReviewAnswer): Promise<ReviewRecord | undefined> => {
    const now = Date.now()
    return db
      .updateTable('projectReview')
      .set({ ...answer, updateTime: now })
      .where('id', '=', id)
      .where('state', '=', ReviewState.Wait)
      .where('expireTime', '>', now)
      .returningAll()
      .executeTakeFirst()
  },

  /** Those that nobody answered in time and nobody was told of. */
  expired: (now: number): Promise<ReviewRecord[]> =>
    db
      .selectFrom('projectReview')
      .selectAll()
      .where('state', '=', ReviewState.Wait)
      .where('expiryTold', '=', 0)
      .where('expireTime', '<=', now)
      .orderBy('expireTime')
      .limit(EXPIRED_LIMIT)
      .execute(),

  /** Claims to tell that one expired; of several nodes one gets it. */
  takeExpiry: async (id: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('projectReview')
      .set({ expiryTold: 1 })
      .where('id', '=', id)
      .where('expiryTold', '=', 0)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})
