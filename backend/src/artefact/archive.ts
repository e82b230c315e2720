import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { ARCHIVE_LIMIT_BYTES } from '@windlass/shared-kit/contract/release'
import tar from 'tar-stream'
import { type Artefact, signatureName } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { assembleArtefact } from './assembleArtefact.ts'
import { requireFileName, shown } from './fileNames.ts'

const zip = promisify(gzip)
const MEGABYTE = 1024 * 1024
/** An area of ours unpacks to some megabytes; what grows beyond this is a mistake or an attack. */
const UNPACKED_LIMIT_BYTES = 64 * MEGABYTE
const MAX_FILES = 600
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])
/** Byte of the gzip header that names the operating system; 255 is "unknown". */
const GZIP_SYSTEM = 9

/** Packs an artefact as `<id>-<version>.tgz`; the same artefact gives the same bytes on every machine. */
export async function packArtefact(artefact: Artefact): Promise<Buffer> {
  const pack = tar.pack()
  const files = new Map(artefact.files)
  const signature = signatureName(artefact.contents.version)
  if (artefact.signature) files.set(signature, Buffer.from(JSON.stringify(artefact.signature)))
  else files.delete(signature)
  for (const name of [...files.keys()].toSorted()) {
    const content = files.get(name) ?? Buffer.alloc(0)
    pack.entry({ name, mode: 0o644, mtime: new Date(artefact.contents.buildTime), uid: 0, gid: 0 }, content)
  }
  pack.finalize()
  const archive = await zip(await buffer(pack), { level: 9 })
  archive[GZIP_SYSTEM] = 255
  if (archive.length > ARCHIVE_LIMIT_BYTES) throw new ArtefactError('archive', tooLarge(archive.length))
  return archive
}

/** Reads an archive that anybody may have made: within limits, and only if it is exactly what it says it is. */
export async function unpackArtefact(archive: Buffer): Promise<Artefact> {
  if (archive.length > ARCHIVE_LIMIT_BYTES) throw new ArtefactError('archive', tooLarge(archive.length))
  if (!archive.subarray(0, 2).equals(GZIP_MAGIC)) throw new ArtefactError('archive', NOT_AN_ARCHIVE)
  return assembleArtefact(await unpackFiles(archive))
}

async function unpackFiles(archive: Buffer): Promise<Map<string, Buffer>> {
  const extract = tar.extract()
  const unpacking = pipeline(Readable.from([archive]), createGunzip(), limitTo(UNPACKED_LIMIT_BYTES), extract)
  // Either side may fail first, and then makes the other one fail: the refusal that says why wins.
  const [files, unpacked] = await Promise.allSettled([collect(extract), unpacking])
  const failures = [files, unpacked].filter((end) => end.status === 'rejected').map((end) => end.reason as unknown)
  const refusal = failures.find((failure) => failure instanceof ArtefactError)
  if (refusal) throw refusal
  if (files.status === 'rejected' || failures.length > 0)
    throw new ArtefactError('archive', BROKEN_ARCHIVE, { cause: failures[0] })
  return files.value
}

/** Stops a bomb while it unpacks, not after it has filled the memory. */
function limitTo(limit: number): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > limit) done(new ArtefactError('archive', BOMB))
      else done(null, chunk)
    },
  })
}

async function collect(extract: tar.Extract): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const entry of extract) {
    const { name, type } = entry.header
    if (type !== 'file')
      throw new ArtefactError(
        'name',
        `${shown(name)} is a ${type ?? 'special file'}: an artefact holds regular files only`,
      )
    requireFileName(name)
    if (files.has(name))
      throw new ArtefactError('name', `The file ${shown(name)} is in the archive twice: build it again`)
    if (files.size === MAX_FILES) throw new ArtefactError('archive', TOO_MANY)
    files.set(name, await buffer(entry))
  }
  return files
}

const NOT_AN_ARCHIVE =
  'This is not an archive of an area: give the `<area>-<version>.tgz` that `pnpm release publish` packs'
const BROKEN_ARCHIVE = 'The archive is damaged or cut off: pack it again, or send it again if it came over a network'
const BOMB = `The archive unpacks to more than ${UNPACKED_LIMIT_BYTES / MEGABYTE} MB, which no area needs: look at what its build adds`
const TOO_MANY = `The archive holds more than ${MAX_FILES} files: look at what the build of the area adds`
const tooLarge = (bytes: number) =>
  `The archive has ${(bytes / MEGABYTE).toFixed(1)} MB, more than the ${ARCHIVE_LIMIT_BYTES / MEGABYTE} MB one version may have: look at the heaviest files of the area`
