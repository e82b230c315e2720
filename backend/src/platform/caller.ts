import type { PermissionId } from '@windlass/shared-kit/contract'

/** Who stands behind a request that needs no sign-in. */
export interface Visitor {
  /** Address of the peer, or what a trusted proxy says it is. */
  remoteAddress: string
  userAgent: string
  referer: string
  /** Where the console was asked, such as `https://console.example.org`; "" when nobody asked over the wire. */
  origin: string
}

/** The signed-in person (or API key) behind a request, with what he may do in the namespace he works in. */
export interface Caller extends Visitor {
  userId: number
  account: string
  name: string
  isSuperManager: boolean
  /** The namespace of the call; 0 when it named none. */
  namespaceId: number
  permissionIds: ReadonlySet<number>
  /** The session the call belongs to; "" for an API key. */
  sessionId: string
}

/** Whether the caller holds at least one of the permissions; none listed means no. */
export const holds = (caller: Pick<Caller, 'permissionIds'>, ...ids: PermissionId[]): boolean =>
  ids.some((id) => caller.permissionIds.has(id))
