import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../../platform/contentDisposition.ts'
import type { OpenedFile } from './workingCopyFiles.ts'

/** Pictures a browser shows; each is known by how it begins, whatever its name says. */
const PICTURES: readonly (readonly [type: string, starts: (head: Buffer) => boolean])[] = [
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1'))],
  ['image/webp', (head) => /^RIFF.{4}WEBP/s.test(head.toString('latin1'))],
  ['image/avif', (head) => /^.{4}ftypavif/s.test(head.toString('latin1'))],
  ['image/bmp', (head) => /^BM.{4}\0\0\0\0/s.test(head.toString('latin1'))],
  ['image/x-icon', (head) => head.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0]))],
]
const HEAD_BYTES = 4096

/** A text may be cut in the middle of a letter, but it holds no NUL and nothing that is not UTF-8 before. */
function isText(head: Buffer, isWhole: boolean): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole })
    return true
  } catch {
    // Not UTF-8.
    return false
  }
}

/** Says what a file is from how it begins. Pages and drawings with scripts are shown as the text they are. */
export function sniffType(head: Buffer, isWhole: boolean): string {
  const picture = PICTURES.find(([, starts]) => starts(head))
  if (picture) return picture[0]
  return isText(head, isWhole) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

/**
 * Sends a file as bytes. Whatever stands in it is kept from acting in our name: the browser takes the type from us, runs
 * nothing and loads nothing.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, size, handle }: OpenedFile,
  kind: 'inline' | 'attachment',
): Promise<void> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const type =
      kind === 'inline' ? sniffType(buffer.subarray(0, bytesRead), bytesRead === size) : 'application/octet-stream'
    reply
      .header('content-type', type)
      .header('content-length', size)
      .header('content-disposition', contentDisposition(kind, name))
      .header('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, no-store')
    // Not more than was announced, should it grow meanwhile.
    const bytes =
      size === 0 ? Buffer.alloc(0) : createReadStream('', { fd: handle, start: 0, end: size - 1, autoClose: false })
    await reply.send(bytes)
  } finally {
    await handle.close()
  }
}
