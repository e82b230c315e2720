import {
  parseTerminalServerFrame,
  TERMINAL_ACK_BYTES,
  type TerminalReady,
  type TerminalServerFrame,
} from '@windlass/shared-kit/contract/terminal'

/** What a frame of the server means for the page. */
export type StreamEvent =
  | { type: 'output'; bytes: Uint8Array<ArrayBuffer> /** Where the session's output stands behind it. */; end: number }
  /** Draws a whole screen onto an empty terminal. */
  | { type: 'redraw'; bytes: Uint8Array<ArrayBuffer> }
  /** The server is an old one: no sizes, no coming back. */
  | { type: 'plain' }
  | { type: 'frame'; frame: TerminalServerFrame }

/** Twice as often as needed, so that output never waits for an answer that is on its way. */
const ACK_EVERY = TERMINAL_ACK_BYTES / 2

/** Reads the frames of one session, over however many sockets it takes, and counts where its output stands. */
export function createTerminalStream() {
  let received = 0
  let shown = 0
  let acknowledged = 0
  let isDrawing = false
  /** Undefined until the first frame of a socket tells what kind of server it is. */
  let isNegotiated: boolean | undefined

  function startAt({ offset, restored }: Pick<TerminalReady, 'offset' | 'restored'>) {
    received = offset
    // After `bytes` the terminal may still work on what came before; everything else starts on an empty one.
    if (restored !== 'bytes') shown = offset
    acknowledged = shown
    isDrawing = restored === 'screen'
  }

  function readText(text: string): StreamEvent[] {
    const frame = parseTerminalServerFrame(text)
    if (!frame) return []
    isNegotiated = true
    if (frame.type === 'ready') startAt(frame)
    if (frame.type === 'screen') startAt({ offset: frame.offset, restored: 'screen' })
    return [{ type: 'frame', frame }]
  }

  function readBytes(bytes: Uint8Array<ArrayBuffer>): StreamEvent[] {
    if (isDrawing) {
      isDrawing = false
      return [{ type: 'redraw', bytes }]
    }
    received += bytes.length
    const output: StreamEvent = { type: 'output', bytes, end: received }
    if (isNegotiated !== undefined) return [output]
    isNegotiated = false
    return [{ type: 'plain' }, output]
  }

  return {
    /** A new socket was opened; nothing is known about the other end. */
    restart: () => {
      isNegotiated = undefined
      isDrawing = false
    },
    read: (data: string | ArrayBuffer): StreamEvent[] =>
      typeof data === 'string' ? readText(data) : readBytes(new Uint8Array(data)),
    /** Output up to here is on the screen; answers the position to acknowledge, when it is time to. */
    show: (end: number): number | undefined => {
      // What was written before a redraw may be told late.
      shown = Math.max(shown, end)
      if (isNegotiated !== true || shown - acknowledged < ACK_EVERY) return undefined
      acknowledged = shown
      return shown
    },
    /** What the next socket asks for: everything behind this. */
    position: () => received,
    isNegotiated: () => isNegotiated === true,
    /** Whether anything came yet over the present socket. */
    isKnown: () => isNegotiated !== undefined,
  }
}
