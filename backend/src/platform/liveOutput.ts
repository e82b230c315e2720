import { type SocketProcessMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import type { Caller } from './caller.ts'
import type { Hub } from './hub.ts'
import { createMasker } from './masker.ts'
import { createUtf8Reader } from './ssh/utf8Reader.ts'

type Stream = SocketProcessMessage['stream']

const NEWS_MS = 200
/** PostgreSQL carries hardly 8000 bytes in one notification. */
const PIECE = 1500
/** Who prints faster than that is shown the end of it; what is kept of the run holds all. */
const PIECES = 8

/** Shows the output of a command to the page that runs it, while it runs. */
export interface LiveOutput {
  take(chunk: Buffer, stream: Stream): void
  /** Passes on what was held back because it could have been the beginning of a secret. */
  end(): void
}

interface LiveOptions {
  runId: string
  secrets: readonly string[]
  /** Is told that a frame could not be sent; the command goes on without. */
  onError: (error: unknown) => void
  /** Gets all that is said, without the secrets. */
  onText?: (text: string, stream: Stream) => void
}

/** @param caller whose pages are told */
export function createLiveOutput(
  hub: Hub,
  caller: Pick<Caller, 'namespaceId' | 'userId'>,
  { runId, secrets, onError, onText }: LiveOptions,
): LiveOutput {
  const audience = { namespaceId: caller.namespaceId, permissions: [], userIds: [caller.userId] }
  let timer: NodeJS.Timeout | undefined
  const open = () => ({ reader: createUtf8Reader(0), masker: createMasker(secrets), text: '', length: 0 })
  const streams = { stdout: open(), stderr: open() }

  const flush = async () => {
    timer = undefined
    for (const stream of ['stdout', 'stderr'] as const) {
      const each = streams[stream]
      const text = each.text.slice(-PIECE * PIECES)
      each.text = ''
      const first = each.length - text.length
      for (let start = 0; start < text.length; start += PIECE) {
        const message = { runId, stream, text: text.slice(start, start + PIECE), offset: first + start }
        await hub.send(audience, { type: SocketType.Process, message })
      }
    }
  }
  const say = (text: string, stream: Stream) => {
    if (text === '') return
    const each = streams[stream]
    // Only so much of it will be sent.
    each.text = (each.text + text).slice(-PIECE * PIECES)
    each.length += text.length
    onText?.(text, stream)
    timer ??= setTimeout(() => void flush().catch(onError), NEWS_MS)
  }
  return {
    take: (chunk, stream) => {
      const { reader, masker } = streams[stream]
      say(masker.push(reader.read(chunk)), stream)
    },
    end: () => {
      for (const stream of ['stdout', 'stderr'] as const) {
        const { reader, masker } = streams[stream]
        say(masker.push(reader.end()) + masker.end(), stream)
      }
      clearTimeout(timer)
      void flush().catch(onError)
    },
  }
}
