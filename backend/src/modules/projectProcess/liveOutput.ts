import { type SocketProcessMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import type { Caller } from '../../platform/caller.ts'
import type { Hub } from '../../platform/hub.ts'
import { createUtf8Reader } from '../../platform/ssh/utf8Reader.ts'
import { createMasker } from '../deploy/masker.ts'

type Stream = SocketProcessMessage['stream']

const NEWS_MS = 200
/** PostgreSQL carries hardly 8000 bytes in one notification. */
const PIECE = 1500
/** Who prints faster than that is shown the end of it; the answer holds all. */
const PIECES = 8

/** Shows the output of a command to the page that runs it, while it runs. */
export interface LiveOutput {
  take(chunk: Buffer, stream: Stream): void
  end(): void
}

/** @param onError is told that a frame could not be sent; the command goes on without */
export function createLiveOutput(
  hub: Hub,
  caller: Caller,
  { runId, secrets, onError }: { runId: string; secrets: readonly string[]; onError: (error: unknown) => void },
): LiveOutput {
  const audience = { namespaceId: caller.namespaceId, permissions: [], userIds: [caller.userId] }
  let timer: NodeJS.Timeout | undefined
  const open = (stream: Stream) => ({ stream, reader: createUtf8Reader(0), masker: createMasker(secrets), text: '' })
  const streams = { stdout: open('stdout'), stderr: open('stderr') }

  const flush = async () => {
    timer = undefined
    for (const each of Object.values(streams)) {
      const text = each.text.slice(-PIECE * PIECES)
      each.text = ''
      for (let start = 0; start < text.length; start += PIECE) {
        const message = { runId, stream: each.stream, text: text.slice(start, start + PIECE) }
        await hub.send(audience, { type: SocketType.Process, message })
      }
    }
  }
  const later = () => {
    timer ??= setTimeout(() => void flush().catch(onError), NEWS_MS)
  }
  return {
    take: (chunk, stream) => {
      const each = streams[stream]
      each.text += each.masker.push(each.reader.read(chunk))
      later()
    },
    end: () => clearTimeout(timer),
  }
}
