import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import yazl from 'yazl'
import { contentDisposition } from '../../platform/contentDisposition.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { readPieces } from '../../platform/sftp/sftpStreams.ts'
import { nameOf } from './remotePath.ts'
import { openRegular } from './requireRegular.ts'
import { type Found, walkTree } from './walkTree.ts'

/** What goes into an archive. */
export interface Bundle {
  files: readonly string[]
  format: 'tar.gz' | 'zip'
  name: string
}

const MISSING = 'MISSING.txt'
/** Larger files would outgrow what readers of old zip files take; the writer says so by itself. */
const FAST = constants.Z_BEST_SPEED

/** Everything that the archive holds, with its name in it; what can't be read is noted. */
async function* contents(sftp: SftpClient, files: readonly string[], missing: string[], signal: AbortSignal) {
  const note = (path: string, error: unknown) =>
    missing.push(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  const onUnreadable = (folder: Found, error: unknown) => note(folder.path, error)
  for (const file of files) {
    const top = file === '/' ? 'root' : nameOf(file)
    try {
      for await (const found of walkTree(sftp, file, { signal, onUnreadable })) {
        if (['fifo', 'socket', 'char', 'block', 'other'].includes(found.kind)) continue
        yield { ...found, inside: found.relative === '' ? top : `${top}/${found.relative}` }
      }
    } catch (error) {
      signal.throwIfAborted()
      note(file, error)
    }
  }
}

/** A file for an archive; undefined when it can't be read, which is noted. */
async function opened(sftp: SftpClient, found: Found, missing: string[]) {
  try {
    return await openRegular(sftp, found.path)
  } catch (error) {
    missing.push(error instanceof Error ? error.message : `${found.path}: ${String(error)}`)
    return undefined
  }
}

async function fillTar(sftp: SftpClient, { files }: Bundle, pack: tar.Pack, signal: AbortSignal): Promise<void> {
  const missing: string[] = []
  for await (const found of contents(sftp, files, missing, signal)) {
    const { attrs, kind, inside } = found
    const header = {
      name: inside,
      mode: attrs.mode & 0o7777,
      mtime: new Date(attrs.mtime * 1000),
      uid: attrs.uid,
      gid: attrs.gid,
    }
    if (kind === 'dir') pack.entry({ ...header, type: 'directory' })
    else if (kind === 'link') pack.entry({ ...header, type: 'symlink', linkname: await sftp.readlink(found.path) })
    else {
      const file = await opened(sftp, found, missing)
      if (!file) continue
      const entry = pack.entry({ ...header, size: file.attrs.size })
      await pipeline(readPieces(sftp, file.handle, { start: 0, length: file.attrs.size }), entry)
      await sftp.close(file.handle)
    }
  }
  if (missing.length > 0) pack.entry({ name: MISSING }, `${missing.join('\n')}\n`)
  pack.finalize()
}

async function fillZip(sftp: SftpClient, { files }: Bundle, zip: yazl.ZipFile, signal: AbortSignal): Promise<void> {
  const missing: string[] = []
  for await (const found of contents(sftp, files, missing, signal)) {
    const { attrs, kind, inside } = found
    const options = { mtime: new Date(attrs.mtime * 1000), mode: attrs.mode & 0o177777 }
    if (kind === 'dir') zip.addEmptyDirectory(inside, options)
    else if (kind === 'link') zip.addBuffer(Buffer.from(await sftp.readlink(found.path)), inside, options)
    else {
      const file = await opened(sftp, found, missing)
      if (!file) continue
      const content = Readable.from(readPieces(sftp, file.handle, { start: 0, length: file.attrs.size }))
      // One after another: the archive reads each file when it gets to it, and not more of them than one is open.
      await new Promise<void>((resolve, reject) => {
        content.once('end', resolve)
        content.once('error', reject)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        zip.addReadStream(content, inside, { ...options, compressionLevel: FAST })
      })
      await sftp.close(file.handle)
    }
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\n')}\n`), MISSING)
  zip.end()
}

/** Sends an archive while it is made. Something that can't be read is named in the archive; a lost server cuts it off. */
export async function sendBundle(sftp: SftpClient, bundle: Bundle, { request, reply }: Exchange): Promise<null> {
  const stop = new AbortController()
  reply.raw.once('close', () => stop.abort(new Error('the reader went away')))
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': bundle.format === 'zip' ? 'application/zip' : 'application/gzip',
    'content-disposition': contentDisposition('attachment', `${bundle.name}.${bundle.format}`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': request.id,
  })
  try {
    if (bundle.format === 'zip') {
      const zip = new yazl.ZipFile()
      // Without a listener an error of a file would end the whole process.
      zip.on('error', (error) => (zip.outputStream as Readable).destroy(error))
      const filling = fillZip(sftp, bundle, zip, stop.signal)
      filling.catch((error: unknown) => (zip.outputStream as Readable).destroy(error as Error))
      await Promise.all([pipeline(zip.outputStream, reply.raw), filling])
    } else {
      const pack = tar.pack()
      const filling = fillTar(sftp, bundle, pack, stop.signal)
      filling.catch((error: unknown) => pack.destroy(error as Error))
      await Promise.all([pipeline(pack, createGzip({ level: FAST }), reply.raw), filling])
    }
  } catch (error) {
    reply.raw.destroy()
    throw error
  }
  return null
}
