import '@fastify/websocket'
import { Code } from '@windlass/shared-kit/contract'
import { SOCKET_PATH, type SocketFrame, SocketType } from '@windlass/shared-kit/contract/socket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Env } from '../env.ts'
import type { Access } from './access.ts'
import type { Bus } from './bus.ts'
import type { Caller } from './caller.ts'
import { AppError, failed } from './errors.ts'
import { isOwnOrigin } from './origin.ts'

const PING_MS = 54_000
/** A reader this far behind is cut off rather than kept in memory; it reads on from its own offset afterwards. */
const BACKLOG_LIMIT = 1024 * 1024
const INBOUND_LIMIT = 10_240
const SOCKETS_PER_USER = 50
/** 1008: policy violation. The page shows why, by the frame that was sent before. */
const CLOSE_POLICY = 1008
const CLOSE_TOO_BIG = 1009
const CLOSE_GOING_AWAY = 1001

const FRAME_TOPIC = 'hub.frame'
const ANNOUNCE_TOPIC = 'hub.announce'
const ACCESS_TOPIC = 'hub.access'

/** Who gets a frame: members of the namespace that hold one of the permissions, and the named users of it. */
export interface Audience {
  namespaceId: number
  permissions: readonly number[]
  userIds?: readonly number[]
}

/** A frame for everybody, with the fuller one that holders of one of the permissions get instead. */
interface Announcement {
  frame: SocketFrame
  fuller?: { permissions: readonly number[]; frame: SocketFrame }
}

/** Whose access changed: one user's (his session ended, his role changed), or everybody's (a role was edited). */
interface AccessChange {
  userId?: number
  keepSession?: string
}

interface Connection {
  socket: WebSocket
  caller: Caller
  request: FastifyRequest
  isAlive: boolean
}

/** The one websocket of the console: live messages from every node to every page that may see them. */
export interface Hub {
  send(audience: Audience, frame: SocketFrame): Promise<void>
  /** Tells every open page, whatever its namespace. */
  announce(announcement: Announcement): Promise<void>
  /** Checks open connections again: whoever lost his session or namespace is cut off, others learn of new permissions. */
  recheck(change: AccessChange): Promise<void>
  close(): void
}

const isMeant = ({ caller }: Connection, audience: Audience): boolean =>
  caller.namespaceId === audience.namespaceId &&
  (audience.permissions.some((id) => caller.permissionIds.has(id)) || (audience.userIds ?? []).includes(caller.userId))

const sameSet = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

function write(connection: Connection, frame: SocketFrame): void {
  if (connection.socket.bufferedAmount > BACKLOG_LIMIT) connection.socket.terminate()
  else connection.socket.send(JSON.stringify(frame))
}

/** Checks every connection again with its ping: a session expires in silence, and a notice can be lost on its way. */
function keepAlive(connections: ReadonlySet<Connection>, access: Access): () => void {
  const timer = setInterval(() => {
    for (const connection of connections) {
      void recheckConnection(connection, access)
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.socket.ping()
    }
  }, PING_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lets in who comes from our own pages, is signed in and has not too many sockets open already. */
async function admitSocket(
  request: FastifyRequest,
  { access, env, openFor }: { access: Access; env: Env; openFor: (userId: number) => number },
): Promise<Caller> {
  const isBrowserWithoutOrigin = request.headers.origin === undefined && request.headers.cookie !== undefined
  if (isBrowserWithoutOrigin || !isOwnOrigin(request, env.PUBLIC_URL)) throw new ForeignOriginError()
  const caller = await access.admit(request, undefined, { access: 'signed-in' })
  // A browser cannot set headers on a websocket, so who it believes to be comes in the address (Specification 7).
  const { userId: believed = '0' } = request.query as { userId?: string }
  if (believed !== '0' && believed !== String(caller.userId)) {
    throw new AppError(Code.AccountDisabled, 'somebody else has signed in with this browser')
  }
  if (openFor(caller.userId) >= SOCKETS_PER_USER) throw failed('too many open pages; close some of them')
  return caller
}

/** Answered with HTTP 403, as browsers and proxies expect of a websocket that is refused for its origin. */
class ForeignOriginError extends Error {}

/** Looks whether whoever opened a socket might still open it, and acts on the answer. */
async function recheckConnection(connection: Connection, access: Access): Promise<void> {
  try {
    const fresh = await access.readmit(connection.caller, connection.request)
    if (sameSet(fresh.permissionIds, connection.caller.permissionIds)) return
    connection.caller = fresh
    write(connection, { type: SocketType.Reload, message: { reason: 'permissions' } })
  } catch (error) {
    if (error instanceof AppError) {
      write(connection, { type: SocketType.Reload, message: { reason: 'session' } })
      connection.socket.close(CLOSE_POLICY, 'session')
      return
    }
    // Without an answer the connection can't be trusted any more; the page connects again and is checked then.
    connection.request.log.error({ err: error }, 'cannot check a websocket again')
    connection.socket.terminate()
  }
}

/** Keeps a socket in the list for as long as it is open. */
function attend(connection: Connection, connections: Set<Connection>): void {
  const { socket, request } = connection
  connections.add(connection)
  socket.on('pong', () => {
    connection.isAlive = true
  })
  socket.on('message', (data: Buffer) => {
    if (data.length > INBOUND_LIMIT) socket.close(CLOSE_TOO_BIG)
  })
  socket.on('error', (error) => request.log.debug({ err: error }, 'websocket'))
  socket.on('close', () => connections.delete(connection))
}

function socketRoute(app: FastifyInstance, connections: Set<Connection>, access: Access, env: Env): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const openFor = (userId: number) => [...connections].filter(({ caller }) => caller.userId === userId).length
  app.get(
    SOCKET_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        try {
          callers.set(request, await admitSocket(request, { access, env, openFor }))
        } catch (error) {
          if (error instanceof ForeignOriginError) return reply.code(403).send('foreign origin')
          throw error
        }
      },
    },
    (socket, request) => {
      const caller = callers.get(request)
      if (caller) attend({ socket, caller, request, isAlive: true }, connections)
      else socket.terminate()
    },
  )
}

/** Opens the websocket route and connects it to the other nodes. */
export function createHub(app: FastifyInstance, access: Access, bus: Bus, env: Env): Hub {
  const connections = new Set<Connection>()
  const stopPings = keepAlive(connections, access)
  socketRoute(app, connections, access, env)

  bus.subscribe<{ audience: Audience; frame: SocketFrame }>(FRAME_TOPIC, ({ audience, frame }) => {
    for (const connection of connections) if (isMeant(connection, audience)) write(connection, frame)
  })
  bus.subscribe<Announcement>(ANNOUNCE_TOPIC, ({ frame, fuller }) => {
    for (const connection of connections) {
      const isTold = fuller?.permissions.some((id) => connection.caller.permissionIds.has(id)) === true
      write(connection, isTold && fuller ? fuller.frame : frame)
    }
  })
  bus.subscribe<AccessChange>(ACCESS_TOPIC, ({ userId, keepSession }) => {
    for (const connection of connections) {
      const isConcerned = userId === undefined || connection.caller.userId === userId
      if (!isConcerned || (keepSession && connection.caller.sessionId === keepSession)) continue
      void recheckConnection(connection, access)
    }
  })

  return {
    send: (audience, frame) => bus.publish(FRAME_TOPIC, { audience, frame }),
    announce: (announcement) => bus.publish(ANNOUNCE_TOPIC, announcement),
    recheck: (change) => bus.publish(ACCESS_TOPIC, change),
    close: () => {
      stopPings()
      for (const { socket } of connections) socket.close(CLOSE_GOING_AWAY, 'the server stops')
    },
  }
}
