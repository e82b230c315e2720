import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from './contentDisposition.ts'

/** A file on its way to a browser that saves it. */
export interface Download {
  name: string
  size: number
  content: Readable
}

/** Streams a file instead of an envelope; the browser saves it and never shows it. */
export async function sendDownload(reply: FastifyReply, { name, size, content }: Download): Promise<null> {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
    'content-disposition': contentDisposition('attachment', name),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  // Whoever goes away meanwhile ends the stream, and there is nobody left to be told.
  await pipeline(content, reply.raw).catch(() => reply.raw.destroy())
  return null
}
