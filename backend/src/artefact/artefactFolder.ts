import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReleaseContents } from '@windlass/shared-kit/contract/area'
import { type Artefact, contentsName, signatureName, titleOf } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { assembleArtefact, parseContents } from './assembleArtefact.ts'
import { requireVersion, SHARED_FOLDER } from './fileNames.ts'
import { ifThere } from './ifThere.ts'
import { withLock } from './withLock.ts'
import { syncFolder, writeDurably } from './writeAtomically.ts'

/** Reads one version from the folder of its area (`remotes/<id>`), and checks every hash. */
export async function readArtefact(areaDir: string, version: string): Promise<Artefact> {
  const contentsText = await readContentsText(areaDir, version)
  if (!contentsText) throw new ArtefactError('files', `There is no version ${version} in ${areaDir}: publish it first`)
  const files = new Map([[contentsName(version), contentsText]])
  const listed = Object.keys(parseContents(contentsText).files)
  for (const name of [...listed, signatureName(version)]) {
    const content = await ifThere(readFile(path.join(areaDir, name)))
    if (content) files.set(name, content)
  }
  return assembleArtefact(files)
}

/** Versions that lie in the folder of an area. */
export async function versionsInFolder(areaDir: string): Promise<string[]> {
  const entries = (await ifThere(readdir(areaDir, { withFileTypes: true }))) ?? []
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== SHARED_FOLDER)
  return folders.map((entry) => entry.name).filter((name) => !name.startsWith('.'))
}

/** What a version in a folder says of itself; its files are not looked at. */
export async function readContents(areaDir: string, version: string): Promise<ReleaseContents | undefined> {
  const text = await readContentsText(areaDir, version)
  return text && parseContents(text)
}

async function readContentsText(areaDir: string, version: string): Promise<Buffer | undefined> {
  requireVersion(version)
  return ifThere(readFile(path.join(areaDir, contentsName(version))))
}

/**
 * Writes a version whole or not at all: everything is on the disk before the version shows. What is there already and
 * equal is kept, what is there and damaged is mended; another file of the same name belongs to somebody and is refused.
 */
export async function writeArtefact(artefact: Artefact, areaDir: string): Promise<void> {
  await mkdir(areaDir, { recursive: true })
  await withLock(path.join(areaDir, '.lock'), async () => {
    await requireSameContents(artefact, areaDir)
    const missing = await missingFiles(artefact, areaDir)
    await requireNobodysFiles(artefact, areaDir, missing)
    if (missing.size > 0) await placeFiles(artefact.contents.version, missing, areaDir)
  })
}

async function requireSameContents({ contents, contentsText }: Artefact, areaDir: string): Promise<void> {
  const present = await readContentsText(areaDir, contents.version)
  if (present && !present.equals(contentsText))
    throw new ArtefactError(
      'exists',
      `${titleOf(contents)} is published already with other contents: a published version never changes, take the next number`,
    )
}

async function missingFiles({ files }: Artefact, areaDir: string): Promise<Map<string, Buffer>> {
  const missing = new Map<string, Buffer>()
  for (const [name, content] of files) {
    const present = await ifThere(readFile(path.join(areaDir, name)))
    if (!present?.equals(content)) missing.set(name, content)
  }
  return missing
}

async function requireNobodysFiles({ contents }: Artefact, areaDir: string, names: ReadonlyMap<string, Buffer>) {
  for (const other of await otherContents(areaDir, contents.version)) {
    const taken = [...names.keys()].find(
      (name) => Object.hasOwn(other.files, name) && other.files[name]?.integrity !== contents.files[name]?.integrity,
    )
    if (taken)
      throw new ArtefactError(
        'exists',
        `${taken} belongs to ${titleOf(other)} with other contents: build ${titleOf(contents)} anew, so that it names its files by what is in them`,
      )
  }
}

/** Contents of the versions besides one; what cannot be read claims nothing. */
async function otherContents(areaDir: string, version: string): Promise<ReleaseContents[]> {
  const others = (await versionsInFolder(areaDir)).filter((name) => name !== version)
  const found = await Promise.all(others.map((name) => readContents(areaDir, name).catch(() => undefined)))
  return found.filter((contents) => contents !== undefined)
}

async function placeFiles(version: string, files: ReadonlyMap<string, Buffer>, areaDir: string): Promise<void> {
  const staging = path.join(areaDir, `.staging-${randomUUID()}`)
  try {
    await mkdir(path.join(staging, version), { recursive: true })
    await mkdir(path.join(staging, SHARED_FOLDER))
    // A full disk shows here, while nothing has changed yet.
    for (const [name, content] of files) await writeDurably(path.join(staging, name), content)
    await mkdir(path.join(areaDir, SHARED_FOLDER), { recursive: true })
    for (const name of files.keys()) if (name.startsWith(`${SHARED_FOLDER}/`)) await move(staging, areaDir, name)
    await syncFolder(path.join(areaDir, SHARED_FOLDER))
    const isNew = !(await ifThere(stat(path.join(areaDir, contentsName(version)))))
    if (isNew) {
      // Whatever lies there without contents.json is no version, and nobody can be running it.
      await rm(path.join(areaDir, version), { recursive: true, force: true })
      await syncFolder(path.join(staging, version))
      await move(staging, areaDir, version)
    } else for (const name of files.keys()) if (name.startsWith(`${version}/`)) await move(staging, areaDir, name)
    await syncFolder(areaDir)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const move = (from: string, to: string, name: string): Promise<void> =>
  rename(path.join(from, name), path.join(to, name))

/** Says what is missing from a folder or changed in it, a sentence each; nothing when it is whole. */
export async function verifyFolder(areaDir: string, contents: ReleaseContents): Promise<string[]> {
  const faults: string[] = []
  for (const [name, fact] of Object.entries(contents.files)) {
    const fault = await faultOf(path.join(areaDir, name), fact)
    if (fault) faults.push(`${name} of ${titleOf(contents)} ${fault}`)
  }
  return faults
}

async function faultOf(
  file: string,
  { bytes, integrity }: ReleaseContents['files'][string],
): Promise<string | undefined> {
  const state = await ifThere(stat(file))
  if (!state) return 'is missing'
  if (!state.isFile()) return 'is no file'
  if (state.size !== bytes) return `has ${state.size} bytes instead of ${bytes}`
  const hash = createHash('sha384')
  await pipeline(createReadStream(file), hash)
  return `sha384-${hash.digest('base64')}` === integrity ? undefined : 'was changed'
}

/** Removes a version, and those of its shared files that no other version lists. */
export async function dropVersion(
  areaDir: string,
  version: string,
  remaining: readonly ReleaseContents[],
): Promise<void> {
  requireVersion(version)
  if (!(await ifThere(stat(areaDir)))) return
  await withLock(path.join(areaDir, '.lock'), async () => {
    const own = await readContents(areaDir, version).catch(() => undefined)
    // Also what lies there and the caller does not know of: it may be on its way in.
    const others = [...remaining, ...(await otherContents(areaDir, version))]
    const aside = path.join(areaDir, `.dropped-${randomUUID()}`)
    // Renamed first, so that no half of it is ever served.
    await ifThere(rename(path.join(areaDir, version), aside).then(() => rm(aside, { recursive: true, force: true })))
    const unused = Object.keys(own?.files ?? {})
      .filter((name) => name.startsWith(`${SHARED_FOLDER}/`))
      .filter((name) => !others.some((other) => other.version !== version && Object.hasOwn(other.files, name)))
    for (const name of unused) await rm(path.join(areaDir, name), { force: true })
  })
}
