import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, listOf, Timestamp } from './shapes.ts'

/**
 * Where a terminal is opened, with `TerminalQuery` in the address. Without `ctl=1` every frame of the client is typed into
 * the shell and every frame of the server is output. With it, output and typed text travel in binary frames, and text
 * frames are the control frames below; the first frame of the server is then always `ready` (or `ended`).
 */
export const TERMINAL_PATH = '/ws/xterm'

/** Sizes outside are moved to the nearest that is allowed. */
export const TERMINAL_SIZE = { least: 1, most: 500, rows: 24, cols: 80 } as const
/** A larger message of a client closes the socket with 1009. */
export const TERMINAL_MESSAGE_BYTES = 1024 * 1024
/** What a client sends at once at most, because older servers take no more than 10,240 bytes. */
export const TERMINAL_PIECE_BYTES = 8 * 1024
/** Reading stops when the slowest owner or controller is this far behind with his `ack`. */
export const TERMINAL_WINDOW_BYTES = 256 * 1024
/** A client acknowledges at least as often; less often than the window would stand still. */
export const TERMINAL_ACK_BYTES = 64 * 1024
/** Rows above the screen that come back when the output itself is not kept any more. */
export const TERMINAL_SCROLLBACK = 5_000
/** The longest a share may last. */
export const TERMINAL_SHARE_MINUTES = 480

/** Names a session, on this node of the console. */
const SessionId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

/** What stands in the address beside `G-N-ID`; a guest needs no `serverId`. */
export const TerminalQuery = Type.Object({
  serverId: Type.Optional(Id),
  rows: Type.Optional(Type.Integer()),
  cols: Type.Optional(Type.Integer()),
  /** 1 asks for control frames. */
  ctl: Type.Optional(Type.Integer()),
  /** Attaches to this session instead of opening one: one's own after a reload or on another device, or a shared one. */
  session: Type.Optional(SessionId),
  /** Bytes of the session's output that are already on the screen; absent or 0 for none. */
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Lets a guest in; the session keeps him until the share ends, so a reload needs `session` only. */
  ticket: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
export type TerminalQuery = Static<typeof TerminalQuery>

/** What somebody may do with a session: it is his own, he may type into it, or he may only look on. */
export const TERMINAL_ROLES = ['owner', 'control', 'view'] as const
export type TerminalRole = (typeof TERMINAL_ROLES)[number]

/** Somebody at a session. */
export const TerminalPerson = Type.Object({
  userId: Type.Integer(),
  name: Type.String(),
  role: Type.Enum([...TERMINAL_ROLES]),
  /** Has a socket now; an owner without one may come back. */
  isHere: Type.Boolean(),
  since: Timestamp,
})
export type TerminalPerson = Static<typeof TerminalPerson>

/**
 * Why a session ended, or ended for this person: `failed` to start (the message says why), the connection was `lost`,
 * nobody typed (`idle`) or came back (`grace`), somebody `closed` it, a `permission` or the `server` is gone, `signed-out`,
 * the `share` is over, the console stops (`shutdown`), the session is `unknown` here.
 */
export const TERMINAL_ENDS = [
  'failed',
  'lost',
  'idle',
  'grace',
  'closed',
  'permission',
  'server',
  'signed-out',
  'share',
  'shutdown',
  'unknown',
] as const
export type TerminalEndReason = (typeof TERMINAL_ENDS)[number]

const Size = { rows: Type.Integer(), cols: Type.Integer() }

/** The session stands; output follows. */
export const TerminalReady = Type.Object({
  type: Type.Literal('ready'),
  ctl: Type.Literal(1),
  session: SessionId,
  role: Type.Enum([...TERMINAL_ROLES]),
  ...Size,
  /** How many bytes of output lie before the next binary frame (before the one after the screen, for `screen`). */
  offset: Type.Integer(),
  /**
   * `none`: from the start. `bytes`: the output goes on after the `offset` that was asked for. `screen`: the next binary
   * frame draws the screen with its scrollback onto an empty terminal; it counts neither for `offset` nor for `ack`.
   */
  restored: Type.Enum(['none', 'bytes', 'screen']),
  serverId: Type.Integer(),
  serverName: Type.String(),
  startTime: Timestamp,
  /** What is printed is kept, for whoever may watch recordings. */
  isRecorded: Type.Boolean(),
  /** How long the session waits for its owner once he is away. */
  graceMinutes: Type.Integer(),
  /** It ends when nobody has typed for so long; 0 is never. */
  idleMinutes: Type.Integer(),
})
export type TerminalReady = Static<typeof TerminalReady>

/** The owner's size; everybody else fits in with it. Not sent to who asked for it, unless he got another one. */
const Resized = Type.Object({ type: Type.Literal('resized'), ...Size })
/** This reader was too far behind: empty the terminal, the next binary frame draws it as for `restored: "screen"`. */
const Screen = Type.Object({ type: Type.Literal('screen'), ...Size, offset: Type.Integer() })
/** The shell ended by itself; -1 is a signal. */
const Exit = Type.Object({ type: Type.Literal('exit'), code: Type.Integer(), signal: Type.Optional(Type.String()) })
const Pong = Type.Object({ type: Type.Literal('pong') })
/** Nobody has typed for long; the session ends in so many milliseconds unless somebody does. */
const Idle = Type.Object({ type: Type.Literal('idle'), endsInMs: Type.Integer() })
/** Who is at the session, whenever that changes. */
const People = Type.Object({ type: Type.Literal('people'), list: Type.Array(TerminalPerson) })
/** The same person opened this session elsewhere; the socket closes, the session goes on. */
const Taken = Type.Object({ type: Type.Literal('taken') })
/** The socket closes for good; `message` is a sentence for the reader. */
const Ended = Type.Object({
  type: Type.Literal('ended'),
  reason: Type.Enum([...TERMINAL_ENDS]),
  message: Type.String(),
})

/** A text frame of the server to a client that asked for `ctl=1`. */
export const TerminalServerFrame = Type.Union([TerminalReady, Resized, Screen, Exit, Pong, Idle, People, Taken, Ended])
export type TerminalServerFrame = Static<typeof TerminalServerFrame>

/**
 * A text frame of a client, allowed once `ready` has come. A type that the server does not know is ignored, and so are a
 * guest's `resize` and `end`; text that is no such frame closes the socket with 1007.
 */
export const TerminalClientFrame = Type.Union([
  Type.Object({ type: Type.Literal('resize'), rows: Type.Number(), cols: Type.Number() }),
  Type.Object({ type: Type.Literal('ping') }),
  /** All output up to this offset is on the screen; absolute, so `ready.offset` and what came since. */
  Type.Object({ type: Type.Literal('ack'), bytes: Type.Number() }),
  /** Ends the session with the shell in it; a socket that is merely closed leaves it waiting. */
  Type.Object({ type: Type.Literal('end') }),
])
export type TerminalClientFrame = Static<typeof TerminalClientFrame>

function frameOf<Frame extends TSchema>(schema: Frame, text: string): Static<Frame> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Check(schema, value) ? value : undefined
  } catch {
    // Text that is no JSON is no frame either: the caller learns both the same way.
    return undefined
  }
}

/** The frame a text of the server holds; undefined for anything else, also for a type that is newer than this page. */
export const parseTerminalServerFrame = (text: string): TerminalServerFrame | undefined =>
  frameOf(TerminalServerFrame, text)

/** The frame a text of a client holds; undefined for anything else. */
export const parseTerminalClientFrame = (text: string): TerminalClientFrame | undefined =>
  frameOf(TerminalClientFrame, text)

/** A way for others into a session. */
export const TerminalShared = Type.Object({
  id: Type.Integer(),
  mode: Type.Enum(['view', 'control']),
  endTime: Timestamp,
})
export type TerminalShared = Static<typeof TerminalShared>

/** A session of the caller that lives. */
export const TerminalSession = Type.Object({
  session: SessionId,
  serverId: Type.Integer(),
  serverName: Type.String(),
  /** Names its row in the terminal log. */
  recordId: Type.Integer(),
  startTime: Timestamp,
  /** When its owner was connected last; now, while he is. */
  lastSeenTime: Timestamp,
  /** When it ends unless its owner comes back; "" while he is connected. */
  endTime: Timestamp,
  /** Where its owner is or was connected last. */
  remoteAddr: Type.String(),
  userAgent: Type.String(),
  ...Size,
  people: Type.Array(TerminalPerson),
  shares: Type.Array(TerminalShared),
})
export type TerminalSession = Static<typeof TerminalSession>

/** The caller's own sessions in the current namespace, the newest first. */
export const TerminalSessionList = endpoint({
  method: 'GET',
  path: '/terminal/getSessions',
  access: [Permission.ShowTerminalPage],
  output: listOf(TerminalSession),
})

/** Ends a session of the caller's with the shell in it. */
export const TerminalEnd = endpoint({
  method: 'DELETE',
  path: '/terminal/end',
  access: [Permission.ShowTerminalPage],
  input: Type.Object({ session: SessionId }),
  logged: true,
})

/** Lets members of the namespace who may open terminals look at a session of the caller's, or type into it. */
export const TerminalShare = endpoint({
  method: 'POST',
  path: '/terminal/share',
  access: [Permission.ShareTerminal],
  input: Type.Object({
    session: SessionId,
    mode: Type.Enum(['view', 'control']),
    minutes: Type.Integer({ minimum: 1, maximum: TERMINAL_SHARE_MINUTES }),
  }),
  output: Type.Object({
    id: Type.Integer(),
    /** Told once; it goes into the address of the guest's page as `ticket`, with `session` beside it. */
    ticket: Type.String(),
    endTime: Timestamp,
  }),
  logged: true,
  hidden: ['ticket'],
})

/** Ends one share, or all of the session, for everybody who came by it. */
export const TerminalUnshare = endpoint({
  method: 'PUT',
  path: '/terminal/unshare',
  access: [Permission.ShareTerminal],
  input: Type.Object({ session: SessionId, id: Type.Optional(Type.Integer({ minimum: 0 })) }),
  logged: true,
})

/** Shows one guest out; the share that let him in does not let him in again. */
export const TerminalRemoveGuest = endpoint({
  method: 'DELETE',
  path: '/terminal/removeGuest',
  access: [Permission.ShareTerminal],
  input: Type.Object({ session: SessionId, userId: Id }),
  logged: true,
})

/** The terminal itself, which is a websocket. */
export const TerminalSocket = endpoint({
  method: 'GET',
  path: TERMINAL_PATH,
  access: [Permission.ShowTerminalPage],
  input: TerminalQuery,
})
