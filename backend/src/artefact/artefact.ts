import type { AreaRelease, ReleaseContents, ReleaseSignature } from '@windlass/shared-kit/contract/area'
import { integrityOf } from './integrityOf.ts'
import { isCompressed } from './weight.ts'

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

/** Where a version says what it consists of. */
export const contentsName = (version: string): string => `${version}/contents.json`
/** Where a version says who vouches for it. */
export const signatureName = (version: string): string => `${version}/signature.json`
/** Where a version describes itself to browsers. */
export const releaseName = (version: string): string => `${version}/release.json`

/** "logs 1.1.0", for sentences. */
export const titleOf = ({ id, version }: { id: string; version: string }): string => `${id} ${version}`

/** The artefact with a signature, in place of any it had. */
export function withSignature(artefact: Artefact, signature: ReleaseSignature): Artefact {
  const files = new Map(artefact.files)
  files.set(signatureName(artefact.contents.version), Buffer.from(JSON.stringify(signature)))
  return { ...artefact, signature, files }
}

/** The artefact for files that lie elsewhere than beside the console's page; to be signed again. */
export function withBase(artefact: Artefact, base: string): Artefact {
  const { version } = artefact.contents
  const name = releaseName(version)
  const release = { ...artefact.release, base }
  const releaseText = Buffer.from(JSON.stringify(release))
  // Of the description no compressed copy stays: it would still tell the old place.
  const kept = [...artefact.files].filter(([file]) => !(isCompressed(file) && file.startsWith(name)))
  const listed = Object.entries(artefact.contents.files).filter(
    ([file]) => !(isCompressed(file) && file.startsWith(name)),
  )
  const own = { bytes: releaseText.length, brotliBytes: releaseText.length, integrity: integrityOf(releaseText) }
  const contents = { ...artefact.contents, files: { ...Object.fromEntries(listed), [name]: own } }
  const contentsText = Buffer.from(JSON.stringify(contents))
  const files = new Map(kept).set(name, releaseText).set(contentsName(version), contentsText)
  files.delete(signatureName(version))
  return { contents, contentsText, release, files }
}
