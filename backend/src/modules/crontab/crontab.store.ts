import type { CrontabAction } from '@windlass/shared-kit/contract/crontab'
import type { Db } from '../../platform/db.ts'
import { newestBeyond } from '../../platform/newestBeyond.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'

const KEPT_PER_CRONTAB = 200

/** Whose crontab on which server. */
export interface CrontabPlace {
  namespaceId: number
  serverId: number
  account: string
}

/** A state to be kept. */
export interface CrontabState extends CrontabPlace {
  action: CrontabAction
  note: string
  /** Encrypted: lines of crontabs hold passwords. */
  content: string
  hash: string
  size: number
  entries: number
  userId: number
  userName: string
}

/** A kept state without its text. */
export interface CrontabVersionRow {
  id: number
  action: string
  note: string
  hash: string
  size: number
  entries: number
  userName: string
  insertTime: number
}

/** The states of crontabs that the console has seen or made. */
export function createCrontabStore(db: Db) {
  const of = ({ namespaceId, serverId, account }: CrontabPlace) =>
    db
      .selectFrom('crontabVersion')
      .where('namespaceId', '=', namespaceId)
      .where('serverId', '=', serverId)
      .where('account', '=', account)
  const removeOld = async (place: CrontabPlace): Promise<void> => {
    const newest = await newestBeyond(of(place), KEPT_PER_CRONTAB)
    if (newest === undefined) return
    await db
      .deleteFrom('crontabVersion')
      .where('namespaceId', '=', place.namespaceId)
      .where('serverId', '=', place.serverId)
      .where('account', '=', place.account)
      .where('id', '<=', newest)
      .execute()
  }
  return {
    latestHash: async (place: CrontabPlace): Promise<string | undefined> =>
      (await of(place).select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst())?.hash,

    add: async (state: CrontabState): Promise<number> => {
      const row = { ...state, insertTime: Date.now() }
      const { id } = await db.insertInto('crontabVersion').values(row).returning('id').executeTakeFirstOrThrow()
      await removeOld(state)
      return id
    },

    list: (place: CrontabPlace, page: PageOf): Promise<{ list: CrontabVersionRow[]; total: number }> =>
      newestPage(of(place).select(['id', 'action', 'note', 'hash', 'size', 'entries', 'userName', 'insertTime']), page),

    find: (namespaceId: number, id: number): Promise<{ content: string; serverId: number } | undefined> =>
      db
        .selectFrom('crontabVersion')
        .select(['content', 'serverId'])
        .where('namespaceId', '=', namespaceId)
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}
