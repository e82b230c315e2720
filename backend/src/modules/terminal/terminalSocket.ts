import { Permission } from '@windlass/shared-kit/contract'
import {
  parseTerminalClientFrame,
  TERMINAL_MESSAGE_BYTES,
  type TerminalClientFrame,
  type TerminalServerFrame,
  TerminalSocket,
} from '@windlass/shared-kit/contract/terminal'
import { holds } from '../../platform/caller.ts'
import { closeReason } from '../../platform/closeReason.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketConnection } from '../../platform/sockets.ts'
import { lostAccess, SessionEnded } from './sessionEnded.ts'
import type { Place, TerminalService, Wish } from './terminal.service.ts'

/** Sockets beside those of one's own sessions: of guests, and of who comes back before the old one is gone. */
const MORE_SOCKETS = 70
const CLOSE_NORMAL = 1000
/** 1007: data that is not what its type promises. */
const CLOSE_INVALID = 1007
const CLOSE_TOO_BIG = 1009
/** What somebody types before the shell stands. */
const EARLY_BYTES = 64 * 1024

interface Message {
  data: Buffer
  isText: boolean
}

/** Tells a client that there is nothing for him, the old way and the new. */
function refuse({ socket }: SocketConnection, isNegotiated: boolean, error: unknown): void {
  const message = error instanceof AppError ? error.message : 'the server could not do this; its log has the reason'
  const reason = error instanceof SessionEnded ? error.reason : 'failed'
  const frame: TerminalServerFrame = { type: 'ended', reason, message }
  if (isNegotiated) socket.send(JSON.stringify(frame))
  socket.close(CLOSE_NORMAL, closeReason(message))
}

/** What a text says; `undefined` for something newer than this server, and an error for what is no frame at all. */
function readFrame(text: string): TerminalClientFrame | undefined | Error {
  const frame = parseTerminalClientFrame(text)
  if (frame) return frame
  try {
    const value: unknown = JSON.parse(text)
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
    if (typeof type === 'string' && !['resize', 'ping', 'ack', 'end'].includes(type)) return undefined
  } catch {
    // No JSON: said below, together with JSON of another shape.
  }
  return new Error('not a control frame')
}

function obey({ session, seat }: Place, frame: TerminalClientFrame): void {
  if (frame.type === 'ping') seat.send({ type: 'pong' })
  else if (frame.type === 'ack') seat.acknowledge(frame.bytes)
  else if (frame.type === 'resize') session.resize(seat, frame)
  else if (seat.role === 'owner') session.end({ reason: 'closed', message: 'you have ended this terminal' })
}

function take(place: Place, { data, isText }: Message, isNegotiated: boolean): void {
  // Who was shown out may go on sending for as long as he does not answer the close frame.
  if (!place.session.seats.has(place.seat)) return
  if (!isText || !isNegotiated) return place.session.type(place.seat, data)
  const frame = readFrame(data.toString('utf8'))
  if (frame instanceof Error) place.seat.connection.socket.close(CLOSE_INVALID, frame.message)
  else if (frame) obey(place, frame)
}

/** Gives up what was opened for somebody who has gone; who can come back finds it waiting. */
function leave({ session, seat }: Place): void {
  if (!session.leave(seat) || seat.role !== 'owner') return
  const isWaiting = seat.isNegotiated && session.parts.limits.graceMinutes > 0
  if (!isWaiting) session.end({ reason: 'closed', message: 'the connection was closed' })
}

/** Serves one socket: what comes early waits until the shell stands. */
function serve(
  { terminals, log }: { terminals: TerminalService; log: Platform['log'] },
  connection: SocketConnection,
  wish: Wish,
  places: WeakMap<SocketConnection, Place>,
): void {
  const { socket } = connection
  const isNegotiated = wish.query.ctl === 1
  const gone = new AbortController()
  const early: Message[] = []
  let earlyBytes = 0
  let place: Place | undefined

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const message = { data, isText: !isBinary }
    if (place) return take(place, message, isNegotiated)
    earlyBytes += data.length
    if (earlyBytes > EARLY_BYTES) socket.close(CLOSE_TOO_BIG, 'wait until the terminal is ready')
    else early.push(message)
  })
  socket.once('close', () => {
    if (place) leave(place)
    // Not later: the connection to the server hangs on the signal for all its life.
    else gone.abort(new SessionEnded('closed', 'the connection was closed'))
  })
  terminals.take(connection, wish, gone.signal).then(
    (taken) => {
      place = taken
      places.set(connection, taken)
      if (gone.signal.aborted) return leave(taken)
      for (const message of early.splice(0)) take(taken, message, isNegotiated)
    },
    (error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error }, 'cannot open a terminal')
      if (!gone.signal.aborted) refuse(connection, isNegotiated, error)
    },
  )
}

/** Opens the websocket of the terminals. */
export function mountTerminalSocket({ sockets, log, env }: Platform, terminals: TerminalService): void {
  const places = new WeakMap<SocketConnection, Place>()
  sockets.mount(TerminalSocket, {
    inboundLimit: TERMINAL_MESSAGE_BYTES,
    perUser: env.TERMINAL_SESSIONS + MORE_SOCKETS,
    prepare: (query, caller) => terminals.wish(query, caller),
    open: (connection, wish) => serve({ terminals, log }, connection, wish, places),
    onAccess: (connection) => {
      const place = places.get(connection)
      if (place?.seat.role !== 'owner' || holds(connection.caller, Permission.ShareTerminal)) return
      place.session.unshare()
    },
    onLost: (connection, why) => {
      const place = places.get(connection)
      const ended = lostAccess(why)
      if (place?.seat.role === 'owner') place.session.end(ended)
      else if (place) {
        place.seat.send({ type: 'ended', reason: ended.reason, message: ended.message })
        place.session.leave(place.seat)
      }
    },
  })
}
