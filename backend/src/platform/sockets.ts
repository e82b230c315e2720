import '@fastify/websocket'
import { Code, type Endpoint, type InputOf } from '@windlass/shared-kit/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Env } from '../env.ts'
import type { Access } from './access.ts'
import { admission } from './admission.ts'
import type { Bus } from './bus.ts'
import type { Caller } from './caller.ts'
import { AppError, failed } from './errors.ts'
import { inputReader } from './input.ts'
import { isOwnOrigin } from './origin.ts'
import type { Trail } from './trail.ts'

const PING_MS = 54_000
/** Larger messages end any websocket of the console, before they are in memory. */
export const MESSAGE_LIMIT = 1024 * 1024
/** 1008: policy violation. */
const CLOSE_POLICY = 1008
const CLOSE_TOO_BIG = 1009
const CLOSE_GOING_AWAY = 1001

const ACCESS_TOPIC = 'sockets.access'

/** Whose access changed: one user's (his session ended, his role changed), or everybody's (a role was edited). */
export interface AccessChange {
  userId?: number
  keepSession?: string
}

/** An open websocket, with who holds it and what he may do now. */
export interface SocketConnection {
  readonly socket: WebSocket
  readonly request: FastifyRequest
  readonly caller: Caller
}

/** What one kind of websocket takes and how it is served. */
export interface SocketRoute<E extends Endpoint, Ready> {
  /** Bytes of one message from the client; a larger one ends the socket. At most `MESSAGE_LIMIT`. */
  inboundLimit: number
  /** How many one person may have open. */
  perUser: number
  /** Looks before the upgrade; what it throws is answered as to any other call. */
  prepare(input: InputOf<E>, caller: Caller, request: FastifyRequest): Promise<Ready>
  open(connection: SocketConnection, ready: Ready): void
  /** The holder has other permissions now, and still those the socket asks for. */
  onAccess?(connection: SocketConnection): void
  /** The holder lost his session, the namespace or the permission: the last moment before the socket is closed. */
  onLost?(connection: SocketConnection, why: AppError): void
}

/** The websockets of the console: one gate for all of them, which stays shut to foreign pages and shuts again. */
export interface Sockets {
  /** Answers the open connections of the route. */
  mount<E extends Endpoint, Ready>(endpoint: E, route: SocketRoute<E, Ready>): ReadonlySet<SocketConnection>
  /** Everything that was mounted, for the tests that walk it. */
  endpoints: readonly Endpoint[]
  /** Checks open sockets again, on every node: whoever would not be let in now is cut off. */
  recheck(change: AccessChange): Promise<void>
  /** For what lives longer than its socket: told of the same changes as the sockets. */
  onAccessChange(run: (change: AccessChange) => void): void
  close(): void
}

interface Connection extends SocketConnection {
  caller: Caller
  isAlive: boolean
}

interface OpenRoute {
  endpoint: Endpoint
  connections: Set<Connection>
  onAccess(connection: Connection): void
  onLost(connection: Connection, why: AppError): void
}

/** Answered with HTTP 403, as browsers and proxies expect of a websocket that is refused for its origin. */
class ForeignOriginError extends Error {}

const sameSet = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const isBrowserWithoutOrigin = request.headers.origin === undefined && request.headers.cookie !== undefined
  if (isBrowserWithoutOrigin || !isOwnOrigin(request, publicUrl)) throw new ForeignOriginError()
}

/** A browser cannot set headers on a websocket, so who it believes to be comes in the address (Specification 7). */
function requireBelieved(request: FastifyRequest, caller: Caller): void {
  const { userId: believed = '0' } = request.query as { userId?: string }
  if (believed === '0' || believed === String(caller.userId)) return
  throw new AppError(Code.AccountDisabled, 'somebody else has signed in with this browser')
}

/** Looks whether whoever opened a socket might still open it, and acts on the answer. */
async function recheckConnection(route: OpenRoute, connection: Connection, access: Access): Promise<void> {
  try {
    const fresh = await access.readmit(connection.caller, connection.request, route.endpoint)
    const isSame = sameSet(fresh.permissionIds, connection.caller.permissionIds)
    connection.caller = fresh
    if (!isSame) route.onAccess(connection)
  } catch (error) {
    if (error instanceof AppError) {
      route.onLost(connection, error)
      connection.socket.close(CLOSE_POLICY, 'session')
      return
    }
    // Without an answer the connection can't be trusted any more; the page connects again and is checked then.
    connection.request.log.error({ err: error }, 'cannot check a websocket again')
    connection.socket.terminate()
  }
}

/** Keeps a socket in the list for as long as it is open. */
function attend(connection: Connection, connections: Set<Connection>, inboundLimit: number): void {
  const { socket, request } = connection
  connections.add(connection)
  socket.on('pong', () => {
    connection.isAlive = true
  })
  socket.on('message', (data: Buffer) => {
    if (data.length > inboundLimit) socket.close(CLOSE_TOO_BIG)
  })
  socket.on('error', (error) => request.log.debug({ err: error }, 'websocket'))
  socket.on('close', () => connections.delete(connection))
}

/** Checks every connection again with its ping: a session expires in silence, and a notice can be lost on its way. */
function keepAlive(routes: readonly OpenRoute[], access: Access): () => void {
  const timer = setInterval(() => {
    for (const route of routes) {
      for (const connection of route.connections) {
        void recheckConnection(route, connection, access)
        if (!connection.isAlive) connection.socket.terminate()
        connection.isAlive = false
        connection.socket.ping()
      }
    }
  }, PING_MS)
  timer.unref()
  return () => clearInterval(timer)
}

interface Tools {
  app: FastifyInstance
  access: Access
  env: Env
  trail: Trail
  bus: Bus
}

/** Registers a route whose sockets are opened only after everything about the request was looked at. */
function mounter({ app, access, env, trail }: Tools, routes: OpenRoute[]): Sockets['mount'] {
  const admit = admission(access, trail)
  return <E extends Endpoint, Ready>(endpoint: E, route: SocketRoute<E, Ready>) => {
    const connections = new Set<Connection>()
    const ready = new WeakMap<FastifyRequest, { caller: Caller; ready: Ready }>()
    const read = inputReader(endpoint)
    routes.push({
      endpoint,
      connections,
      onAccess: (connection) => route.onAccess?.(connection),
      onLost: (connection, why) => route.onLost?.(connection, why),
    })
    const prepare = async (request: FastifyRequest) => {
      requireOwnPage(request, env.PUBLIC_URL)
      const caller = await admit(endpoint, request)
      requireBelieved(request, caller)
      const mine = [...connections].filter((other) => other.caller.userId === caller.userId)
      if (mine.length >= route.perUser) throw failed('too many open pages; close some of them')
      const { input, problem } = read(request.query as Record<string, unknown>, undefined)
      if (problem !== undefined) throw new AppError(endpoint.invalidCode ?? Code.Failed, problem)
      if (!request.ws) throw new AppError(Code.IllegalRequest, `open ${endpoint.path} as a websocket`)
      ready.set(request, { caller, ready: await route.prepare(input, caller, request) })
    }
    app.get(
      endpoint.path,
      {
        websocket: true,
        preValidation: async (request, reply) => {
          try {
            await prepare(request)
          } catch (error) {
            if (error instanceof ForeignOriginError) return reply.code(403).send('foreign origin')
            throw error
          }
        },
      },
      (socket, request) => {
        const admitted = ready.get(request)
        if (!admitted) return socket.terminate()
        const connection: Connection = { socket, request, caller: admitted.caller, isAlive: true }
        attend(connection, connections, route.inboundLimit)
        route.open(connection, admitted.ready)
      },
    )
    return connections
  }
}

/** Opens the gate of the websockets and connects it to the other nodes. */
export function createSockets(tools: Tools): Sockets {
  const { access, bus } = tools
  const routes: OpenRoute[] = []
  const stopPings = keepAlive(routes, access)

  bus.subscribe<AccessChange>(ACCESS_TOPIC, ({ userId, keepSession }) => {
    for (const route of routes) {
      for (const connection of route.connections) {
        const isConcerned = userId === undefined || connection.caller.userId === userId
        if (!isConcerned || (keepSession && connection.caller.sessionId === keepSession)) continue
        void recheckConnection(route, connection, access)
      }
    }
  })

  return {
    mount: mounter(tools, routes),
    get endpoints() {
      return routes.map(({ endpoint }) => endpoint)
    },
    recheck: (change) => bus.publish(ACCESS_TOPIC, change),
    onAccessChange: (run) => bus.subscribe<AccessChange>(ACCESS_TOPIC, run),
    close: () => {
      stopPings()
      for (const { connections } of routes) {
        for (const { socket } of connections) socket.close(CLOSE_GOING_AWAY, 'the server stops')
      }
    },
  }
}
