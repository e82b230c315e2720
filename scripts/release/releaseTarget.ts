import type { Artefact } from '@windlass/backend/artefact/artefact'
import type { OutputOf } from '@windlass/shared-kit/contract'
import type {
  CanaryAudience,
  ReleaseContext,
  ReleaseDiff,
  ReleaseEvent,
  ReleaseList,
  ReleaseVersion,
  RollbackRule,
} from '@windlass/shared-kit/contract/release'
import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import type { ReleaseAddPreview, ReleasePreview } from '@windlass/shared-kit/contract/releasePreview'

/** Somebody or something an audience names. */
export interface Named {
  id: number
  /** Everything it may be called by. */
  names: readonly string[]
}

/** A link that shows one user a candidate. */
export type PreviewLink = OutputOf<typeof ReleaseAddPreview> & { url: string }

/** How a version is published. */
export interface Publishing {
  /** Origins its files may come from; a console has a list of its own instead. */
  allowedOrigins: readonly string[]
  /** Is told how many bytes have left, and of how many. */
  onSent: (sent: number, total: number) => void
}

/** What can be released into: a running console, or a folder that any web server serves. */
export interface ReleaseTarget {
  /** As people know it: its address or path. */
  name: string
  /** False for a folder, from which everybody gets the same. */
  knowsUsers: boolean
  context(remote: string): Promise<OutputOf<typeof ReleaseContext>>
  publish(artefact: Artefact, how: Publishing): Promise<{ keyId: string; bytes: number }>
  promote(remote: string, version: string): Promise<void>
  canary(remote: string, version: string, audience: CanaryAudience): Promise<void>
  endCanary(remote: string): Promise<void>
  /** @returns the version that is stable afterwards, "" for the one that came with the console */
  rollback(remote: string, version: string | undefined): Promise<{ version: string }>
  pin(remote: string, version: string | undefined): Promise<void>
  unpin(remote: string): Promise<void>
  disable(remote: string, reason: string): Promise<void>
  enable(remote: string): Promise<void>
  setRule(remote: string, rule: RollbackRule): Promise<void>
  list(): Promise<OutputOf<typeof ReleaseList>>
  versions(remote: string): Promise<readonly ReleaseVersion[]>
  history(remote: string | undefined, rows: number): Promise<readonly ReleaseEvent[]>
  compare(remote: string, from: string, to: string): Promise<ReleaseDiff>
  keys(): Promise<readonly ReleaseKey[]>
  addKey(key: { team: string; publicKey: string; remotes: string[] }): Promise<void>
  revokeKey(key: ReleaseKey): Promise<void>
  /** `userId` 0 means whoever calls. */
  preview(remote: string, version: string, userId: number, seconds: number): Promise<PreviewLink>
  /** Links that show somebody a candidate, of one area or of all. */
  previews(remote: string | undefined): Promise<readonly ReleasePreview[]>
  revokePreview(id: number): Promise<void>
  /** Whom an audience may name: namespaces the caller is in, and users he may see. */
  people(): Promise<{ namespaces: readonly Named[]; users: readonly Named[]; self: number }>
  /** Writes what everybody gets anew from the artefacts that are there. */
  rebuild(): Promise<void>
}
