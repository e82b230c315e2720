import type { Artefact } from './artefact.ts'

/** Packs an artefact as `<id>-<version>.tgz`; the same artefact always gives the same bytes. */
export async function packArtefact(_artefact: Artefact): Promise<Buffer> {
  throw new Error('not yet')
}

/** Reads an archive that anybody may have made: within limits, and only if every hash fits. */
export async function unpackArtefact(_archive: Buffer): Promise<Artefact> {
  throw new Error('not yet')
}
