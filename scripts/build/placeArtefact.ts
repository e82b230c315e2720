import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
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
  const named = new Set(versionsIn(areaDir).flatMap((left) => Object.keys(contentsOf(areaDir, left).files)))
  const shared = path.join(areaDir, SHARED_FOLDER)
  if (!existsSync(shared)) return
  for (const name of readdirSync(shared)) {
    if (!named.has(`${SHARED_FOLDER}/${name}`)) rmSync(path.join(shared, name))
  }
}

/** The versions in an area's folder that are whole. */
export function versionsIn(areaDir: string): string[] {
  return readdirSync(areaDir).filter((name) => existsSync(path.join(areaDir, name, 'contents.json')))
}

// Written by a build of this script.
const contentsOf = (areaDir: string, version: string) =>
  JSON.parse(readFileSync(path.join(areaDir, version, 'contents.json'), 'utf8')) as ReleaseContents
