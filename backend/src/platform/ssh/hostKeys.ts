import { createHash } from 'node:crypto'
import type { HostKey } from '@windlass/shared-kit/contract/server'
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
  accept(place: Place, fingerprint: string): Promise<void>
  /** Forgets a place whose machine is ours and gone. */
  forget(place: Place): Promise<void>
}

/** The first string of a key blob names its type (RFC 4253, 6.6). */
const algorithmOf = (blob: Buffer): string => blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1')

/** Describes a key blob of the SSH protocol. */
const describeHostKey = (blob: Buffer): PublicHostKey => ({
  algorithm: algorithmOf(blob),
  publicKey: blob.toString('base64'),
  fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
})

const changed = (place: Place, known: string, presented: string): SshError => {
  const message =
    `${address(place)}: the host key has changed, so nothing was sent. Pinned: ${known}. Presented: ${presented}. ` +
    'If the machine was set up again, compare the fingerprint there and accept the new key; if not, somebody may sit in between'
  return new SshError('host-key', message, { hostKey: { ...place, known, presented } })
}

const HOST_KEY_COLUMNS = ['algorithm', 'publicKey', 'fingerprint'] as const

async function acceptPresented(db: Db, { host, port }: Place, fingerprint: string): Promise<void> {
  const { numUpdatedRows } = await db
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
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    throw failed(`${address({ host, port })} has not shown the key ${fingerprint} last; check the server again`)
  }
}

/** The pinned keys, kept in the database so that every node trusts the same. */
export function createHostKeys(db: Db): HostKeys {
  const pinned = ({ host, port }: Place) =>
    db
      .selectFrom('serverHostKey')
      .select(HOST_KEY_COLUMNS)
      .where('host', '=', host)
      .where('port', '=', port)
      .executeTakeFirst()

  const present = (place: Place, key: PublicHostKey) =>
    db
      .updateTable('serverHostKey')
      .set({
        presentedAlgorithm: key.algorithm,
        presentedPublicKey: key.publicKey,
        presentedFingerprint: key.fingerprint,
        updateTime: Date.now(),
      })
      .where('host', '=', place.host)
      .where('port', '=', place.port)
      .execute()

  return {
    pinned,
    forget: async ({ host, port }) => {
      await db.deleteFrom('serverHostKey').where('host', '=', host).where('port', '=', port).execute()
    },
    verify: async ({ host, port }, blob) => {
      const place = { host, port }
      const key = describeHostKey(blob)
      const now = Date.now()
      const before = await pinned(place)
      if (!before) {
        await db
          .insertInto('serverHostKey')
          .values({ ...place, ...key, insertTime: now, updateTime: now })
          .onConflict((conflict) => conflict.columns(['host', 'port']).doNothing())
          .execute()
      }
      // Read again: another connection may have pinned a key in between.
      const known = before ?? (await pinned(place)) ?? key
      if (known.publicKey !== key.publicKey) {
        await present(place, key)
        throw changed(place, known.fingerprint, key.fingerprint)
      }
      return { ...place, algorithm: key.algorithm, fingerprint: key.fingerprint, isNew: !before }
    },
    accept: (place, fingerprint) => acceptPresented(db, place, fingerprint),
  }
}
