import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { byteRange } from '../../platform/byteRange.ts'
import { failed } from '../../platform/errors.ts'

/**
 * Streams a recording, whole or in part, instead of an envelope.
 * @throws AppError when the file is not there
 */
export async function sendRecord(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  id: number,
  file: string,
): Promise<null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw failed('there is no recording of this terminal, or none any more')
    throw error
  })
  // What is written meanwhile is not announced, so it is not sent either.
  const { size } = await handle.stat()
  const range = byteRange(request.headers.range, size)
  const { start, end } = range === undefined || range === 'unsatisfiable' ? { start: 0, end: size - 1 } : range
  const length = range === 'unsatisfiable' ? 0 : end - start + 1
  const part = range === 'unsatisfiable' ? `bytes */${size}` : `bytes ${start}-${end}/${size}`
  reply.hijack()
  reply.raw.writeHead(range === 'unsatisfiable' ? 416 : range ? 206 : 200, {
    'content-type': 'application/x-asciicast',
    'content-length': length,
    'content-disposition': `attachment;filename=${id}.cast`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(range && { 'content-range': part }),
  })
  if (length === 0) {
    await handle.close()
    reply.raw.end()
    return null
  }
  // Whoever goes away meanwhile ends the stream, and there is nobody left to be told.
  await pipeline(handle.createReadStream({ start, end }), reply.raw).catch(() => reply.raw.destroy())
  return null
}
