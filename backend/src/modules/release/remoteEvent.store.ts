import type { RELEASE_EVENTS, ReleaseEvent } from '@windlass/shared-kit/contract/release'
import type { Db } from '../../platform/db.ts'
import { newestPage } from '../../platform/newestPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

export type ReleaseEventKind = (typeof RELEASE_EVENTS)[number]

/** Who did it; nobody for what the console does by itself. */
export interface Actor {
  userId: number
  name: string
}

export const CONSOLE: Actor = { userId: 0, name: '' }

/** Something that was done to an area. */
export interface NewEvent {
  remote: string
  version: string
  kind: ReleaseEventKind
  actor: Actor
  /** A sentence: to whom, from which version, why. */
  detail: string
}

/** The history of releases, which is only ever added to. */
export function createRemoteEventStore(db: Db) {
  return {
    add: async ({ actor, ...event }: NewEvent): Promise<void> => {
      const values = { ...event, userId: actor.userId, userName: actor.name, insertTime: Date.now() }
      await db.insertInto('remoteEvent').values(values).execute()
    },

    /** What was done in one of these ways since then, the oldest first. */
    since: (kinds: readonly ReleaseEventKind[], time: number) =>
      db
        .selectFrom('remoteEvent')
        .select(['remote', 'version', 'kind', 'insertTime'])
        .where('kind', 'in', kinds)
        .where('insertTime', '>=', time)
        .orderBy('id')
        .execute(),

    page: async (remote: string | undefined, page: number, rows: number) => {
      const all = db
        .selectFrom('remoteEvent')
        .$if(remote !== undefined, (query) => query.where('remote', '=', remote ?? ''))
        .select(['id', 'remote', 'version', 'kind', 'userName', 'detail', 'insertTime'])
      const found = await newestPage(all, { page, rows })
      const list = found.list.map(
        // Only `add` writes this column.
        (row): ReleaseEvent => ({
          ...row,
          kind: row.kind as ReleaseEventKind,
          insertTime: formatTimestamp(row.insertTime),
        }),
      )
      return { list, pagination: { page, rows, total: found.total } }
    },
  }
}
