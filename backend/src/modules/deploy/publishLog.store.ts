import type { DeployLogEntry } from '@windlass/shared-kit/contract/deploy'
import type { Db } from '../../platform/db.ts'
import type { LogLine } from './deployLog.ts'

/** How much one reader gets at once. */
const PAGE_ROWS = 64

export type PublishLogStore = ReturnType<typeof createPublishLogStore>

/** The pieces of the logs of deploys; each piece holds whole lines. */
export function createPublishLogStore(db: Db) {
  return {
    /** Where the next piece belongs. */
    end: async (token: string): Promise<number> => {
      const last = await db
        .selectFrom('publishLog')
        .select(['position', 'length'])
        .where('token', '=', token)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
      return last ? last.position + last.length : 0
    },

    append: async (token: string, position: number, content: string): Promise<void> => {
      const length = Buffer.byteLength(content)
      await db.insertInto('publishLog').values({ token, position, length, content }).execute()
    },

    /** How far the output of a server's step is in the log from `start` on, in bytes of the step's own log. */
    stepOffset: async (token: string, serverId: number, start: number): Promise<number> => {
      const query = db.selectFrom('publishLog').select('content').where('token', '=', token)
      const pieces = await query.where('position', '>=', start).execute()
      return pieces
        .flatMap(({ content }) => content.split('\n'))
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine)
        .reduce((offset, line) => (line.serverId === serverId ? Math.max(offset, line.at ?? 0) : offset), 0)
    },

    /** Entries that start at the offset or after it, and where to go on. */
    read: async (token: string, offset: number): Promise<{ entries: DeployLogEntry[]; nextOffset: number }> => {
      const pieces = await db
        .selectFrom('publishLog')
        .select(['position', 'content'])
        .where('token', '=', token)
        .where((where) => where(where('position', '+', where.ref('length')), '>', offset))
        .orderBy('position')
        .limit(PAGE_ROWS)
        .execute()
      const entries: DeployLogEntry[] = []
      let at = offset
      for (const { position, content } of pieces) {
        at = position
        for (const line of content.split('\n')) {
          if (line === '') continue
          const { at: _place, ...entry } = JSON.parse(line) as LogLine
          if (at >= offset) entries.push({ offset: at, ...entry })
          at += Buffer.byteLength(line) + 1
        }
      }
      return { entries, nextOffset: Math.max(at, offset) }
    },
  }
}
