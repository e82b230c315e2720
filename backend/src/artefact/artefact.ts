import type { AreaRelease, ReleaseContents, ReleaseSignature } from '@windlass/shared-kit/contract/area'

/** One version of an area, whole and checked against its own hashes. */
export interface Artefact {
  contents: ReleaseContents
  /** contents.json byte for byte, which is what is signed. */
  contentsText: Buffer
  release: AreaRelease
  signature?: ReleaseSignature
  /** By name below the area's folder; contents.json and signature.json of the version are among them. */
  files: ReadonlyMap<string, Buffer>
}
