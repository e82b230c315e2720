import path from 'node:path/posix'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SFTP_PREVIEW_BYTES } from '@windlass/shared-kit/contract/sftp'
import { byteRange } from '../../platform/byteRange.ts'
import { contentDisposition } from '../../platform/contentDisposition.ts'
import { failed } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { lendPieces } from '../../platform/sftp/sftpStreams.ts'
import { nameOf } from './remotePath.ts'
import { openRegular } from './requireRegular.ts'

/** What browsers may show as what it is: nothing of this acts. Everything else is text, or bytes to be saved. */
const TYPES: Readonly<Record<string, string>> = {
  ...{
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    bmp: 'image/bmp',
  },
  ...{ ico: 'image/x-icon', avif: 'image/avif', pdf: 'application/pdf' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime', m4v: 'video/mp4', ogv: 'video/ogg' },
  ...{ mp3: 'audio/mpeg', ogg: 'audio/ogg', wav: 'audio/wav', flac: 'audio/flac', m4a: 'audio/mp4', aac: 'audio/aac' },
}
/** Played or leafed through from their address, as far as the person gets. */
const UNBOUNDED = /^(video|audio)\/|pdf$/
const LOOKED_AT = 8192

async function previewType(
  sftp: SftpClient,
  file: string,
  { handle, size }: { handle: Parameters<SftpClient['read']>[0]; size: number },
) {
  const known = TYPES[path.extname(file).slice(1).toLowerCase()]
  if (known !== undefined) return known
  const beginning = size === 0 ? undefined : await sftp.read(handle, 0, LOOKED_AT)
  return beginning?.includes(0) ? 'application/octet-stream' : 'text/plain; charset=utf-8'
}

/** Takes a piece when the one before has left: what is only lent must not wait in a buffer. */
function sender(raw: Writable): Writable {
  const stream = new Writable({
    highWaterMark: 1,
    write: (piece, _encoding, done) => void raw.write(piece, done),
    final: (done) => void raw.end(done),
  })
  raw.once('error', (error) => stream.destroy(error))
  raw.once('close', () => stream.destroy(raw.writableFinished ? undefined : failed('the reader has left')))
  return stream
}

/** Sends a file, or the part of it that is asked for, with as much under way as the reader takes. */
export async function sendFile(
  sftp: SftpClient,
  file: string,
  kind: 'inline' | 'attachment',
  { request, reply }: Exchange,
): Promise<null> {
  const { handle, attrs } = await openRegular(sftp, file)
  try {
    const { size, mtime } = attrs
    const type = kind === 'inline' ? await previewType(sftp, file, { handle, size }) : 'application/octet-stream'
    const isBounded = kind === 'inline' && !UNBOUNDED.test(type)
    if (isBounded && size > SFTP_PREVIEW_BYTES) throw failed(`${file} is larger than 50 MiB; download it`)
    const tag = `"${size.toString(36)}-${mtime.toString(36)}"`
    const ifRange = request.headers['if-range']
    const isSame = ifRange === undefined || ifRange === tag
    const wanted = isSame ? byteRange(request.headers.range, size) : undefined
    reply.hijack()
    const headers = {
      'content-type': type,
      'content-disposition': contentDisposition(kind, nameOf(file)),
      'x-content-type-options': 'nosniff',
      // Whatever it is, it is shown as somebody else's page, without scripts and without the console's cookie.
      'content-security-policy':
        "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: tag,
      'last-modified': new Date(mtime * 1000).toUTCString(),
      'x-request-id': request.id,
    }
    if (wanted === 'unsatisfiable') {
      reply.raw.writeHead(416, { 'content-range': `bytes */${size}` }).end()
      return null
    }
    const { start, end } = wanted ?? { start: 0, end: size - 1 }
    const range = { start, length: end - start + 1 }
    reply.raw.writeHead(wanted ? 206 : 200, {
      ...headers,
      'content-length': range.length,
      ...(wanted && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    await pipeline(lendPieces(sftp, handle, range), sender(reply.raw))
  } catch (error) {
    // What was begun can't be answered in words any more: a cut connection is what tells the browser.
    if (reply.raw.headersSent) reply.raw.destroy()
    throw error
  } finally {
    if (sftp.isOpen()) await sftp.close(handle).catch(() => undefined)
  }
  return null
}
