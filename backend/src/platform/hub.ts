import '@fastify/websocket'
import { Code } from '@windlass/shared-kit/contract'
import { SOCKET_PATH, type SocketFrame, SocketType } from '@windlass/shared-kit/contract/socket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Env } from '../env.ts'
import type { Access } from './access.ts'
import type { Bus } from './bus.ts'
import type { Caller } from './caller.ts'
import { AppError } from './errors.ts'
import { isOwnOrigin } from './origin.ts'

const PING_MS = 54_000
/** A reader this far behind is cut off rather than kept in memory; it reads on from its own offset afterwards. */
const BACKLOG_LIMIT = 1024 * 1024
const INBOUND_LIMIT = 10_240
const SOCKETS_PER_USER = 50
/** 1008: policy violation. The page shows why, by the frame that was sent before. */
const CLOSE_POLICY = 1008

const FRAME_TOPIC = 'hub.frame'
const ACCESS_TOPIC = 'hub.access'

/** Who gets a frame: members of the namespace that hold one of the permissions, and the named users of it. */
export interface Audience {
  namespaceId: number
  permissions: readonly number[]
  userIds?: readonly number[]
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

function keepAlive(connections: ReadonlySet<Connection>): () => void {
  const timer = setInterval(() => {
    for (const connection of connections) {
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.socket.ping()
    }
  }, PING_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Opens the websocket route and connects it to the other nodes. */
export function createHub(app: FastifyInstance, access: Access, bus: Bus, env: Env): Hub {
  const connections = new Set<Connection>()
  const callers = new WeakMap<FastifyRequest, Caller>()
  const stopPings = keepAlive(connections)

  const end = (connection: Connection, reason: 'session' | 'permissions') => {
    write(connection, { type: SocketType.Reload, message: { reason } })
    connection.socket.close(CLOSE_POLICY, reason)
  }

  const recheckOne = async (connection: Connection) => {
    try {
      // The cookie that opened the socket answers whether it would open it now.
      const fresh = await access.admit(connection.request, undefined, { access: 'signed-in' })
      if (sameSet(fresh.permissionIds, connection.caller.permissionIds)) return
      connection.caller = fresh
      write(connection, { type: SocketType.Reload, message: { reason: 'permissions' } })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      end(connection, 'session')
    }
  }

  bus.subscribe<{ audience: Audience; frame: SocketFrame }>(FRAME_TOPIC, ({ audience, frame }) => {
    for (const connection of connections) if (isMeant(connection, audience)) write(connection, frame)
  })
  bus.subscribe<AccessChange>(ACCESS_TOPIC, ({ userId, keepSession }) => {
    for (const connection of connections) {
      const isConcerned = userId === undefined || connection.caller.userId === userId
      if (!isConcerned || (keepSession && connection.caller.sessionId === keepSession)) continue
      recheckOne(connection).catch((error: unknown) => {
        // Without an answer the connection can't be trusted any more; the page connects again and is checked then.
        app.log.error({ err: error }, 'cannot check a websocket again')
        connection.socket.terminate()
      })
    }
  })

  app.get(
    SOCKET_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (request.headers.origin === undefined && request.headers.cookie !== undefined) {
          return reply.code(403).send('a websocket with a cookie needs an Origin')
        }
        if (!isOwnOrigin(request, env.PUBLIC_URL)) return reply.code(403).send('foreign origin')
        const caller = await access.admit(request, reply, { access: 'signed-in' })
        const open = [...connections].filter((connection) => connection.caller.userId === caller.userId)
        if (open.length >= SOCKETS_PER_USER) throw new AppError(Code.Failed, 'too many open pages; close some of them')
        callers.set(request, caller)
      },
    },
    (socket, request) => {
      const caller = callers.get(request)
      if (!caller) return socket.terminate()
      const connection: Connection = { socket, caller, request, isAlive: true }
      connections.add(connection)
      socket.on('pong', () => {
        connection.isAlive = true
      })
      socket.on('message', (data: Buffer) => {
        if (data.length > INBOUND_LIMIT) socket.close(1009)
      })
      socket.on('error', (error) => request.log.debug({ err: error }, 'websocket'))
      socket.on('close', () => connections.delete(connection))
    },
  )

  return {
    send: (audience, frame) => bus.publish(FRAME_TOPIC, { audience, frame }),
    recheck: (change) => bus.publish(ACCESS_TOPIC, change),
    close: () => {
      stopPings()
      for (const { socket } of connections) socket.close(1001, 'the server stops')
    },
  }
}
