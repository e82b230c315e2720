import { ReviewState } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ProjectReviewTable } from '../../platform/guardSchema.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'

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

  /** Records the answer if nobody was faster and it is not too late. */
  answer: async (id: number, answer: ReviewAnswer): Promise<boolean> => {
    const now = Date.now()
    const { numUpdatedRows } = await db
      .updateTable('projectReview')
      .set({ ...answer, updateTime: now })
      .where('id', '=', id)
      .where('state', '=', ReviewState.Wait)
      .where('expireTime', '>', now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})
