import { SFTP_UPLOAD_PATH } from '@windlass/shared-kit/contract/sftpUpload'
import { callHeaders, openEnvelope, TransportError } from '@windlass/shared-kit/http'
import type { Upload } from './uploadList.ts'

/** What is told while a file is sent. */
interface Watcher {
  onSent: (bytes: number) => void
  /** Where it can be gone on with. */
  onAddress: (address: string) => void
}

/** One file that is being sent. */
export interface Sending {
  /** Resolves when it is whole on the server. @throws ApiError, TransportError, or an AbortError after `stop` */
  ended: Promise<void>
  /** Stops; what is there is kept to be gone on with, or thrown away. */
  stop: (isForGood: boolean) => Promise<void>
}

const RETRIES_MS = [500, 1_500, 4_000, 10_000, 20_000]

const addressOf = (path: string) => new URL(path.replace(/^\//, ''), document.baseURI).href

/** Says of a failure what our server said, if it was our server. */
function toCallError(error: Error, answer: { status: number; body: string } | undefined): Error {
  if (!answer || answer.status === 0) return new TransportError('network', 'The connection was lost')
  try {
    openEnvelope(answer.status, answer.body, '')
    return error
  } catch (refusal) {
    return refusal instanceof Error ? refusal : error
  }
}

/** Sends a file so that it can be paused, and gone on with after an interruption (tus). */
export async function sendUpload(file: File, upload: Upload, { onSent, onAddress }: Watcher): Promise<Sending> {
  const { DetailedError, Upload: Tus } = await import('tus-js-client')
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const tus = new Tus(file, {
    endpoint: addressOf(SFTP_UPLOAD_PATH),
    uploadUrl: upload.address ? addressOf(upload.address) : null,
    headers: callHeaders(),
    metadata: {
      serverId: String(upload.serverId),
      dir: upload.dir,
      name: upload.name,
      time: String(Math.floor(file.lastModified / 1000)),
      ...(upload.overwrite && { overwrite: '1' }),
      ...(upload.asRoot && { asRoot: '1' }),
    },
    retryDelays: RETRIES_MS,
    // The server itself knows what is unfinished, also for another browser.
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => onSent(sent),
    onUploadUrlAvailable: () => onAddress(new URL(tus.url ?? '', document.baseURI).pathname),
    onSuccess: () => resolve(),
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : null
      reject(toCallError(error, response ? { status: response.getStatus(), body: response.getBody() } : undefined))
    },
    // What the server refuses it refuses again; only a lost connection and a busy server are worth another try.
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      return status === 0 || status === 423 || status === 429 || status >= 502
    },
  })
  tus.start()
  return {
    ended,
    stop: async (isForGood) => {
      await tus.abort(isForGood)
      reject(new DOMException('The upload was stopped', 'AbortError'))
    },
  }
}
