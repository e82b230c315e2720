import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ReleaseContents } from '@windlass/shared-kit/contract/area'
import { unpackArtefact } from '../../artefact/archive.ts'
import type { Artefact } from '../../artefact/artefact.ts'
import { dropVersion, verifyFolder, writeArtefact } from '../../artefact/artefactFolder.ts'
import { parseAs } from '../../artefact/parseAs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Areas, KnownVersion } from './areas.ts'
import { type ConsoleFolder, isElsewhere } from './consoleFolder.ts'
import type { PublishedVersion } from './releaseState.ts'
import { createRemoteVersionStore } from './remoteVersion.store.ts'

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
  /** Removes a version that is not kept any more. */
  drop(remote: string, version: string, remaining: readonly ReleaseContents[]): Promise<void>
}

const isFile = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined))?.isFile() === true

/** Changes whenever anybody writes any of the files: nobody can set this time of a file back. */
async function fingerprint(areaDir: string, names: readonly string[]): Promise<string> {
  const stats = await Promise.all(names.map((name) => stat(path.join(areaDir, name)).catch(() => undefined)))
  return stats.map((found) => (found ? `${found.ctimeMs}:${found.size}` : '-')).join()
}

/** Removes what differs from the archive, which a writer that never overwrites would refuse. */
async function removeDamaged(artefact: Artefact, areaDir: string): Promise<void> {
  await rm(path.join(areaDir, artefact.contents.version), { recursive: true, force: true })
  for (const [name, content] of artefact.files) {
    const file = path.join(areaDir, name)
    const found = await readFile(file).catch(() => undefined)
    if (found && !found.equals(content)) await rm(file)
  }
}

/** What came with the console vouches for itself by the registry that names it. */
async function contentsInFolder(areaDir: string, { version, release }: KnownVersion): Promise<ReleaseContents> {
  const text = await readFile(path.join(areaDir, version, 'contents.json'), 'utf8')
  const contents = parseAs(ReleaseContents, text, 'contents.json', 'contents')
  for (const [file, integrity] of Object.entries(release.integrity)) {
    if (contents.files[file]?.integrity !== integrity)
      throw new Error(`contents.json says something else about ${file}`)
  }
  return contents
}

/** Creates the keeper of the files below DATA_DIR/remotes. */
export function createRemoteFiles({ db, env }: Pick<Platform, 'db' | 'env'>, folder: ConsoleFolder): RemoteFiles {
  const versions = createRemoteVersionStore(db)
  const areaDirOf = (remote: string) => path.join(env.DATA_DIR, 'remotes', remote)
  /** One write of an area at a time, because its versions share files. */
  const writing = new Map<string, Promise<void>>()
  const unpacked = new Set<string>()
  const verdicts = new Map<string, { print: string; damage: string }>()

  const inTurn = (remote: string, work: () => Promise<void>): Promise<void> => {
    const turn = (writing.get(remote) ?? Promise.resolve()).then(work, work)
    writing.set(remote, turn)
    return turn
  }

  const unpack = async (remote: string, version: string): Promise<void> => {
    if (unpacked.has(`${remote}@${version}`)) return
    if (!(await isFile(path.join(areaDirOf(remote), version, 'contents.json')))) {
      const archive = await versions.archive(remote, version)
      if (!archive) return
      await writeArtefact(await unpackArtefact(archive), areaDirOf(remote))
    }
    unpacked.add(`${remote}@${version}`)
  }

  const ensure: RemoteFiles['ensure'] = async ({ remote, version }) => {
    if (!unpacked.has(`${remote}@${version}`)) await inTurn(remote, () => unpack(remote, version))
  }

  const look = async (areaDir: string, known: KnownVersion): Promise<string> => {
    try {
      if (known.published) await ensure(known.published)
      const contents = known.published?.contents ?? (await contentsInFolder(areaDir, known))
      return (await verifyFolder(areaDir, contents)).join(' ')
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  const hasIt = async (areaDir: string, place: string) =>
    (await isFile(path.join(areaDir, place))) ? areaDir : undefined

  return {
    ensure,

    restore: (artefact) => {
      const { id, version } = artefact.contents
      return inTurn(id, async () => {
        const damage = await verifyFolder(areaDirOf(id), artefact.contents)
        if (damage.length > 0) await removeDamaged(artefact, areaDirOf(id))
        await writeArtefact(artefact, areaDirOf(id))
        unpacked.add(`${id}@${version}`)
      })
    },

    damageOf: async (remote, known) => {
      if (isElsewhere(known.release)) return ''
      const areaDir = known.published ? areaDirOf(remote) : folder.areaDir(remote)
      const listed = known.published
        ? Object.keys(known.published.contents.files)
        : Object.keys(known.release.integrity)
      const print = await fingerprint(areaDir, [...listed, `${known.version}/contents.json`])
      const key = `${areaDir}@${known.version}`
      const before = verdicts.get(key)
      if (before?.print === print) return before.damage
      const damage = await look(areaDir, known)
      verdicts.set(key, { print, damage })
      return damage
    },

    locate: async (areas, remote, place, name) => {
      const published = areas.state.published.get(remote)
      const version = published?.get(place)
      if (areas.state.damage.get(remote)?.[place]) return undefined
      if (version) await ensure(version)
      const file = `${place}/${name}`
      const found = (await hasIt(areaDirOf(remote), file)) ?? (await hasIt(folder.areaDir(remote), file))
      if (found || version) return found
      // Shared by versions, of which another node may have published one.
      const holders = [...(published?.values() ?? [])].filter(({ contents }) => file in contents.files)
      for (const holder of holders) await ensure(holder)
      return holders.length > 0 ? hasIt(areaDirOf(remote), file) : undefined
    },

    drop: (remote, version, remaining) =>
      inTurn(remote, async () => {
        unpacked.delete(`${remote}@${version}`)
        await dropVersion(areaDirOf(remote), version, remaining)
      }),
  }
}
