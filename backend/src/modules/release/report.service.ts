import type { RollbackRule } from '@windlass/shared-kit/contract/release'

/** A canary as it runs; its start tells one run from the next of the same version. */
export interface RunningCanary {
  version: string
  /** Unix milliseconds. */
  startTime: number
  rule: RollbackRule
}

/** What reports need to know about releases, and the one thing they may do. */
export interface ReportedReleases {
  /** Whether somebody can run this version here. */
  isKnown(remote: string, version: string): Promise<boolean>
  canaryOf(remote: string): Promise<RunningCanary | undefined>
  /**
   * Takes back exactly this run of a canary: history (`autoRollback`, by nobody, with the reason as its detail) in the
   * same transaction, then a frame to every page. False when it was over already, here or on another node.
   */
  rollbackCanary(remote: string, canary: RunningCanary, reason: string): Promise<boolean>
}
