import type { ReleaseContents } from '@windlass/shared-kit/contract/area'
import type { Artefact } from './artefact.ts'

/** Reads one version from the folder of its area (`remotes/<id>`), and checks it. */
export async function readArtefact(_areaDir: string, _version: string): Promise<Artefact> {
  throw new Error('not yet')
}

/** Writes a version whole or not at all; identical files are shared, a different one of the same name is refused. */
export async function writeArtefact(_artefact: Artefact, _areaDir: string): Promise<void> {
  throw new Error('not yet')
}

/** Says what is missing from a folder or changed in it, a sentence each; nothing when it is whole. */
export async function verifyFolder(_areaDir: string, _contents: ReleaseContents): Promise<string[]> {
  throw new Error('not yet')
}

/** Removes a version, and those of its shared files that no remaining version lists. */
export async function dropVersion(
  _areaDir: string,
  _version: string,
  _remaining: readonly ReleaseContents[],
): Promise<void> {
  throw new Error('not yet')
}
