import type {
  TerminalClientFrame,
  TerminalEndReason,
  TerminalServerFrame,
} from '@windlass/shared-kit/contract/terminal'
import { piecesOf } from './pasteText.ts'
import { createTerminalStream, type StreamEvent } from './terminalStream.ts'

/** Why nothing comes any more: what the server said, or what the page saw itself. */
export type LinkEnd = TerminalEndReason | 'exit' | 'taken' | 'refused' | 'unreachable'

/** How a pane is connected. */
export type LinkState =
  | { phase: 'connecting' }
  | { phase: 'open' }
  | { phase: 'reconnecting'; attempt: number }
  | { phase: 'ended'; reason: LinkEnd; message: string }

interface Options {
  /** Where the next socket goes; `position` is what is on the screen already. */
  address: (position: number) => string
  onEvent: (event: StreamEvent) => void
  onState: (state: LinkState) => void
  /** Asks over HTTP why a socket was refused, because a browser is not told; undefined when nobody answers. */
  diagnose: () => Promise<string | undefined>
}

const FIRST_DELAY_MS = 500
const MOST_DELAY_MS = 15_000
const PING_MS = 10_000
/** How often it is looked whether a ping is due or its answer is missing. */
const LOOK_MS = 1_000
/** Two pings without an answer. */
const SILENCE_MS = 25_000
/** Somebody is back at the machine and waits. */
const IMPATIENCE_MS = 3_000
const encoder = new TextEncoder()

/** How long to wait before the n-th attempt. */
const delayBefore = (attempt: number): number => Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))

/** What a frame says about the end, if it does. */
function endOf(frame: TerminalServerFrame): { reason: LinkEnd; message: string } | undefined {
  if (frame.type === 'ended') return { reason: frame.reason, message: frame.message }
  if (frame.type === 'taken') return { reason: 'taken', message: '' }
  if (frame.type === 'exit') return { reason: 'exit', message: frame.signal ?? String(frame.code) }
  return undefined
}

/** The way to one session, over one socket after the other. */
export class TerminalLink {
  readonly #options: Options
  readonly #stream = createTerminalStream()
  #socket: WebSocket | undefined
  #state: LinkState = { phase: 'connecting' }
  #end: { reason: LinkEnd; message: string } | undefined
  #attempt = 0
  /** The session can be come back to. */
  #isKept = false
  #heard = 0
  /** When the last ping went out. */
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setInterval> | undefined
  /** Typed while the first socket opens. */
  #typedAhead = ''
  readonly #onWake = () => this.#hurry()

  constructor(options: Options) {
    this.#options = options
    addEventListener('online', this.#onWake)
    document.addEventListener('visibilitychange', this.#onWake)
  }

  /** Opens the first socket, or another one right now. */
  connect(): void {
    this.#letGo()
    this.#end = undefined
    this.#stream.restart()
    if (this.#state.phase === 'ended') this.#change({ phase: 'connecting' })
    const socket = new WebSocket(this.#options.address(this.#isKept ? this.#stream.position() : 0))
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => this.#hear(data))
    socket.addEventListener('close', ({ reason }) => {
      if (this.#socket === socket) this.#lose(reason)
    })
  }

  /** Types text, or bytes that are no text; what is typed while nobody listens is dropped, because nobody would see it. */
  type(input: string | Uint8Array<ArrayBuffer>): void {
    if (this.#state.phase === 'connecting' && typeof input === 'string') this.#typedAhead += input
    if (this.#state.phase !== 'open') return
    const bytes = typeof input === 'string' ? encoder.encode(input) : input
    for (const piece of piecesOf(bytes)) this.#socket?.send(piece)
  }

  /** Tells the size of the screen; answers false where the server keeps the first one. */
  resize(rows: number, cols: number): boolean {
    if (this.#state.phase !== 'open') return true
    this.#send({ type: 'resize', rows, cols })
    return this.#stream.isNegotiated()
  }

  /** Output up to here is on the screen. */
  show(end: number): void {
    const bytes = this.#stream.show(end)
    if (bytes !== undefined) this.#send({ type: 'ack', bytes })
  }

  /** Whether the session can be come back to. */
  get isKept(): boolean {
    return this.#isKept
  }

  /** Lets go of the session, which the server keeps for a while. */
  dispose(): void {
    removeEventListener('online', this.#onWake)
    document.removeEventListener('visibilitychange', this.#onWake)
    this.#letGo()
  }

  #letGo(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #send(frame: TerminalClientFrame): void {
    // Older servers would type it into the shell.
    if (this.#stream.isNegotiated() && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame))
    }
  }

  #change(state: LinkState): void {
    this.#state = state
    this.#options.onState(state)
  }

  #hear(data: string | ArrayBuffer): void {
    this.#heard = Date.now()
    for (const event of this.#stream.read(data)) {
      this.#options.onEvent(event)
      if (event.type === 'plain') this.#greet()
      if (event.type !== 'frame') continue
      this.#end ??= endOf(event.frame)
      if (event.frame.type === 'ready') {
        this.#isKept = true
        this.#greet()
        this.#asked = Date.now()
        this.#watch = setInterval(() => this.#look(), LOOK_MS)
      }
    }
  }

  #greet(): void {
    this.#attempt = 0
    this.#change({ phase: 'open' })
    const ahead = this.#typedAhead
    this.#typedAhead = ''
    if (ahead !== '') this.type(ahead)
  }

  #look(): void {
    const now = Date.now()
    if (now - this.#heard > SILENCE_MS) return this.#drop()
    if (now - this.#asked < PING_MS) return
    this.#asked = now
    this.#send({ type: 'ping' })
  }

  /** Nothing is heard: the browser may take minutes to notice. */
  #drop(): void {
    this.#letGo()
    this.#lose('')
  }

  #lose(reason: string): void {
    const hadAnswer = this.#stream.isKnown()
    this.#letGo()
    this.#typedAhead = ''
    if (this.#end) return this.#change({ phase: 'ended', ...this.#end })
    if (reason !== '' && !this.#isKept) return this.#change({ phase: 'ended', reason: 'failed', message: reason })
    if (hadAnswer && !this.#isKept) return this.#change({ phase: 'ended', reason: 'lost', message: '' })
    if (hadAnswer) return this.#retry()
    void this.#ask()
  }

  /** The socket never spoke: refused, or nobody is there. */
  async #ask(): Promise<void> {
    const isFirst = !this.#isKept
    const message = await this.#options.diagnose()
    // Meanwhile somebody may have pressed the button.
    if (this.#socket) return
    if (message !== undefined) return this.#change({ phase: 'ended', reason: 'refused', message })
    if (isFirst) return this.#change({ phase: 'ended', reason: 'unreachable', message: '' })
    this.#retry()
  }

  #retry(): void {
    this.#attempt += 1
    this.#change({ phase: 'reconnecting', attempt: this.#attempt })
    this.#timer = setTimeout(() => this.connect(), delayBefore(this.#attempt))
  }

  /** The network or the person is back: no reason to wait any longer. */
  #hurry(): void {
    if (document.visibilityState === 'hidden') return
    if (this.#state.phase === 'reconnecting' && !this.#socket) return this.connect()
    if (this.#state.phase !== 'open' || !this.#stream.isNegotiated()) return
    const asked = Date.now()
    this.#send({ type: 'ping' })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#heard < asked && this.#drop(), IMPATIENCE_MS)
  }
}
