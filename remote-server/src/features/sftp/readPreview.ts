import { SFTP_PREVIEW_BYTES, SFTP_TEXT_BYTES, SftpPreview } from '@windlass/shared-kit/contract/sftp'
import { addressOf, readEnvelope } from '@windlass/shared-kit/http'

/** What a preview needs to be drawn. */
export type Preview = { kind: 'binary' | 'large' } | { kind: 'blob'; blob: Blob } | { kind: 'text'; text: string }

export interface Previewed {
  serverId: number
  asRoot: boolean
  file: string
  size: number
}

export const previewAddress = ({ serverId, asRoot, file }: Previewed): string =>
  addressOf(SftpPreview, { id: serverId, file, ...(asRoot && { asRoot }) })

async function fetchFile(about: Previewed, signal: AbortSignal): Promise<Response> {
  const response = await fetch(previewAddress(about), { credentials: 'include', signal })
  // A file always carries this header, a refusal never: it must not be taken for the contents.
  if (!response.headers.has('content-disposition')) await readEnvelope(response)
  return response
}

/** The text of a file as far as it is one. @throws ApiError when the server refuses */
export async function readTextPreview(about: Previewed, signal: AbortSignal): Promise<Preview> {
  if (about.size > SFTP_TEXT_BYTES) return { kind: 'large' }
  const response = await fetchFile(about, signal)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.includes(0) && !isWide(bytes)) return { kind: 'binary' }
  return { kind: 'text', text: decoded(bytes) }
}

/** Pictures and documents are shown from memory, where nothing in them can act. @throws ApiError when the server refuses */
export async function readBlobPreview(about: Previewed, type: string, signal: AbortSignal): Promise<Preview> {
  if (about.size > SFTP_PREVIEW_BYTES) return { kind: 'large' }
  const response = await fetchFile(about, signal)
  return { kind: 'blob', blob: new Blob([await response.arrayBuffer()], { type }) }
}

const WIDE_LITTLE = [0xff, 0xfe]
const WIDE_BIG = [0xfe, 0xff]
const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)
const isWide = (bytes: Uint8Array) => startsWith(bytes, WIDE_LITTLE) || startsWith(bytes, WIDE_BIG)

function inEncoding(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Not written in this one.
    return undefined
  }
}

/** What bytes say in the encoding that fits them: the same guess as that of the editor. */
export function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, WIDE_LITTLE)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, WIDE_BIG)) return new TextDecoder('utf-16be').decode(bytes)
  return inEncoding(bytes, 'utf-8') ?? inEncoding(bytes, 'gb18030') ?? new TextDecoder('windows-1252').decode(bytes)
}
