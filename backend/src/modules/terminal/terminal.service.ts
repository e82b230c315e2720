import type { InputOf } from '@windlass/shared-kit/contract'
import {
  TERMINAL_PATH,
  TERMINAL_SIZE,
  type TerminalQuery,
  type TerminalRole,
  type TerminalSession as TerminalSessionRow,
  type TerminalShare,
} from '@windlass/shared-kit/contract/terminal'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketConnection } from '../../platform/sockets.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ServerService } from '../server/server.service.ts'
import { createScreens } from './screens.ts'
import type { Seat } from './seat.ts'
import { SessionEnded } from './sessionEnded.ts'
import { watchSessions } from './sessionWatch.ts'
import { type StartTools, startSession } from './startSession.ts'
import { clampSize, type SessionEnd, type TerminalSession } from './terminalSession.ts'

const MINUTE_MS = 60_000
/** So many sessions that ended are remembered, so that whoever comes back is told the truth. */
const REMEMBERED = 500
const UNKNOWN = 'this terminal is not there any more'

/** What a socket asks for, checked as far as it can be before it is opened. */
export interface Wish {
  query: TerminalQuery
  /** Where to open a new session; absent when one is there already. */
  target?: SshTarget
}

/** A person at a session. */
export interface Place {
  session: TerminalSession
  seat: Seat
}

/** Terminals: who may open, keep, share and end them. */
export interface TerminalService {
  /** @throws AppError when there is no such server for the caller, or he has too many sessions */
  wish(query: TerminalQuery, caller: Caller): Promise<Wish>
  /** Opens a session or attaches to one. @throws AppError that says why not */
  take(connection: SocketConnection, wish: Wish, signal: AbortSignal): Promise<Place>
  /** The caller's own sessions in his namespace. */
  list(caller: Caller): TerminalSessionRow[]
  end(caller: Caller, id: string): void
  share(caller: Caller, input: InputOf<typeof TerminalShare>): { id: number; ticket: string; endTime: string }
  unshare(caller: Caller, id: string, shareId?: number): void
  removeGuest(caller: Caller, id: string, userId: number): void
  /** Which recordings are being written. */
  openRecords(): ReadonlySet<number>
}

const sizeOf = ({ rows = TERMINAL_SIZE.rows, cols = TERMINAL_SIZE.cols }: TerminalQuery) => clampSize({ rows, cols })

const isNegotiated = ({ ctl }: TerminalQuery) => ctl === 1

function sessionRow(session: TerminalSession): TerminalSessionRow {
  const { parts, owner, awayTime, size } = session
  return {
    session: parts.id,
    serverId: parts.server.id,
    serverName: parts.server.name,
    recordId: parts.recordId,
    startTime: formatTimestamp(parts.startTime),
    lastSeenTime: formatTimestamp(awayTime || Date.now()),
    endTime: awayTime === 0 ? '' : formatTimestamp(awayTime + parts.limits.graceMinutes * MINUTE_MS),
    remoteAddr: owner.caller.remoteAddress,
    userAgent: owner.caller.userAgent,
    ...size,
    people: session.people(),
    shares: session.shares.list(),
  }
}

/** The sessions of this node, with those that ended a while ago. */
class Registry {
  readonly living = new Map<string, TerminalSession>()
  readonly #ended = new Map<string, { ownerId: number; end: SessionEnd }>()

  drop({ parts, ownerId }: TerminalSession, end: SessionEnd): void {
    this.living.delete(parts.id)
    this.#ended.set(parts.id, { ownerId, end })
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > REMEMBERED && oldest !== undefined) this.#ended.delete(oldest)
  }

  of(userId: number): TerminalSession[] {
    return [...this.living.values()].filter(({ ownerId }) => ownerId === userId)
  }

  /** The caller's own session. */
  require({ userId, namespaceId }: Caller, id: string): TerminalSession {
    const session = this.living.get(id)
    if (!session || session.ownerId !== userId || session.parts.namespaceId !== namespaceId) throw failed(UNKNOWN)
    return session
  }

  /** Why there is none. */
  missing({ userId }: Caller, id: string): SessionEnded {
    const known = this.#ended.get(id)
    if (known?.ownerId !== userId) return new SessionEnded('unknown', UNKNOWN)
    const { reason, message } = known.end
    return reason === 'exit' ? new SessionEnded('closed', 'the shell has ended') : new SessionEnded(reason, message)
  }
}

interface Tools {
  platform: Platform
  servers: ServerService
  registry: Registry
}

/** Lets the owner back in, or a guest in. */
async function attach(
  { platform, servers, registry }: Tools,
  connection: SocketConnection,
  { session: id = '', ticket, ...query }: TerminalQuery,
): Promise<Place> {
  const { caller } = connection
  const session = registry.living.get(id)
  if (!session || session.parts.namespaceId !== caller.namespaceId) throw registry.missing(caller, id)
  let role: TerminalRole = 'owner'
  if (session.ownerId !== caller.userId) {
    const mode = session.shares.admit(caller.userId, ticket)
    if (mode === undefined) throw registry.missing(caller, id)
    const { namespaceId, server } = session.parts
    const mayOpen = await servers.target(namespaceId, server.id).then(
      () => true,
      () => false,
    )
    role = mode === 'control' && mayOpen ? 'control' : 'view'
    await platform.trail.deed({
      ...{ userId: caller.userId, namespaceId, api: TERMINAL_PATH, requestTime: Date.now() },
      request: { session: id, serverId: server.id, owner: session.owner.caller.name, role },
      answer: 'joined a shared terminal',
    })
  }
  // Somebody may have gone while the servers and the log were asked.
  if (session.isEnded || connection.socket.readyState !== connection.socket.OPEN) throw registry.missing(caller, id)
  const seat = session.sit(connection, role, true)
  session.resize(seat, sizeOf(query))
  await session.begin(seat, query.offset ?? 0)
  return { session, seat }
}

function opener(tools: Tools, start: StartTools, onEnd: (session: TerminalSession, end: SessionEnd) => Promise<void>) {
  const { registry, platform } = tools
  const most = platform.env.TERMINAL_SESSIONS
  const opening = new Map<number, number>()
  const requireRoom = ({ userId }: Caller) => {
    if (registry.of(userId).length + (opening.get(userId) ?? 0) < most) return
    throw failed(`you have ${most} terminals open; end one of them first`)
  }
  const open = async (
    connection: SocketConnection,
    { query, target }: Wish & { target: SshTarget },
    signal: AbortSignal,
  ) => {
    const { userId } = connection.caller
    requireRoom(connection.caller)
    opening.set(userId, (opening.get(userId) ?? 0) + 1)
    try {
      const how = { connection, target, size: sizeOf(query), isNegotiated: isNegotiated(query), signal, onEnd }
      const session = await startSession(start, how)
      registry.living.set(session.parts.id, session)
      const seat = session.sit(connection, 'owner', isNegotiated(query))
      await session.begin(seat)
      session.start()
      return { session, seat }
    } finally {
      opening.set(userId, (opening.get(userId) ?? 1) - 1)
    }
  }
  return { requireRoom, open }
}

/** What the owner does with a session that lives. */
function ownerActs(registry: Registry) {
  return {
    list: ({ userId, namespaceId }) =>
      registry
        .of(userId)
        .filter(({ parts }) => parts.namespaceId === namespaceId)
        .sort((one, other) => other.parts.startTime - one.parts.startTime)
        .map(sessionRow),
    end: (caller, id) =>
      registry.require(caller, id).end({ reason: 'closed', message: 'you have ended this terminal' }),
    share: (caller, { session, mode, minutes }) => registry.require(caller, session).shares.add(mode, minutes),
    unshare: (caller, id, shareId) => registry.require(caller, id).unshare(shareId),
    removeGuest: (caller, id, userId) => {
      const session = registry.require(caller, id)
      session.shares.bar(userId)
      session.showOut([userId], 'you were shown out of this terminal')
    },
  } satisfies Partial<TerminalService>
}

/** Creates the rules about terminals, and what looks after them until the server stops. */
export function createTerminalService(
  platform: Platform,
  { servers, ...rest }: { servers: ServerService } & Pick<StartTools, 'folder' | 'rows'>,
): TerminalService {
  const { log, sockets, onStop } = platform
  const registry = new Registry()
  const screens = createScreens(log)
  const closing = new Set<Promise<void>>()
  const conclude = async ({ parts }: TerminalSession, { reason }: SessionEnd) => {
    await parts.recording?.end()
    await rest.rows.end(parts.recordId, Date.now(), reason)
  }
  const onEnd = async (session: TerminalSession, end: SessionEnd) => {
    registry.drop(session, end)
    const work = conclude(session, end).catch((error: unknown) =>
      log.error({ err: error, recordId: session.parts.recordId }, 'cannot write that a terminal ended'),
    )
    closing.add(work)
    await work.finally(() => closing.delete(work))
  }
  const tools: Tools = { platform, servers, registry }
  const { requireRoom, open } = opener(tools, { platform, screens, ...rest }, onEnd)
  const watch = watchSessions(platform, () => [...registry.living.values()], {
    servers,
    see: (ids) => rest.rows.see(ids, Date.now()),
  })
  sockets.onAccessChange(watch.onAccessChange)
  onStop(async () => {
    watch.stop()
    for (const session of registry.living.values()) session.end({ reason: 'shutdown', message: 'the console stops' })
    await Promise.all(closing)
    await screens.stop()
  })

  return {
    ...ownerActs(registry),
    openRecords: () => new Set([...registry.living.values()].map(({ parts }) => parts.recordId)),
    wish: async (query, caller) => {
      if (query.session !== undefined && isNegotiated(query)) return { query }
      if (query.serverId === undefined) throw failed('serverId is a required field')
      requireRoom(caller)
      return { query, target: await servers.target(caller.namespaceId, query.serverId) }
    },
    take: (connection, wish, signal) => {
      const { target } = wish
      return target ? open(connection, { ...wish, target }, signal) : attach(tools, connection, wish.query)
    },
  }
}
