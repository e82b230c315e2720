import path from 'node:path'
import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import type { Artefact } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { readHost, readKeys, writeKeys } from './folderState.ts'
import { parsePublicKey, requireSignature } from './signature.ts'
import { timeOf } from './timeOf.ts'
import { withLock } from './withLock.ts'

/** Keys that may sign an area; none of a revoked one's signatures counts for anything new. */
export const keysFor = (keys: readonly ReleaseKey[], remote: string): ReleaseKey[] =>
  keys.filter(({ remotes, isRevoked }) => !isRevoked && (remotes.length === 0 || remotes.includes(remote)))

/** Answers the id of the trusted key that signed an artefact, or says why there is none. */
export function requireTrusted(
  artefact: Pick<Artefact, 'contents' | 'contentsText' | 'signature'>,
  keys: readonly ReleaseKey[],
  revoked: 'not-revoked' | 'also-revoked' = 'not-revoked',
): string {
  const { id } = artefact.contents
  const known = revoked === 'also-revoked' ? keys.map((key) => ({ ...key, isRevoked: false })) : keys
  const signedBy = known.find(({ keyId }) => keyId === artefact.signature?.keyId)
  if (signedBy?.isRevoked)
    throw new ArtefactError(
      'signature',
      `The key of ${signedBy.team} that signed this was revoked: sign it with a key that is trusted now`,
    )
  return requireSignature(artefact, keysFor(known, id))
}

/** Keys of a folder, with those that were revoked. */
export const keysIn = (dir: string): Promise<readonly ReleaseKey[]> => readKeys(dir)

/** Trusts a key to sign the named areas, or all of them. */
export function addKeyIn(
  dir: string,
  key: { team: string; publicKey: string; remotes: string[] },
  author: { name: string },
): Promise<ReleaseKey> {
  const parsed = parsePublicKey(key.publicKey)
  return changingKeys(dir, (keys) => {
    const known = keys.find(({ keyId, isRevoked }) => keyId === parsed.keyId && !isRevoked)
    if (known)
      throw new ArtefactError('key', `This key is trusted already, as that of ${known.team}: there is nothing to add`)
    const id = Math.max(0, ...keys.map((other) => other.id)) + 1
    const added = { ...key, ...parsed, id, isRevoked: false, addedBy: author.name, insertTime: timeOf(Date.now()) }
    // Trusted again after all: the newer entry replaces the revoked one.
    return { keys: [...keys.filter(({ keyId }) => keyId !== parsed.keyId), added], answer: added }
  })
}

/** What the key signed before stays out, but nothing of it is published or promoted any more. */
export function revokeKeyIn(dir: string, keyId: string, _author: { name: string }): Promise<void> {
  return changingKeys(dir, (keys) => {
    const known = keys.find((key) => key.keyId === keyId && !key.isRevoked)
    if (!known)
      throw new ArtefactError('key', `No key ${keyId.slice(0, 16)}… is trusted here: there is nothing to revoke`)
    return { keys: keys.map((key) => (key === known ? { ...key, isRevoked: true } : key)), answer: undefined }
  })
}

async function changingKeys<Answer>(
  dir: string,
  change: (keys: ReleaseKey[]) => { keys: ReleaseKey[]; answer: Answer },
): Promise<Answer> {
  await readHost(dir)
  return withLock(path.join(dir, '.release.lock'), async () => {
    const { keys, answer } = change(await readKeys(dir))
    await writeKeys(dir, keys)
    return answer
  })
}
