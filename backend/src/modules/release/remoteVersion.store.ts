import { takenText } from '../../artefact/checkRelease.ts'
import type { Db } from '../../platform/db.ts'
import { unlessTaken } from '../../platform/taken.ts'

/** What is known about a version without its archive and its long texts. */
export interface VersionRow {
  id: number
  remote: string
  version: string
  keyId: string
  team: string
  publisherName: string
  insertTime: number
  lastUseTime: number
  dropTime: number
}

/** A version that is new. */
export interface NewVersion {
  remote: string
  version: string
  keyId: string
  team: string
  publisherId: number
  publisherName: string
  contents: string
  release: string
  archive: Uint8Array
}

const FACTS = [
  ...(['id', 'remote', 'version', 'keyId', 'team', 'publisherName'] as const),
  ...(['insertTime', 'lastUseTime', 'dropTime'] as const),
] as const

/** The immutable versions that teams published. Releases belong to no namespace: the console is one. */
export function createRemoteVersionStore(db: Db) {
  return {
    /** All there ever were, dropped ones too. */
    list: (): Promise<VersionRow[]> => db.selectFrom('remoteVersion').select(FACTS).orderBy('id').execute(),

    texts: (ids: readonly number[]) =>
      db.selectFrom('remoteVersion').select(['id', 'contents', 'release']).where('id', 'in', ids).execute(),

    archive: async (remote: string, version: string): Promise<Buffer | undefined> => {
      const row = await db
        .selectFrom('remoteVersion')
        .select('archive')
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('dropTime', '=', 0)
        .executeTakeFirst()
      return row && Buffer.from(row.archive)
    },

    /** Whether a version is still there; inside a transaction it stays so until that ends. */
    isKept: async (id: number): Promise<boolean> => {
      const touch = db.updateTable('remoteVersion').set({ id }).where('id', '=', id).where('dropTime', '=', 0)
      return (await touch.executeTakeFirst()).numUpdatedRows > 0
    },

    /** Of two at once exactly one gets in: the database decides. */
    add: async (version: NewVersion): Promise<number> => {
      const values = { ...version, insertTime: Date.now() }
      const insert = db.insertInto('remoteVersion').values(values).returning('id').executeTakeFirstOrThrow()
      return (await unlessTaken(insert, takenText(version.remote, version.version))).id
    },

    /** @param times when each version was last given to somebody */
    touch: async (times: ReadonlyMap<number, number>): Promise<void> => {
      for (const [id, time] of times) {
        const isOlder = db.updateTable('remoteVersion').set({ lastUseTime: time }).where('lastUseTime', '<', time)
        await isOlder.where('id', '=', id).execute()
      }
    },

    /** Takes the files away; the number stays used up, because browsers keep files under their names for a year. */
    drop: async (id: number): Promise<boolean> => {
      const values = { archive: Buffer.alloc(0), dropTime: Date.now() }
      const update = db.updateTable('remoteVersion').set(values).where('id', '=', id).where('dropTime', '=', 0)
      return (await update.executeTakeFirst()).numUpdatedRows > 0
    },
  }
}
