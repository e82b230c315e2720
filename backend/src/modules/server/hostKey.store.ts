import type { Db } from '../../platform/db.ts'

interface Place {
  host: string
  port: number
}

/** What is known about the keys of hosts, for people; connecting asks `ssh.hostKeys`. */
export function createHostKeyStore(db: Db) {
  return {
    find: ({ host, port }: Place) =>
      db
        .selectFrom('serverHostKey')
        .select(['algorithm', 'fingerprint', 'presentedAlgorithm', 'presentedFingerprint'])
        .where('host', '=', host)
        .where('port', '=', port)
        .executeTakeFirst(),

    /** Newest first. */
    events: ({ host, port }: Place, limit: number) =>
      db
        .selectFrom('serverHostKeyEvent')
        .select(['kind', 'algorithm', 'fingerprint', 'userName', 'insertTime'])
        .where('host', '=', host)
        .where('port', '=', port)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
