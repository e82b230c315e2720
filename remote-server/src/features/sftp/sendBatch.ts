import {
  batchHead,
  SFTP_BATCH_PATH,
  SFTP_BATCH_TYPE,
  type SftpBatchAnswer,
} from '@windlass/shared-kit/contract/sftpUpload'
import { callHeaders, openEnvelope, TransportError } from '@windlass/shared-kit/http'
import type { Upload } from './uploadList.ts'

interface Part {
  upload: Upload
  file: File
}

/** Sends many small files in one request. @throws ApiError, TransportError, or an AbortError after `signal` */
export function sendBatch(parts: readonly Part[], signal: AbortSignal, onShare: (share: number) => void) {
  const [first] = parts
  if (!first) throw new Error('a batch holds at least one file')
  const { serverId, dir, overwrite, asRoot } = first.upload
  const head = batchHead({
    ...{ serverId, dir, overwrite, asRoot },
    files: parts.map(({ upload, file }) => ({
      name: upload.name,
      size: file.size,
      time: Math.floor(file.lastModified / 1000),
    })),
  })
  // Copied into a buffer of its own: the type of the encoder's result leaves open whether it is shared memory.
  const body = new Blob([new Uint8Array(head), ...parts.map(({ file }) => file)])
  const request = new XMLHttpRequest()
  request.open('POST', new URL(SFTP_BATCH_PATH.slice(1), document.baseURI))
  request.withCredentials = true
  for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
  request.setRequestHeader('Content-Type', SFTP_BATCH_TYPE)
  request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0))
  const { promise, resolve, reject } = Promise.withResolvers<SftpBatchAnswer>()
  request.addEventListener('load', () => {
    const id = request.getResponseHeader('x-request-id') ?? ''
    // What our server answers has the shape of the contract; everything else is thrown.
    resolve(Promise.resolve().then(() => openEnvelope(request.status, request.responseText, id) as SftpBatchAnswer))
  })
  request.addEventListener('error', () => reject(new TransportError('network', 'The connection was lost')))
  request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(body)
  return promise
}
