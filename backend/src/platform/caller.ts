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

/** What an API key is limited to, beside what its owner may do; undefined is no limit. */
export interface KeyScope {
  permissionIds: ReadonlySet<number> | undefined
  namespaceIds: ReadonlySet<number> | undefined
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
  /** Of an API key that may do less than its owner. */
  scope?: KeyScope
}

/** Whether the caller holds at least one of the permissions; none listed means no. */
export const holds = (caller: Pick<Caller, 'permissionIds'>, ...ids: PermissionId[]): boolean =>
  ids.some((id) => caller.permissionIds.has(id))
