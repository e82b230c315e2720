import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseContents } from '@windlass/shared-kit/contract/area'

/** Folder of the files that versions share, because they are named by their content. */
export const SHARED_FOLDER = 'files'

/** Moves a finished build into the area's folder; the version appears last, when everything it names is there. */
export function placeArtefact(workDir: string, areaDir: string, version: string): void {
  const shared = path.join(areaDir, SHARED_FOLDER)
  mkdirSync(shared, { recursive: true })
  for (const name of readdirSync(path.join(workDir, SHARED_FOLDER))) {
    const [built, kept] = [path.join(workDir, SHARED_FOLDER, name), path.join(shared, name)]
    if (!existsSync(kept)) renameSync(built, kept)
    else if (!readFileSync(built).equals(readFileSync(kept))) {
      throw new Error(`${kept} exists with other content: remove ${areaDir} and build again`)
    }
  }
  const target = path.join(areaDir, version)
  rmSync(target, { recursive: true, force: true })
  renameSync(path.join(workDir, version), target)
}

/** Removes a version, and the shared files that no other version names. */
export function dropArtefact(areaDir: string, version: string): void {
  rmSync(path.join(areaDir, version), { recursive: true })
  const named = new Set(versionsIn(areaDir).flatMap((left) => sharedBy(areaDir, left)))
  const shared = path.join(areaDir, SHARED_FOLDER)
  if (!existsSync(shared)) return
  for (const name of readdirSync(shared)) {
    if (!named.has(`${SHARED_FOLDER}/${name}`)) rmSync(path.join(shared, name))
  }
}

/** The versions in an area's folder, the one written last first. */
export function versionsIn(areaDir: string): string[] {
  const writtenAt = (name: string) => statSync(path.join(areaDir, name)).mtimeMs
  return readdirSync(areaDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== SHARED_FOLDER && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((one, other) => writtenAt(other) - writtenAt(one))
}

/** The shared files a version names; a folder that an older build of another layout left names none. */
function sharedBy(areaDir: string, version: string): string[] {
  const file = path.join(areaDir, version, 'contents.json')
  if (!existsSync(file)) return []
  // Written by a build of this script.
  return Object.keys((JSON.parse(readFileSync(file, 'utf8')) as ReleaseContents).files)
}
