import type { DeployTrigger } from '@windlass/shared-kit/contract/deployPolicy'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ProjectInPlain } from '../project/project.service.ts'
import type { DeployRequest, EndState, PublishKind, PublishRecord } from './publish.store.ts'

export type { DeployRequest }

/** Who a deploy is recorded for. */
export type Publisher = Pick<Caller, 'userId' | 'name'>

/** What is put into the queue. */
export interface DeployOrder {
  kind: PublishKind
  request: DeployRequest
  trigger: DeployTrigger
  /** Why it may start against a lock or in a freeze; "" when it claims no such right. */
  overrideReason: string
  /** Known already when a release is gone back to. */
  commit?: CommitInfo | undefined
}

/** A deploy that somebody or something wants. */
export interface DeployWish {
  publisher: Publisher
  project: ProjectInPlain
  order: DeployOrder
  /** The person who asks, when one does. */
  caller?: Caller | undefined
  /**
   * Takes what the deploy comes from (a review, a scheduled task) in the same transaction, so that of several who start
   * it at once one does. @throws AppError when somebody else was faster
   */
  claim?: ((trx: Db, token: string) => Promise<void>) | undefined
}

/** A deploy that was queued, in the transaction that queues it. */
export interface DeployBegin extends DeployWish {
  token: string
}

/** A deploy that has ended, in the transaction that records it. */
export interface DeployEnd {
  publish: PublishRecord
  project: ProjectInPlain
  state: EndState
  /** Why it did not succeed, with secrets masked; "" otherwise. */
  reason: string
  /** Blank members when it ended before the pull did. */
  commit: CommitInfo
  /** Empty when it ended before it began. */
  targets: readonly SshTarget[]
}

/**
 * Where other modules take part in deploys without deploys knowing them. What a listener does for longer than a query
 * belongs into a job that it sends in the transaction.
 */
export interface DeployHooks {
  /** May refuse a deploy before it is queued, by an AppError that says what to do. */
  guard(guard: (wish: DeployWish, trx: Db) => Promise<void>): void
  /** May take a deploy that a person asked for out of the way to the queue; answers whether it did. */
  detour(detour: (wish: DeployWish & { caller: Caller }) => Promise<boolean>): void
  onBegin(listener: (begin: DeployBegin, trx: Db) => Promise<void>): void
  onEnd(listener: (end: DeployEnd, trx: Db) => Promise<void>): void
}

/** The hooks together with what calls them. */
export interface DeployHookCalls extends DeployHooks {
  check(wish: DeployWish, trx: Db): Promise<void>
  takeDetour(wish: DeployWish & { caller: Caller }): Promise<boolean>
  begun(begin: DeployBegin, trx: Db): Promise<void>
  ended(end: DeployEnd, trx: Db): Promise<void>
}

/** Creates hooks nobody has taken hold of yet. */
export function createDeployHooks(): DeployHookCalls {
  const guards: Parameters<DeployHooks['guard']>[0][] = []
  const detours: Parameters<DeployHooks['detour']>[0][] = []
  const begins: Parameters<DeployHooks['onBegin']>[0][] = []
  const ends: Parameters<DeployHooks['onEnd']>[0][] = []
  return {
    guard: (guard) => guards.push(guard),
    detour: (detour) => detours.push(detour),
    onBegin: (listener) => begins.push(listener),
    onEnd: (listener) => ends.push(listener),
    check: async (wish, trx) => {
      for (const guard of guards) await guard(wish, trx)
    },
    takeDetour: async (wish) => {
      for (const detour of detours) if (await detour(wish)) return true
      return false
    },
    begun: async (begin, trx) => {
      for (const listener of begins) await listener(begin, trx)
    },
    ended: async (end, trx) => {
      for (const listener of ends) await listener(end, trx)
    },
  }
}
