import { unpackArtefact } from '../../artefact/archive.ts'
import { checkRelease } from '../../artefact/checkRelease.ts'
import { requireSignature } from '../../artefact/signature.ts'
import { totalBytes } from '../../artefact/weight.ts'
import { failed } from '../../platform/errors.ts'
import { areasOf } from './areas.ts'
import { orRefuse } from './refusal.ts'
import { checkContext } from './releaseContext.ts'
import type { ReleaseParts } from './releaseParts.ts'
import { type Actor, createRemoteEventStore } from './remoteEvent.store.ts'
import { createRemoteKeyStore } from './remoteKey.store.ts'
import { createRemoteVersionStore } from './remoteVersion.store.ts'

/** A version that was taken in. */
export interface Published {
  id: number
  keyId: string
  /** All of its files as they travel. */
  bytes: number
}

/** Takes in a version that a team sends; nobody gets it by that. */
export type Publish = (actor: Actor, wanted: { remote: string; version: string }, archive: Buffer) => Promise<Published>

/** Creates the way in: unpack, signature, checks, and the database decides about two at once. */
export function createPublish({ platform, state, folder, files }: Omit<ReleaseParts, 'figures'>): Publish {
  const { db, env, log } = platform

  const readArchive = async (remote: string, version: string, archive: Buffer) => {
    const artefact = await unpackArtefact(archive)
    const { contents } = artefact
    if (contents.id !== remote || contents.version !== version) {
      const found = `${contents.id} ${contents.version}`
      throw failed(
        `the archive holds ${found}, but ${remote} ${version} was announced; send the archive that was meant`,
      )
    }
    const trusted = await createRemoteKeyStore(db).trusted(remote)
    const keyId = requireSignature(artefact, trusted)
    return { artefact, keyId, team: trusted.find((key) => key.keyId === keyId)?.team ?? '' }
  }

  return async (actor, { remote, version }, archive) => {
    const { artefact, keyId, team } = await orRefuse(() => readArchive(remote, version, archive))
    const { contents, contentsText } = artefact
    const areas = areasOf(await state.current(), folder)
    const problems = checkRelease(artefact, checkContext(areas, remote, env))
    if (problems.length > 0) throw failed(problems.map(({ message }) => message).join('\n'))
    const bytes = totalBytes(contents)
    const id = await db.transaction().execute(async (trx) => {
      const row = { remote, version, keyId, team, publisherId: actor.userId, publisherName: actor.name, archive }
      const texts = { contents: contentsText.toString(), release: JSON.stringify(artefact.release) }
      const added = await createRemoteVersionStore(trx).add({ ...row, ...texts })
      const detail = `Signed by ${team}, ${Object.keys(contents.files).length} files, ${bytes} bytes as they travel.`
      await createRemoteEventStore(trx).add({ remote, version, kind: 'publish', actor, detail })
      return added
    })
    await state.changed()
    // It is published now, whatever becomes of the files here: they are asked for again before anybody gets it.
    await files
      .restore(artefact)
      .catch((error: unknown) => log.error({ err: error, remote, version }, 'cannot write the files of a new version'))
    return { id, keyId, bytes }
  }
}
