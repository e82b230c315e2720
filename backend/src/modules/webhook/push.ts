import type { WebhookProvider } from '@windlass/shared-kit/contract/webhook'

/** What a push did to one branch or tag. */
export interface RefChange {
  /** `refs/heads/…`, `refs/tags/…`, or for svn the text the project has as its branch. */
  ref: string
  before: string
  after: string
  isDeleted: boolean
  /** Changed files; null when the message does not name all of them. */
  paths: string[] | null
}

/** A message about a push, whoever sent it. */
export interface Push {
  changes: RefChange[]
  pusher: string
}

/** Who sent a message and what kind of message it is, as its headers say. */
export interface MessageKind {
  provider: WebhookProvider
  event: string
  kind: 'push' | 'ping' | 'other'
  /** The sender's own name for this message, the same when it sends it again; "" when it gives none. */
  deliveryId: string
}

/** A header as one text. */
export type HeaderReader = (name: string) => string
