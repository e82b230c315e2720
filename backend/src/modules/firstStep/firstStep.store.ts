import { State } from '@windlass/shared-kit/contract'
import type { Db } from '../../platform/db.ts'

/** Reads how far a namespace has got, without loading anything of it. */
export function createFirstStepStore(db: Db) {
  const serversOf = (namespaceId: number) =>
    db
      .selectFrom('server')
      .select('server.id')
      .where('server.namespaceId', 'in', [0, namespaceId])
      .where('server.state', '=', State.Enabled)
      .orderBy('server.id', 'desc')
      .limit(1)

  return {
    user: (id: number) =>
      db.selectFrom('user').select(['password', 'passwordUpdateTime']).where('id', '=', id).executeTakeFirstOrThrow(),

    server: async (namespaceId: number) => (await serversOf(namespaceId).executeTakeFirst())?.id ?? 0,

    /** Whoever was signed in to once has told what he runs; Windows tells nothing, but is known by its key. */
    hasReachedServer: async (namespaceId: number): Promise<boolean> => {
      const reached = await serversOf(namespaceId)
        .leftJoin('serverHostKey', (join) =>
          join.onRef('serverHostKey.host', '=', 'server.ip').onRef('serverHostKey.port', '=', 'server.port'),
        )
        .where(({ eb, and, or }) =>
          or([
            eb('server.osInfo', '!=', ''),
            and([eb('server.os', '=', 'windows'), eb('fingerprint', 'is not', null)]),
          ]),
        )
        .executeTakeFirst()
      return reached !== undefined
    },

    project: async (namespaceId: number): Promise<number> => {
      const query = db.selectFrom('project').select('id').where('namespaceId', '=', namespaceId)
      return (await query.where('state', '=', State.Enabled).orderBy('id', 'desc').executeTakeFirst())?.id ?? 0
    },

    hasDeployed: async (namespaceId: number): Promise<boolean> => {
      const query = db.selectFrom('publish').select('id').where('namespaceId', '=', namespaceId)
      return (await query.where('state', '=', 'success').limit(1).executeTakeFirst()) !== undefined
    },

    hasSecondFactor: async (userId: number): Promise<boolean> => {
      const app = db.selectFrom('secondFactor').select('id').where('userId', '=', userId).where('confirmTime', '>', 0)
      const passkey = db.selectFrom('passkey').select('id').where('userId', '=', userId)
      return (await app.union(passkey).executeTakeFirst()) !== undefined
    },

    hasOtherMember: async (namespaceId: number, userId: number): Promise<boolean> => {
      const query = db.selectFrom('namespaceUser').select('id').where('namespaceId', '=', namespaceId)
      return (await query.where('userId', '!=', userId).limit(1).executeTakeFirst()) !== undefined
    },
  }
}
