import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import {
  type AreaRelease,
  AreaRelease as AreaReleaseSchema,
  ReleaseContents,
  ReleaseSignature,
} from '@windlass/shared-kit/contract/area'
import { type Artefact, contentsName, releaseName, signatureName, titleOf } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { requireVersion, SHARED_FOLDER, shown } from './fileNames.ts'
import { integrityOf } from './integrityOf.ts'
import { parseJson, requireShape } from './parseAs.ts'
import { isCompressed } from './weight.ts'

const unBrotli = promisify(brotliDecompress)
const unGzip = promisify(gunzip)

/** Nothing that describes an artefact is longer; the texts of a big area take some hundred kilobytes. */
const MAX_DESCRIPTION_BYTES = 4 * 1024 * 1024

/** Puts an artefact together from its files, only if they are exactly what its contents.json lists. */
export async function assembleArtefact(files: ReadonlyMap<string, Buffer>): Promise<Artefact> {
  const contentsText = findContents(files)
  const contents = parseContents(contentsText)
  requireListed(files, contents)
  for (const [name, fact] of Object.entries(contents.files)) requireUnchanged(name, files.get(name), fact)
  const release = readRelease(files, contents)
  requireConsistent(release, contents)
  await requireFaithfulCopies(files, contents)
  const signatureText = files.get(signatureName(contents.version))
  const signature = signatureText && parseSignature(signatureText)
  return { contents, contentsText, release, ...(signature && { signature }), files }
}

/** Reads contents.json. */
export function parseContents(content: Buffer): ReleaseContents {
  const value = parseJson(textOf(content, 'contents.json'), 'contents.json', 'contents')
  // Said before the schema does, because a pattern is no help for people.
  if (typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string')
    requireVersion(value.version)
  return requireShape(ReleaseContents, value, 'contents.json', 'contents')
}

/** Reads signature.json. */
export function parseSignature(content: Buffer): ReleaseSignature {
  const value = parseJson(textOf(content, 'signature.json'), 'signature.json', 'signature')
  return requireShape(ReleaseSignature, value, 'signature.json', 'signature')
}

/** Reads release.json, or the same from a developer's machine. */
export function parseRelease(content: Buffer): AreaRelease {
  const value = parseJson(textOf(content, 'release.json'), 'release.json', 'release')
  return requireShape(AreaReleaseSchema, value, 'release.json', 'release')
}

function textOf(content: Buffer, what: string): string {
  if (content.length > MAX_DESCRIPTION_BYTES)
    throw new ArtefactError(
      'contents',
      `${what} is longer than ${MAX_DESCRIPTION_BYTES / 1024 / 1024} MB: build it again`,
    )
  return content.toString('utf8')
}

function findContents(files: ReadonlyMap<string, Buffer>): Buffer {
  const found = [...files].filter(([name]) => name.endsWith('/contents.json') && !name.startsWith(`${SHARED_FOLDER}/`))
  const [first, second] = found
  if (!first) throw new ArtefactError('contents', 'There is no contents.json in the artefact: build it again')
  if (second)
    throw new ArtefactError(
      'name',
      `The artefact holds two versions, ${shown(first[0])} and ${shown(second[0])}: pack one`,
    )
  const { version } = parseContents(first[1])
  if (first[0] !== contentsName(version))
    throw new ArtefactError('name', `contents.json of ${version} lies in ${shown(first[0])}: build it again`)
  return first[1]
}

function requireListed(files: ReadonlyMap<string, Buffer>, contents: ReleaseContents): void {
  const own = [contentsName(contents.version), signatureName(contents.version)]
  for (const name of files.keys()) {
    const folder = name.split('/')[0]
    if (folder !== contents.version && folder !== SHARED_FOLDER)
      throw new ArtefactError(
        'name',
        `The file ${shown(name)} belongs to another version than ${contents.version}: build it again`,
      )
    if (!own.includes(name) && !Object.hasOwn(contents.files, name))
      throw new ArtefactError(
        'files',
        `contents.json does not list the file ${shown(name)}: build it again, add nothing by hand`,
      )
  }
  const listedOwn = own.find((name) => Object.hasOwn(contents.files, name))
  if (listedOwn) throw new ArtefactError('files', `contents.json lists ${listedOwn}, which cannot be: build it again`)
}

function requireUnchanged(name: string, content: Buffer | undefined, fact: ReleaseContents['files'][string]): void {
  if (!content) throw new ArtefactError('files', `The file ${shown(name)} is missing: build the artefact again`)
  if (content.length !== fact.bytes)
    throw new ArtefactError(
      'hash',
      `${name} has ${content.length} bytes instead of ${fact.bytes}: it was changed after the build, build it again`,
    )
  if (integrityOf(content) !== fact.integrity)
    throw new ArtefactError('hash', `${name} is not what was built, its hash differs: build the artefact again`)
}

function readRelease(files: ReadonlyMap<string, Buffer>, { version }: ReleaseContents): AreaRelease {
  const content = files.get(releaseName(version))
  if (!content) throw new ArtefactError('release', 'There is no release.json in the artefact: build it again')
  return parseRelease(content)
}

/** What browsers are told must be what was hashed, or they would refuse at run time what was accepted here. */
function requireConsistent(release: AreaRelease, contents: ReleaseContents): void {
  const refuse = (message: string) => {
    throw new ArtefactError('release', `${message}: build it again`)
  }
  if (release.id !== contents.id || release.version !== contents.version)
    refuse(`release.json says ${titleOf(release)}, contents.json says ${titleOf(contents)}`)
  const integrities = { ...release.integrity, [release.manifest.file]: release.manifest.integrity }
  for (const [name, integrity] of Object.entries(integrities)) {
    if (!Object.hasOwn(contents.files, name))
      refuse(`release.json names the file ${shown(name)}, which contents.json does not list`)
    if (contents.files[name]?.integrity !== integrity)
      refuse(`release.json and contents.json give ${name} different hashes`)
  }
  const loaded = [release.entry, ...release.files, ...release.textFiles.en, ...release.textFiles['zh-cn']]
  for (const name of [...loaded, ...release.routes.flatMap((route) => route.files)])
    if (!Object.hasOwn(release.integrity, name)) refuse(`release.json gives no hash for the file ${shown(name)}`)
}

/** A compressed copy travels in place of its original, so it has to be that original. */
async function requireFaithfulCopies(files: ReadonlyMap<string, Buffer>, contents: ReleaseContents): Promise<void> {
  for (const [name, fact] of Object.entries(contents.files)) {
    const brotli = files.get(`${name}.br`)
    if (!isCompressed(name) && fact.brotliBytes !== (brotli ?? files.get(name))?.length)
      throw new ArtefactError(
        'hash',
        `contents.json does not give the true size of ${name} as it travels: build it again`,
      )
    const original = files.get(name.replace(/\.(br|gz)$/, ''))
    if (name.endsWith('.br')) await requireCopy(name, original, (copy, options) => unBrotli(copy, options), files)
    if (name.endsWith('.gz')) await requireCopy(name, original, (copy, options) => unGzip(copy, options), files)
  }
}

type Unpack = (copy: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

async function requireCopy(
  name: string,
  original: Buffer | undefined,
  unpack: Unpack,
  files: ReadonlyMap<string, Buffer>,
) {
  const copy = files.get(name)
  if (!original || !copy)
    throw new ArtefactError('files', `${name} has no original beside it: build the artefact again`)
  // The limit also stops a copy that would unpack without end; every failure means the same.
  const content = await unpack(copy, { maxOutputLength: Math.max(original.length, 1) }).catch(() => undefined)
  if (!content?.equals(original))
    throw new ArtefactError('hash', `${name} does not hold what its original holds: build the artefact again`)
}
