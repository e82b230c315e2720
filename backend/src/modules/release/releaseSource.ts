import { unpackArtefact } from '../../artefact/archive.ts'
import type { Artefact } from '../../artefact/artefact.ts'
import { readContents } from '../../artefact/artefactFolder.ts'
import { requireSignature } from '../../artefact/signature.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { type Areas, findVersion, unfitReason } from './areas.ts'
import { orRefuse } from './refusal.ts'
import type { ReleaseParts } from './releaseParts.ts'
import { createRemoteKeyStore } from './remoteKey.store.ts'
import { createRemoteVersionStore } from './remoteVersion.store.ts'

/** Makes a version ready to be given to people. */
export interface ReleaseSource {
  /**
   * Verifies the stored archive and its signature again, and sees to it that the files on this node are those.
   * What came with the console is ready as it is.
   * @throws AppError when the version is not there, cannot run here, or is not vouched for any more
   */
  prepare(areas: Areas, remote: string, version: string): Promise<void>
  /** Refuses, inside the transaction that gives it out, what was dropped or lost its key meanwhile. */
  requireVouched(trx: Db, areas: Areas, remote: string, version: string): Promise<void>
  /** Lets the other nodes do the same with their files, which may be missing or damaged there. */
  prepareElsewhere(remote: string, version: string): Promise<void>
  /** What a version says about itself, for a comparison. */
  describe(areas: Areas, remote: string, version: string): Promise<Pick<Artefact, 'contents' | 'release'>>
}

const TOPIC = 'release.prepare'

const unknownVersion = (areas: Areas, remote: string, version: string) => {
  const wasThere = areas.state.usedUp.get(remote)?.includes(version) === true
  const why = wasThere ? 'was dropped, because it was old and nobody used it' : 'was never published'
  return failed(`${remote} ${version} ${why}; \`pnpm release list ${remote}\` shows what there is`)
}

/** Creates the way from a number to files that may be given to people. */
export function createReleaseSource({
  platform,
  folder,
  files,
}: Omit<ReleaseParts, 'figures' | 'state'>): ReleaseSource {
  const { db, bus, node, log } = platform

  const unpacked = async (remote: string, version: string): Promise<Artefact | undefined> => {
    const archive = await createRemoteVersionStore(db).archive(remote, version)
    return archive && unpackArtefact(archive)
  }

  bus.subscribe<{ node: string; remote: string; version: string }>(TOPIC, ({ remote, version, ...from }) => {
    if (from.node === node) return
    unpacked(remote, version)
      .then((artefact) => artefact && files.restore(artefact))
      .catch((error: unknown) => log.error({ err: error, remote, version }, 'cannot write the files of a version'))
  })

  const find = (areas: Areas, remote: string, version: string) => {
    const found = findVersion(areas, remote, version)
    if (!found) throw unknownVersion(areas, remote, version)
    return found
  }

  return {
    prepare: async (areas, remote, version) => {
      const { published } = find(areas, remote, version)
      if (!published) return
      const unfit = unfitReason(areas, remote, version)
      if (unfit !== '') throw failed(`${remote} ${version} cannot run in this console. ${unfit}`)
      const trusted = await createRemoteKeyStore(db).trusted(remote)
      await orRefuse(async () => {
        const artefact = await unpacked(remote, version)
        if (!artefact) throw unknownVersion(areas, remote, version)
        requireSignature(artefact, trusted)
        // Another archive that is signed as well is no better than one without signature.
        const [row] = await createRemoteVersionStore(db).texts([published.id])
        if (row?.contents !== artefact.contentsText.toString()) {
          throw failed(`the stored archive of ${remote} ${version} is not the one that was published; publish the next`)
        }
        await files.restore(artefact)
      })
    },

    prepareElsewhere: (remote, version) => bus.publish(TOPIC, { node, remote, version }),

    requireVouched: async (trx, areas, remote, version) => {
      const { published } = find(areas, remote, version)
      if (!published) return
      const trusted = await createRemoteKeyStore(trx).trusted(remote)
      if (!trusted.some(({ keyId }) => keyId === published.keyId)) {
        throw failed(`the key of team ${published.team}, which signed ${remote} ${version}, was revoked meanwhile`)
      }
      if (!(await createRemoteVersionStore(trx).isKept(published.id))) throw unknownVersion(areas, remote, version)
    },

    describe: async (areas, remote, version) => {
      const { published, release } = find(areas, remote, version)
      if (published) return published
      const contents = await orRefuse(() => readContents(folder.areaDir(remote), version))
      if (!contents) throw failed(`contents.json of ${remote} ${version} is missing; install the console again`)
      return { contents, release }
    },
  }
}
