import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

export interface ProjectReviewTable extends Timed {
  namespaceId: number
  projectId: number
  commitId: string
  branch: string
  /** First line of the commit's message. */
  message: string
  /** Encrypted: the address that was told about it, which may hold a key. */
  reviewUrl: Generated<string>
  /** JSON: the `DeployRequest` it is bound to. */
  request: string
  overrideReason: Generated<string>
  /** SHA-256 of the callback's secret. */
  callbackHash: string
  state: Generated<number>
  /** Of whoever answered. */
  reason: Generated<string>
  /** The deploy it led to. */
  token: Generated<string>
  expireTime: number
  /** 1 when somebody was told that it expired. */
  expiryTold: Generated<number>
  creatorId: number
  creator: string
  editorId: Generated<number>
  editor: Generated<string>
}

export interface DeployLockTable extends Timed {
  projectId: number
  ownerId: number
  ownerName: string
  reason: string
  /** 0 when it does not end by itself. */
  endTime: number
}

export interface FreezeWindowTable extends Timed {
  namespaceId: number
  name: string
  reason: string
  /** 0 means every environment. */
  environment: number
  /** `once` or `weekly` */
  kind: string
  startTime: number
  endTime: number
  /** Digits of the weekdays on which it begins, 0 is Sunday. */
  days: string
  startClock: string
  minutes: number
  zone: string
  state: Generated<number>
  editor: string
}

/** The tables of what stands between a person and a deploy: reviews, locks, freezes. */
export interface GuardTables {
  projectReview: ProjectReviewTable
  deployLock: DeployLockTable
  freezeWindow: FreezeWindowTable
}
