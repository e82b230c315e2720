import type { DeployLogEntry } from '@windlass/shared-kit/contract/deploy'
import type { Db } from '../../platform/db.ts'

/** The first answer is short, so that a reader sees something at once; each next may be as long as all before it. */
const FIRST_BYTES = 64 * 1024
/** Longer ones would not be through a slow line within the time of a request. */
const MOST_BYTES = 1024 * 1024

interface LogPage {
  entries: DeployLogEntry[]
  nextOffset: number
}

/** One stored line of the log: an entry without its place. */
export type LogLine = Omit<DeployLogEntry, 'offset'> & {
  /** The byte after this in the log of a remote step, to go on from there without gap or repetition. */
  at?: number
}

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

    /** Adds pieces one after another, all or none of them, and answers where they end. */
    append: async (token: string, position: number, contents: readonly string[]): Promise<number> => {
      let end = position
      const rows = contents.map((content) => {
        const row = { token, position: end, length: Buffer.byteLength(content), content }
        end += row.length
        return row
      })
      await db.insertInto('publishLog').values(rows).execute()
      return end
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
    read: async (token: string, offset: number): Promise<LogPage> => {
      const end = offset + Math.min(FIRST_BYTES + offset, MOST_BYTES)
      const ofDeploy = db.selectFrom('publishLog').where('token', '=', token)
      // Both ends by the index alone: nothing of what was read before is looked at again.
      const first = ofDeploy.where('position', '<=', offset).select(({ fn }) => fn.max('position').as('position'))
      const pieces = await ofDeploy
        .select(['position', 'content'])
        .where('position', '>=', first)
        .where('position', '<', end)
        .orderBy('position')
        .execute()
      const entries: DeployLogEntry[] = []
      let at = offset
      for (const { position, content } of pieces) {
        at = position
        for (const line of content.split('\n')) {
          if (line === '') continue
          if (at >= end) return { entries, nextOffset: at }
          if (at >= offset) entries.push(entryOf(line, at))
          at += Buffer.byteLength(line) + 1
        }
      }
      return { entries, nextOffset: Math.max(at, offset) }
    },
  }
}

function entryOf(line: string, offset: number): DeployLogEntry {
  const { at: _place, ...entry } = JSON.parse(line) as LogLine
  return { offset, ...entry }
}
