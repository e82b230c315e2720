import type { NginxAction } from '@windlass/shared-kit/contract/nginx'
import type { Db } from '../../platform/db.ts'
import { newestBeyond } from '../../platform/newestBeyond.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'

const KEPT_PER_FILE = 100

/** A state to be kept. */
export interface NginxState {
  namespaceId: number
  serverId: number
  file: string
  action: NginxAction
  content: string
  hash: string
  size: number
  userId: number
  userName: string
}

/** A kept state without its text. */
export interface NginxVersionRow {
  id: number
  file: string
  action: string
  hash: string
  size: number
  userName: string
  insertTime: number
}

interface Place {
  namespaceId: number
  serverId: number
  file?: string | undefined
}

/** The states of configurations that the console has seen or made. */
export function createNginxStore(db: Db) {
  const of = ({ namespaceId, serverId, file }: Place) => {
    const rows = db.selectFrom('nginxVersion').where('namespaceId', '=', namespaceId).where('serverId', '=', serverId)
    return file === undefined ? rows : rows.where('file', '=', file)
  }
  return {
    latestHash: async (place: Required<Place>): Promise<string | undefined> =>
      (await of(place).select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst())?.hash,

    add: async (state: NginxState): Promise<void> => {
      await db
        .insertInto('nginxVersion')
        .values({ ...state, insertTime: Date.now() })
        .execute()
      const newest = await newestBeyond(of(state), KEPT_PER_FILE)
      if (newest === undefined) return
      await db
        .deleteFrom('nginxVersion')
        .where('namespaceId', '=', state.namespaceId)
        .where('serverId', '=', state.serverId)
        .where('file', '=', state.file)
        .where('id', '<=', newest)
        .execute()
    },

    list: (place: Place, page: PageOf): Promise<{ list: NginxVersionRow[]; total: number }> =>
      newestPage(of(place).select(['id', 'file', 'action', 'hash', 'size', 'userName', 'insertTime']), page),

    content: (namespaceId: number, id: number): Promise<{ content: string; serverId: number } | undefined> =>
      db
        .selectFrom('nginxVersion')
        .select(['content', 'serverId'])
        .where('namespaceId', '=', namespaceId)
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}
