import type { TraceTypeNumber } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { PublishTraceTable } from '../../platform/publishSchema.ts'

export type TraceRecord = Selectable<PublishTraceTable>

/** One finished stage, as it is written down. */
export interface TraceEntry {
  type: TraceTypeNumber
  isOk: boolean
  detail: string
  ext: object
  startTime: number
}

/** Whose deploy an entry belongs to. */
export type TraceOwner = Pick<TraceRecord, 'token' | 'projectId' | 'projectName' | 'publisherId' | 'publisherName'>

export type PublishTraceStore = ReturnType<typeof createPublishTraceStore>

/** The stages of deploys, written when each has ended. */
export function createPublishTraceStore(db: Db) {
  return {
    add: (owner: TraceOwner, { type, isOk, detail, ext, startTime }: TraceEntry) =>
      db
        .insertInto('publishTrace')
        .values(({ selectFrom, fn, val }) => ({
          ...owner,
          namespaceId: fn.coalesce(
            selectFrom('project').select('namespaceId').where('id', '=', owner.projectId),
            val(0),
          ),
          type,
          detail: detail.replaceAll('\0', '␀'),
          state: isOk ? 1 : 0,
          ext: JSON.stringify(ext),
          insertTime: startTime,
          updateTime: Date.now(),
        }))
        .execute(),

    list: (token: string) =>
      db.selectFrom('publishTrace').selectAll().where('token', '=', token).orderBy('id').execute(),

    find: (id: number) => db.selectFrom('publishTrace').selectAll().where('id', '=', id).executeTakeFirst(),
  }
}
