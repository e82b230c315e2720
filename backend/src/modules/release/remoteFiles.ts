import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ReleaseContents } from '@windlass/shared-kit/contract/area'
import { unpackArtefact } from '../../artefact/archive.ts'
import { type Artefact, contentsName } from '../../artefact/artefact.ts'
import {
  dropVersion,
  readContents,
  verifyFolder,
  versionsInFolder,
  writeArtefact,
} from '../../artefact/artefactFolder.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Areas, KnownVersion } from './areas.ts'
import { type ConsoleFolder, isElsewhere } from './consoleFolder.ts'
import type { PublishedVersion } from './releaseState.ts'
import { createRemoteVersionStore } from './remoteVersion.store.ts'

/** More sentences than this do not help anybody. */
const TOLD_FAULTS = 3

/** The unpacked files of published versions on this node, and those that came with the console. */
export interface RemoteFiles {
  /** Unpacks a version unless its files are there: another node may have published it. */
  ensure(version: Pick<PublishedVersion, 'remote' | 'version'>): Promise<void>
  /** Writes a version whose archive was verified, in place of files that are not what was signed. */
  restore(artefact: Artefact): Promise<void>
  /** Why the files of a version are not what was signed, in sentences; "" when they are, or lie on another server. */
  damageOf(remote: string, known: KnownVersion): Promise<string>
  /** The folder that holds `<folder>/<name>` of an area; undefined when nobody has it, or has it as it was signed. */
  locate(areas: Areas, remote: string, folder: string, name: string): Promise<string | undefined>
  /**
   * Removes what lies here of an area and is not kept any more.
   * @param kept is asked after looking, so that what is published meanwhile stays
   */
  sweep(remote: string, kept: () => Promise<readonly ReleaseContents[]>): Promise<void>
}

/** What is not there has no stat; whatever else is wrong with a file, it cannot be served either. */
const statOf = (file: string) => stat(file).catch(() => undefined)

/** The area's folder, if it holds the file. */
const holderOf = async (areaDir: string, name: string): Promise<string | undefined> =>
  (await statOf(path.join(areaDir, name)))?.isFile() ? areaDir : undefined

/** Changes whenever anybody writes any of the files: nobody can set this time of a file back. */
async function fingerprint(areaDir: string, names: readonly string[]): Promise<string> {
  const stats = await Promise.all(names.map((name) => statOf(path.join(areaDir, name))))
  return stats.map((found) => (found ? `${found.ctimeMs}:${found.size}` : '-')).join()
}

/** What came with the console vouches for itself by the registry that names it. */
async function contentsInFolder(areaDir: string, { version, release }: KnownVersion): Promise<ReleaseContents> {
  const contents = await readContents(areaDir, version)
  if (!contents) throw new Error(`${contentsName(version)} of ${release.id} is missing`)
  for (const [file, integrity] of Object.entries(release.integrity)) {
    if (contents.files[file]?.integrity !== integrity)
      throw new Error(`${contentsName(version)} of ${release.id} was changed`)
  }
  return contents
}

/** Why files are not what was signed; published ones are held against the database, not against what lies beside them. */
async function faultsIn(areaDir: string, known: KnownVersion): Promise<string> {
  const contents = known.published?.contents ?? (await contentsInFolder(areaDir, known))
  const faults = await verifyFolder(areaDir, contents)
  const more = faults.length > TOLD_FAULTS ? [`${faults.length - TOLD_FAULTS} more files are not what was signed`] : []
  return [...faults.slice(0, TOLD_FAULTS), ...more].map((fault) => `${fault}.`).join(' ')
}

/** Unpacks versions into the folders of their areas, each once. */
function unpacker({ db }: Pick<Platform, 'db'>, areaDirOf: (remote: string) => string) {
  const versions = createRemoteVersionStore(db)
  const done = new Map<string, Promise<void>>()
  const keyOf = (remote: string, version: string) => `${remote}@${version}`

  const unpack = async (remote: string, version: string): Promise<void> => {
    if (await holderOf(areaDirOf(remote), contentsName(version))) return
    const archive = await versions.archive(remote, version)
    if (archive) await writeArtefact(await unpackArtefact(archive), areaDirOf(remote))
  }

  const start = (remote: string, version: string): Promise<void> => {
    const key = keyOf(remote, version)
    // Whoever asks next tries again what failed.
    const attempt = unpack(remote, version).catch((error: unknown) => {
      done.delete(key)
      throw error
    })
    done.set(key, attempt)
    return attempt
  }

  return {
    ensure: async ({ remote, version }: Pick<PublishedVersion, 'remote' | 'version'>): Promise<void> => {
      const key = keyOf(remote, version)
      const known = done.get(key)
      if (!known) return start(remote, version)
      await known
      if (await holderOf(areaDirOf(remote), contentsName(version))) return
      // The whole version was removed, as people do to make room; of those who notice together one writes it anew.
      await (done.get(key) === known ? start(remote, version) : done.get(key))
    },

    restore: async (artefact: Artefact): Promise<void> => {
      const { contents, contentsText } = artefact
      const { id, version } = contents
      const present = await readFile(path.join(areaDirOf(id), contentsName(version))).catch(() => undefined)
      const isSame = present?.equals(contentsText) === true
      // Going back must work on a full disk too: what is whole is not written again.
      if (!isSame || (await verifyFolder(areaDirOf(id), contents)).length > 0) {
        // Another version under the same number: what is mended must not be held against that.
        if (present && !isSame) await rm(path.join(areaDirOf(id), version), { recursive: true })
        await writeArtefact(artefact, areaDirOf(id))
      }
      done.set(keyOf(id, version), Promise.resolve())
    },

    forget: (remote: string, version: string) => done.delete(keyOf(remote, version)),
  }
}

/** Remembers what was found about files for as long as nobody writes them. */
function inspector(ensure: RemoteFiles['ensure']) {
  const verdicts = new Map<string, { print: string; damage: string }>()
  return async (areaDir: string, known: KnownVersion): Promise<string> => {
    const key = `${areaDir}@${known.version}`
    try {
      if (known.published) await ensure(known.published)
      const listed = Object.keys(known.published?.contents.files ?? known.release.integrity)
      const print = await fingerprint(areaDir, [...listed, contentsName(known.version)])
      const before = verdicts.get(key)
      if (before?.print === print) return before.damage
      const damage = await faultsIn(areaDir, known)
      verdicts.set(key, { print, damage })
      return damage
    } catch (error) {
      return `${error instanceof Error ? error.message : String(error)}.`
    }
  }
}

/** Creates the keeper of the files below DATA_DIR/remotes. */
export function createRemoteFiles({ db, env }: Pick<Platform, 'db' | 'env'>, folder: ConsoleFolder): RemoteFiles {
  const areaDirOf = (remote: string) => path.join(env.DATA_DIR, 'remotes', remote)
  const { ensure, restore, forget } = unpacker({ db }, areaDirOf)
  const inspect = inspector(ensure)

  return {
    ensure,
    restore,

    damageOf: async (remote, known) => {
      if (isElsewhere(known.release)) return ''
      return inspect(known.published ? areaDirOf(remote) : folder.areaDir(remote), known)
    },

    locate: async (areas, remote, place, name) => {
      if (areas.state.damage.get(remote)?.[place] !== undefined) return undefined
      const published = areas.state.published.get(remote)
      const version = published?.get(place)
      const file = `${place}/${name}`
      if (version) {
        await ensure(version)
        return holderOf(areaDirOf(remote), file)
      }
      const found = (await holderOf(areaDirOf(remote), file)) ?? (await holderOf(folder.areaDir(remote), file))
      if (found) return found
      // Shared by versions, of which another node may have published one.
      const holders = [...(published?.values() ?? [])].filter(({ contents }) => Object.hasOwn(contents.files, file))
      for (const holder of holders) await ensure(holder)
      return holders.length > 0 ? holderOf(areaDirOf(remote), file) : undefined
    },

    sweep: async (remote, keptNow) => {
      const found = await versionsInFolder(areaDirOf(remote))
      const kept = await keptNow()
      for (const version of found.filter((name) => !kept.some((contents) => contents.version === name))) {
        forget(remote, version)
        await dropVersion(areaDirOf(remote), version, kept)
      }
    },
  }
}
