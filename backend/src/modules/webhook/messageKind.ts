import type { WebhookProvider } from '@windlass/shared-kit/contract/webhook'
import type { HeaderReader, MessageKind } from './push.ts'

interface Sender {
  provider: WebhookProvider
  /** Headers that hold the name of the event. */
  events: readonly string[]
  push: readonly string[]
  ping?: readonly string[]
  deliveryIds: readonly string[]
}

/** Longer ones are no name anybody gave. */
const ID_LENGTH = 128
const EVENT_LENGTH = 64

/** Gitea and its kin send GitHub's headers beside their own, so the one with more headers is looked for first. */
const SENDERS: readonly Sender[] = [
  {
    provider: 'gitea',
    events: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
    push: ['push'],
    deliveryIds: ['x-forgejo-delivery', 'x-gitea-delivery', 'x-gogs-delivery'],
  },
  { provider: 'gitee', events: ['x-gitee-event'], push: ['Push Hook'], deliveryIds: ['x-gitee-delivery'] },
  { provider: 'codeup', events: ['x-codeup-event'], push: ['Push Hook'], deliveryIds: ['x-codeup-delivery'] },
  { provider: 'gitlab', events: ['x-gitlab-event'], push: ['Push Hook'], deliveryIds: ['idempotency-key'] },
  {
    provider: 'github',
    events: ['x-github-event'],
    push: ['push'],
    ping: ['ping'],
    deliveryIds: ['x-github-delivery'],
  },
  {
    provider: 'bitbucket',
    events: ['x-event-key'],
    push: ['repo:push', 'repo:refs_changed'],
    ping: ['diagnostics:ping'],
    deliveryIds: ['x-request-uuid', 'x-request-id'],
  },
  { provider: 'svn', events: ['x-svn-event'], push: ['push'], ping: ['ping'], deliveryIds: ['x-svn-delivery'] },
]

const firstOf = (header: HeaderReader, names: readonly string[]): string =>
  names.map(header).find((value) => value !== '') ?? ''

/** Reads who sent a message and of what kind it is; undefined when no header says so. */
export function messageKind(header: HeaderReader): MessageKind | undefined {
  for (const { provider, events, push, ping = [], deliveryIds } of SENDERS) {
    const event = firstOf(header, events)
    if (event === '') continue
    const isPing = ping.includes(event) || header('x-gitee-ping') === 'true'
    const kind = isPing ? 'ping' : push.includes(event) ? 'push' : 'other'
    const deliveryId = firstOf(header, deliveryIds).slice(0, ID_LENGTH)
    return { provider, event: event.slice(0, EVENT_LENGTH), kind, deliveryId }
  }
  return undefined
}
