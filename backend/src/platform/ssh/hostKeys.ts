import { hash } from 'node:crypto'
import type { HostKey } from '@windlass/shared-kit/contract/server'
import type { Caller } from '../caller.ts'
import type { Db } from '../db.ts'
import { failed } from '../errors.ts'
import { SshError } from './sshError.ts'
import { address } from './sshTarget.ts'

/** A key as a host showed it. */
export interface PublicHostKey {
  algorithm: string
  /** The public key blob, base64. */
  publicKey: string
  /** `SHA256:…` as ssh-keygen prints it. */
  fingerprint: string
}

interface Place {
  host: string
  port: number
}

/** Trust on first use: which key belongs to which host and port. */
export interface HostKeys {
  /**
   * Pins the key of a host that was never seen, and passes one that is pinned.
   * @throws SshError `host-key` with both fingerprints when the host shows another key than the pinned one
   */
  verify(place: Place, blob: Buffer): Promise<HostKey>
  /** The pinned key; undefined before the first connection. */
  pinned(place: Place): Promise<PublicHostKey | undefined>
  /**
   * Pins the key that the host showed last, after somebody compared its fingerprint.
   * @throws AppError when this is not the key that was shown last
   */
  accept(place: Place, fingerprint: string, by: Pick<Caller, 'userId' | 'name'>): Promise<void>
  /** Forgets a place whose machine is ours and gone. */
  forget(place: Place): Promise<void>
}

/** The first string of a key blob names its type (RFC 4253, 6.6). */
const algorithmOf = (blob: Buffer): string => blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1')

/** Describes a key blob of the SSH protocol. */
const describeHostKey = (blob: Buffer): PublicHostKey => ({
  algorithm: algorithmOf(blob),
  publicKey: blob.toString('base64'),
  fingerprint: `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`,
})

const changed = (place: Place, known: string, presented: string): SshError => {
  const message =
    `${address(place)}: the host key has changed, so nothing was sent. Pinned: ${known}. Presented: ${presented}. ` +
    'If the machine was set up again, compare the fingerprint there and accept the new key; if not, somebody may sit in between'
  return new SshError('host-key', message, { hostKey: { ...place, known, presented } })
}

const HOST_KEY_COLUMNS = ['algorithm', 'publicKey', 'fingerprint'] as const

/** Trust has a history: it is told long after who came to trust what. */
const remember = (
  db: Db,
  place: Place,
  kind: 'pinned' | 'changed' | 'accepted',
  key: Pick<PublicHostKey, 'algorithm' | 'fingerprint'>,
  by: Pick<Caller, 'userId' | 'name'> = { userId: 0, name: '' },
) =>
  db
    .insertInto('serverHostKeyEvent')
    .values({
      host: place.host,
      port: place.port,
      kind,
      algorithm: key.algorithm,
      fingerprint: key.fingerprint,
      userId: by.userId,
      userName: by.name,
      insertTime: Date.now(),
    })
    .execute()

/** Pins what was shown last, and says in the history who wanted that. */
const acceptPresented = (db: Db, { host, port }: Place, fingerprint: string, by: Pick<Caller, 'userId' | 'name'>) =>
  db.transaction().execute(async (trx) => {
    const accepted = await trx
      .updateTable('serverHostKey')
      .set((column) => ({
        algorithm: column.ref('presentedAlgorithm'),
        publicKey: column.ref('presentedPublicKey'),
        fingerprint: column.ref('presentedFingerprint'),
        ...{ presentedAlgorithm: '', presentedPublicKey: '', presentedFingerprint: '' },
        updateTime: Date.now(),
      }))
      .where('host', '=', host)
      .where('port', '=', port)
      .where('presentedFingerprint', '=', fingerprint)
      .returning(['algorithm', 'fingerprint'])
      .executeTakeFirst()
    if (!accepted) {
      throw failed(`${address({ host, port })} has not shown the key ${fingerprint} last; check the server again`)
    }
    await remember(trx, { host, port }, 'accepted', accepted, by)
  })

/** The rows behind it. */
function hostKeyRows(db: Db) {
  const find = ({ host, port }: Place) =>
    db
      .selectFrom('serverHostKey')
      .select([...HOST_KEY_COLUMNS, 'presentedFingerprint'])
      .where('host', '=', host)
      .where('port', '=', port)
      .executeTakeFirst()

  const present = async (place: Place, key: PublicHostKey) => {
    const { numUpdatedRows } = await db
      .updateTable('serverHostKey')
      .set({
        presentedAlgorithm: key.algorithm,
        presentedPublicKey: key.publicKey,
        presentedFingerprint: key.fingerprint,
        updateTime: Date.now(),
      })
      .where('host', '=', place.host)
      .where('port', '=', place.port)
      // Whoever tries again and again does not fill the history.
      .where('presentedPublicKey', '!=', key.publicKey)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await remember(db, place, 'changed', key)
  }

  const pin = async (place: Place, key: PublicHostKey) => {
    const now = Date.now()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('serverHostKey')
      .values({ ...place, ...key, insertTime: now, updateTime: now })
      .onConflict((conflict) => conflict.columns(['host', 'port']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) await remember(db, place, 'pinned', key)
  }

  /** The host is itself again; the history keeps that it was not. */
  const calmDown = ({ host, port }: Place) =>
    db
      .updateTable('serverHostKey')
      .set({ presentedAlgorithm: '', presentedPublicKey: '', presentedFingerprint: '' })
      .where('host', '=', host)
      .where('port', '=', port)
      .execute()

  return { find, present, pin, calmDown }
}

/** The pinned keys, kept in the database so that every node trusts the same. */
export function createHostKeys(db: Db): HostKeys {
  const { find, present, pin, calmDown } = hostKeyRows(db)
  return {
    pinned: async (place) => {
      const found = await find(place)
      if (!found) return undefined
      const { algorithm, publicKey, fingerprint } = found
      return { algorithm, publicKey, fingerprint }
    },
    forget: async ({ host, port }) => {
      for (const table of ['serverHostKey', 'serverHostKeyEvent'] as const) {
        await db.deleteFrom(table).where('host', '=', host).where('port', '=', port).execute()
      }
    },
    verify: async ({ host, port }, blob) => {
      const place = { host, port }
      const key = describeHostKey(blob)
      const before = await find(place)
      if (!before) await pin(place, key)
      // Read again: another connection may have pinned a key in between.
      const known = before ?? (await find(place)) ?? key
      if (known.publicKey !== key.publicKey) {
        await present(place, key)
        throw changed(place, known.fingerprint, key.fingerprint)
      }
      if (before && before.presentedFingerprint !== '') await calmDown(place)
      return { ...place, algorithm: key.algorithm, fingerprint: key.fingerprint, isNew: !before }
    },
    accept: (place, fingerprint, by) => acceptPresented(db, place, fingerprint, by),
  }
}
