import { LiveSocket, type SocketFrame, SocketType } from '@windlass/shared-kit/contract/socket'
import type { Bus } from './bus.ts'
import type { SocketConnection, Sockets } from './sockets.ts'

/** A reader this far behind is cut off rather than kept in memory; it reads on from its own offset afterwards. */
const BACKLOG_LIMIT = 1024 * 1024
const INBOUND_LIMIT = 10_240
const SOCKETS_PER_USER = 50

const FRAME_TOPIC = 'hub.frame'
const ANNOUNCE_TOPIC = 'hub.announce'

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

/** The one websocket of live messages: from every node to every page that may see them. */
export interface Hub {
  send(audience: Audience, frame: SocketFrame): Promise<void>
  /** Tells every open page, whatever its namespace. */
  announce(announcement: Announcement): Promise<void>
}

const isMeant = ({ caller }: SocketConnection, audience: Audience): boolean =>
  caller.namespaceId === audience.namespaceId &&
  (audience.permissions.some((id) => caller.permissionIds.has(id)) || (audience.userIds ?? []).includes(caller.userId))

function write({ socket }: SocketConnection, frame: SocketFrame): void {
  if (socket.bufferedAmount > BACKLOG_LIMIT) socket.terminate()
  else socket.send(JSON.stringify(frame))
}

/** Opens the websocket of live messages and connects it to the other nodes. */
export function createHub(sockets: Sockets, bus: Bus): Hub {
  const connections = sockets.mount(LiveSocket, {
    inboundLimit: INBOUND_LIMIT,
    perUser: SOCKETS_PER_USER,
    prepare: async () => undefined,
    open: () => undefined,
    onAccess: (connection) => write(connection, { type: SocketType.Reload, message: { reason: 'permissions' } }),
    onLost: (connection) => write(connection, { type: SocketType.Reload, message: { reason: 'session' } }),
  })

  bus.subscribe<{ audience: Audience; frame: SocketFrame }>(FRAME_TOPIC, ({ audience, frame }) => {
    for (const connection of connections) if (isMeant(connection, audience)) write(connection, frame)
  })
  bus.subscribe<Announcement>(ANNOUNCE_TOPIC, ({ frame, fuller }) => {
    for (const connection of connections) {
      const isTold = fuller?.permissions.some((id) => connection.caller.permissionIds.has(id)) === true
      write(connection, isTold && fuller ? fuller.frame : frame)
    }
  })

  return {
    send: (audience, frame) => bus.publish(FRAME_TOPIC, { audience, frame }),
    announce: (announcement) => bus.publish(ANNOUNCE_TOPIC, announcement),
  }
}
