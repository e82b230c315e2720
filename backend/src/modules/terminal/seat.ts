import {
  TERMINAL_WINDOW_BYTES,
  type TerminalRole,
  type TerminalServerFrame,
} from '@windlass/shared-kit/contract/terminal'
import type { WebSocket } from 'ws'
import { closeReason } from '../../platform/closeReason.ts'
import type { SocketConnection } from '../../platform/sockets.ts'
import type { OutputRing } from './outputRing.ts'
import type { Drawing } from './screenMessages.ts'

/** Output is gathered for so long, or up to so much, but only while some is on its way already. */
const GATHER_MS = 4
const PIECE_BYTES = 64 * 1024
/** Whoever reads nothing for so long no longer slows the others. */
const STUCK_MS = 10_000
const CLOSE_NORMAL = 1000

/** Who sits where, and by which protocol he is spoken to. */
export interface SeatOptions {
  connection: SocketConnection
  role: TerminalRole
  /** He asked for control frames and acknowledges what he has read. */
  isNegotiated: boolean
  ring: OutputRing
  /** He has read on. */
  onProgress(): void
  /** What he would read next is not kept any more. */
  onFarBehind(): void
}

/** One socket at a session: what it was sent, what it has read, and when it gets more. */
export class Seat {
  readonly since = Date.now()
  role: TerminalRole
  connection: SocketConnection
  readonly isNegotiated: boolean
  readonly #options: SeatOptions
  #sent = 0
  #read = 0
  /** Given to the socket and not yet to the network. */
  #inFlight = 0
  #sentTime = 0
  #readTime = 0
  #timer: NodeJS.Timeout | undefined
  /** Nothing is sent before it is known from where on. */
  #isWaiting = true

  constructor(options: SeatOptions) {
    this.#options = options
    this.role = options.role
    this.connection = options.connection
    this.isNegotiated = options.isNegotiated
  }

  get #socket(): WebSocket {
    return this.connection.socket
  }

  /** Bytes that were sent and not read. */
  get unread(): number {
    return this.#sent - this.#read
  }

  /** The shell waits for him: he is no mere onlooker, and he reads. */
  get slows(): boolean {
    return this.role !== 'view' && Date.now() - this.#readTime < STUCK_MS
  }

  /** Output goes on from here. */
  begin(offset: number): void {
    this.#sent = offset
    this.#read = offset
    this.#readTime = Date.now()
    this.#isWaiting = false
    this.#pump()
  }

  /** Nothing more until it is known how it goes on. */
  wait(): void {
    this.#isWaiting = true
  }

  /** Draws the screen, and goes on from what it shows. */
  draw(drawing: Drawing & { offset: number }): void {
    if (drawing.data.length > 0) this.#write(Buffer.from(drawing.data))
    this.begin(drawing.offset)
  }

  /** There is more in the ring. */
  notify(): void {
    if (this.#isWaiting) return
    const pending = this.#options.ring.end - this.#sent
    if (pending >= PIECE_BYTES) this.#pump()
    else if (this.#inFlight === 0 && Date.now() - this.#sentTime > GATHER_MS) this.#pump()
    else this.#timer ??= setTimeout(() => this.#pump(), GATHER_MS)
  }

  /** He has read up to there; nobody has read what was not sent. */
  acknowledge(offset: number): void {
    const read = Math.min(Math.max(offset, this.#read), this.#sent)
    if (read === this.#read) return
    this.#read = read
    this.#readTime = Date.now()
    this.#pump()
    this.#options.onProgress()
  }

  send(frame: TerminalServerFrame): void {
    if (this.isNegotiated && this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  /** Sends what is left, whatever he has read; for the end, after which nothing is kept. */
  flush(): void {
    const { ring } = this.#options
    if (this.#isWaiting || this.#sent >= ring.end || this.#socket.readyState !== this.#socket.OPEN) return
    this.#sent = Math.max(this.#sent, ring.start)
    this.#write(ring.read(this.#sent, ring.end - this.#sent))
    this.#sent = ring.end
  }

  close(reason: string, code = CLOSE_NORMAL): void {
    clearTimeout(this.#timer)
    this.#isWaiting = true
    this.#socket.close(code, closeReason(reason))
  }

  #write(bytes: Buffer): void {
    this.#inFlight += bytes.length
    this.#sentTime = Date.now()
    this.#socket.send(bytes, { binary: true }, () => {
      this.#inFlight -= bytes.length
      // Who does not acknowledge has read what the network took.
      if (!this.isNegotiated) this.acknowledge(this.#sent - this.#inFlight)
      else if (this.#inFlight < PIECE_BYTES) this.#pump()
    })
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { ring, onFarBehind } = this.#options
    while (!this.#isWaiting && this.#sent < ring.end && this.#socket.readyState === this.#socket.OPEN) {
      const room = TERMINAL_WINDOW_BYTES - Math.max(this.unread, this.#inFlight)
      if (room <= 0) return
      if (this.#sent < ring.start) return onFarBehind()
      const piece = ring.read(this.#sent, Math.min(PIECE_BYTES, room))
      if (this.unread === 0) this.#readTime = Date.now()
      this.#sent += piece.length
      this.#write(piece)
    }
  }
}
