import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { SHARED_FOLDER } from '@windlass/backend/artefact/fileNames'

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

/** The versions in an area's folder, the one written last first. */
export function versionsIn(areaDir: string): string[] {
  const writtenAt = (name: string) => statSync(path.join(areaDir, name)).mtimeMs
  return readdirSync(areaDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== SHARED_FOLDER && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((one, other) => writtenAt(other) - writtenAt(one))
}
