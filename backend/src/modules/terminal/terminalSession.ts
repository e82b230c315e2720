import {
  TERMINAL_SIZE,
  type TerminalEndReason,
  type TerminalPerson,
  type TerminalRole,
  type TerminalServerFrame,
} from '@windlass/shared-kit/contract/terminal'
import type { Caller } from '../../platform/caller.ts'
import type { SocketConnection } from '../../platform/sockets.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { OutputRing } from './outputRing.ts'
import { Pace } from './pace.ts'
import type { Recording } from './recording.ts'
import type { Size } from './screenMessages.ts'
import type { Screen } from './screens.ts'
import { Seat } from './seat.ts'
import { Shares } from './shares.ts'
import type { Shell, ShellEnd } from './shell.ts'

/** 1008: policy violation. */
const CLOSE_POLICY = 1008
const POLICY: readonly TerminalEndReason[] = ['permission', 'signed-out', 'server']

/** Why a session ended, with a sentence for who sits at it; the shell's own end has its exit code instead. */
export interface SessionEnd {
  reason: TerminalEndReason | 'exit'
  message: string
  shell?: ShellEnd
}

/** What a session is made of. */
export interface SessionParts {
  id: string
  recordId: number
  namespaceId: number
  server: { id: number; name: string }
  startTime: number
  size: Size
  shell: Shell
  ring: OutputRing
  screen: Screen
  recording: Recording | undefined
  limits: { graceMinutes: number; idleMinutes: number }
  /** The socket that opened it, of whoever it belongs to. */
  owner: SocketConnection
  onEnd(end: SessionEnd): void
}

const clamp = (value: number): number =>
  Math.min(TERMINAL_SIZE.most, Math.max(TERMINAL_SIZE.least, Math.trunc(value) || TERMINAL_SIZE.least))

/** A size as the shell may get it. */
export const clampSize = ({ rows, cols }: Size): Size => ({ rows: clamp(rows), cols: clamp(cols) })

/** A shell on a server with everybody who sits at it. It lives here, not in a socket. */
export class TerminalSession {
  readonly parts: SessionParts
  readonly shares = new Shares()
  readonly seats = new Set<Seat>()
  /** The owner's latest socket, by which it is looked again whether he still may. */
  owner: SocketConnection
  size: Size
  typedTime = Date.now()
  /** When the owner's socket went; 0 while he is here. */
  awayTime = 0
  isEnded = false
  readonly #pace: Pace

  constructor(parts: SessionParts) {
    this.parts = parts
    this.owner = parts.owner
    this.size = parts.size
    const { shell, recording } = parts
    this.#pace = new Pace({
      seats: this.seats,
      backlog: () => recording?.backlog ?? 0,
      pause: () => shell.pause(),
      resume: () => shell.resume(),
    })
  }

  get ownerId(): number {
    return this.owner.caller.userId
  }

  /** Lets the shell speak. */
  start(): void {
    const { shell, ring, screen, recording } = this.parts
    shell.listen({
      onOutput: (chunk) => {
        ring.write(chunk)
        screen.feed()
        recording?.write(chunk)
        for (const seat of this.seats) seat.notify()
        this.#pace.count(chunk.length)
      },
      onDrain: () => {
        for (const { connection } of this.seats) connection.socket.resume()
      },
      onEnd: (end) =>
        end
          ? this.end({ reason: 'exit', message: 'session closed', shell: end })
          : this.end({ reason: 'lost', message: 'the connection to the server was lost' }),
    })
  }

  /** To be called when the disk has caught up. */
  regulate(): void {
    this.#pace.regulate()
  }

  /** Seats somebody; whoever sat here before on his behalf goes. */
  sit(connection: SocketConnection, role: TerminalRole, isNegotiated: boolean): Seat {
    for (const other of this.seats) {
      if (other.connection.caller.userId !== connection.caller.userId) continue
      this.#show(other, { type: 'taken' }, 'opened elsewhere')
    }
    const seat: Seat = new Seat({
      connection,
      role,
      isNegotiated,
      ring: this.parts.ring,
      onProgress: () => this.#pace.regulate(),
      onFarBehind: () => void this.#redraw(seat),
    })
    this.seats.add(seat)
    if (role === 'owner') {
      this.owner = connection
      this.awayTime = 0
      this.typedTime = Date.now()
    }
    return seat
  }

  /**
   * Brings a seat up to date and tells it that the session stands.
   * @param seen bytes of output that are on its screen already; undefined for the very first, who has seen it from the start
   */
  async begin(seat: Seat, seen?: number): Promise<void> {
    const { ring } = this.parts
    if (seen === undefined || (seen > 0 && seen >= ring.start && seen <= ring.end)) {
      seat.send(this.#ready(seat, seen ?? 0, seen === undefined ? 'none' : 'bytes'))
      seat.begin(seen ?? 0)
    } else {
      const drawing = await this.#draw()
      if (!this.seats.has(seat)) return
      seat.send(this.#ready(seat, drawing.offset, 'screen'))
      seat.draw(drawing)
    }
    this.#tellPeople()
  }

  /** A socket has gone; answers whether its seat was still one. */
  leave(seat: Seat): boolean {
    if (!this.seats.delete(seat)) return false
    if (seat.role === 'owner') this.awayTime = Date.now()
    this.#pace.regulate()
    this.#tellPeople()
    return true
  }

  type(seat: Seat, bytes: Buffer): void {
    if (seat.role === 'view' || this.isEnded) return
    this.typedTime = Date.now()
    if (!this.parts.shell.write(bytes)) seat.connection.socket.pause()
  }

  resize(seat: Seat, wanted: Size): void {
    if (seat.role !== 'owner' || this.isEnded) return
    const size = clampSize(wanted)
    const isOther = size.rows !== wanted.rows || size.cols !== wanted.cols
    if (isOther) seat.send({ type: 'resized', ...size })
    if (size.rows === this.size.rows && size.cols === this.size.cols) return
    this.size = size
    this.parts.shell.resize(size)
    this.parts.screen.resize(size)
    this.parts.recording?.resize(size)
    for (const other of this.seats) if (other !== seat) other.send({ type: 'resized', ...size })
  }

  /** Tells who could type that it ends unless somebody does. */
  warn(endsInMs: number): void {
    for (const seat of this.seats) if (seat.role !== 'view') seat.send({ type: 'idle', endsInMs })
  }

  /** Shows guests out. */
  showOut(userIds: readonly number[], message: string): void {
    for (const seat of this.seats) {
      if (seat.role === 'owner' || !userIds.includes(seat.connection.caller.userId)) continue
      this.#show(seat, { type: 'ended', reason: 'share', message }, message)
    }
    if (userIds.length > 0) this.#tellPeople()
  }

  /** Ends one share, or all, for everybody who came by it. */
  unshare(shareId?: number): void {
    this.showOut(this.shares.remove(shareId), 'the terminal is not shared any more')
  }

  /** Ends the session with the shell in it, and tells everybody why. */
  end(end: SessionEnd): void {
    if (this.isEnded) return
    this.isEnded = true
    this.#pace.stop()
    this.parts.shell.end()
    this.parts.screen.close()
    const { reason, message, shell } = end
    for (const seat of this.seats) {
      seat.flush()
      const isExit = reason === 'exit'
      if (isExit && shell) seat.send({ type: 'exit', code: shell.code, ...(shell.signal && { signal: shell.signal }) })
      if (!isExit) seat.send({ type: 'ended', reason, message })
      seat.close(message, !isExit && POLICY.includes(reason) ? CLOSE_POLICY : undefined)
    }
    this.seats.clear()
    this.parts.onEnd(end)
  }

  people(): TerminalPerson[] {
    const here = [...this.seats].map((seat) => this.#person(seat.connection.caller, seat.role, seat.since))
    if (this.awayTime === 0) return here
    return [{ ...this.#person(this.owner.caller, 'owner', this.parts.startTime), isHere: false }, ...here]
  }

  #person({ userId, name }: Caller, role: TerminalRole, since: number): TerminalPerson {
    return { userId, name, role, isHere: true, since: formatTimestamp(since) }
  }

  #tellPeople(): void {
    const list = this.people()
    for (const seat of this.seats) seat.send({ type: 'people', list })
  }

  #show(seat: Seat, frame: TerminalServerFrame, reason: string): void {
    this.seats.delete(seat)
    seat.send(frame)
    seat.close(reason)
  }

  #ready(seat: Seat, offset: number, restored: 'none' | 'bytes' | 'screen'): TerminalServerFrame {
    const { id, server, startTime, recording, limits } = this.parts
    return {
      ...{ type: 'ready', ctl: 1, session: id, role: seat.role, ...this.size, offset, restored },
      ...{ serverId: server.id, serverName: server.name, startTime: formatTimestamp(startTime) },
      ...{ isRecorded: recording !== undefined, ...limits },
    }
  }

  /** An empty screen when it cannot be drawn: whoever works here goes on working. */
  async #draw() {
    const { ring, screen } = this.parts
    const blank = () => ({ ...this.size, data: new Uint8Array(), offset: ring.end })
    return screen.draw().catch(blank)
  }

  async #redraw(seat: Seat): Promise<void> {
    seat.wait()
    const drawing = await this.#draw()
    if (!this.seats.has(seat)) return
    seat.send({ type: 'screen', rows: drawing.rows, cols: drawing.cols, offset: drawing.offset })
    seat.draw(drawing)
  }
}
