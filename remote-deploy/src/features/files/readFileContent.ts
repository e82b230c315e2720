import { RepositoryPreviewFile } from '@windlass/shared-kit/contract/repository'
import { addressOf, readEnvelope } from '@windlass/shared-kit/http'

/** What can be shown of a file. */
export type FileContent =
  | { kind: 'text'; size: number; text: string }
  | { kind: 'picture'; size: number; blob: Blob }
  | { kind: 'binary' | 'large'; size: number }

/** More text makes an editor slow and tells nobody anything. */
const TEXT_LIMIT = 2 * 1024 * 1024
const PICTURE_LIMIT = 10 * 1024 * 1024

const limitOf = (type: string): number => {
  if (type.startsWith('text/')) return TEXT_LIMIT
  return type.startsWith('image/') ? PICTURE_LIMIT : 0
}

/** Reads a file as far as it can be shown. @throws ApiError when the server refuses */
export async function readFileContent(id: number, file: string, signal: AbortSignal): Promise<FileContent> {
  const address = addressOf(RepositoryPreviewFile, { id, file })
  const response = await fetch(address, { method: 'GET', credentials: 'include', signal })
  const type = response.headers.get('content-type') ?? ''
  // A file is never sent as JSON; a refusal always is.
  if (type.startsWith('application/json') || !response.ok) {
    await readEnvelope(response)
    return { kind: 'binary', size: 0 }
  }
  const size = Number(response.headers.get('content-length'))
  const limit = limitOf(type)
  if (size > limit) {
    await response.body?.cancel()
    return { kind: limit === 0 ? 'binary' : 'large', size }
  }
  return type.startsWith('image/')
    ? { kind: 'picture', size, blob: await response.blob() }
    : { kind: 'text', size, text: await response.text() }
}
