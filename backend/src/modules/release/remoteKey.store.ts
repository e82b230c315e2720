import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import type { Db } from '../../platform/db.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** A key as it is added. */
export interface NewKey {
  keyId: string
  team: string
  publicKey: string
  remotes: readonly string[]
  addedBy: string
}

/** A key that may sign an area. */
export interface TrustedKey {
  keyId: string
  publicKey: string
  team: string
}

/** The public keys of the teams. */
export function createRemoteKeyStore(db: Db) {
  const rows = () => db.selectFrom('remoteKey').selectAll().orderBy('id').execute()
  const areasOf = (json: string): string[] => JSON.parse(json)

  return {
    list: async (): Promise<ReleaseKey[]> =>
      (await rows()).map(({ isRevoked, remotes, insertTime, ...row }) => ({
        ...row,
        remotes: areasOf(remotes),
        isRevoked: isRevoked === 1,
        insertTime: formatTimestamp(insertTime),
      })),

    /** Those that may sign this area now. */
    trusted: async (remote: string): Promise<TrustedKey[]> =>
      (await rows()).filter((row) => {
        const remotes = areasOf(row.remotes)
        return row.isRevoked === 0 && (remotes.length === 0 || remotes.includes(remote))
      }),

    add: async ({ remotes, ...key }: NewKey): Promise<number> => {
      const values = { ...key, remotes: JSON.stringify(remotes), insertTime: Date.now() }
      const insert = db.insertInto('remoteKey').values(values).returning('id').executeTakeFirstOrThrow()
      return (await unlessTaken(insert, 'this key is known already; look for it in the list')).id
    },

    /** @returns the key that is revoked now; undefined when there is none of this id */
    revoke: (id: number): Promise<{ keyId: string; team: string } | undefined> =>
      db
        .updateTable('remoteKey')
        .set({ isRevoked: 1 })
        .where('id', '=', id)
        .returning(['keyId', 'team'])
        .executeTakeFirst(),
  }
}
