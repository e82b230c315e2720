import type { Generated } from 'kysely'
import type { Row } from './tableRow.ts'

/** One immutable version of an area; the row stays after its files were dropped, because its number is used up. */
export interface RemoteVersionTable extends Row {
  remote: string
  version: string
  keyId: string
  /** Name of the team whose key it was, as it was then. */
  team: string
  publisherId: number
  publisherName: string
  /** JSON of `ReleaseContents` and of `AreaRelease`, as they are in the archive. */
  contents: string
  release: string
  /** The signed archive as it came, so that every node can unpack it; empty once dropped. */
  archive: Uint8Array
  insertTime: number
  /** When it was last given to anybody; written at most once an hour. */
  lastUseTime: Generated<number>
  /** 0 while it is kept. */
  dropTime: Generated<number>
}

/** What is out of one area. */
export interface RemoteChannelTable {
  remote: string
  /** JSON of `Channel`. */
  channel: string
  /** JSON: sentences by version, of versions whose files are not what was signed. */
  damage: Generated<string>
  updateTime: number
}

/** Something that was done to an area; rows are only ever added. */
export interface RemoteEventTable extends Row {
  remote: string
  version: string
  kind: string
  userId: number
  userName: string
  detail: string
  insertTime: number
}

/** A public key that may sign areas. */
export interface RemoteKeyTable extends Row {
  keyId: string
  team: string
  /** JSON: ids of the areas it may sign; an empty list means all. */
  remotes: string
  /** PEM, SPKI. */
  publicKey: string
  isRevoked: Generated<number>
  addedBy: string
  insertTime: number
}

/** Loads of a version in five minutes, by how long they took; a fixed histogram. */
export interface RemoteLoadTable {
  remote: string
  /** Start of the five minutes. */
  time: number
  version: string
  /** Longest load that is counted in this row; 0 counts failures. */
  boundMs: number
  count: number
}

/** Somebody used a version in an hour. */
export interface RemoteUserTable {
  remote: string
  /** Start of the hour. */
  time: number
  version: string
  userId: number
}

/** A distinct failure that browsers reported. */
export interface RemoteFailureTable extends Row {
  remote: string
  version: string
  kind: string
  message: string
  count: number
  lastErrorId: string
  lastUser: string
  lastUserAgent: string
  firstTime: number
  lastTime: number
}

/** How one user fared with one run of a canary, as far as it counts for the rule that takes it back. */
export interface RemoteEvidenceTable {
  remote: string
  version: string
  canaryStart: number
  userId: number
  loads: number
  failures: number
  /** Start of the minute in which something counted last, and how much of it did. */
  minute: number
  minuteLoads: number
  minuteFailures: number
}

/** A link that shows one user a candidate in one browser. */
export interface RemotePreviewTable extends Row {
  remote: string
  version: string
  /** "" for a published version. */
  origin: string
  /** JSON of the `AreaRelease` of a developer's machine; "" for a published version. */
  release: string
  userId: number
  createdBy: string
  /** SHA-256 of the link's secret, which itself is nowhere. */
  secretHash: string
  /** The session that opened it first; "" until then. */
  sessionId: Generated<string>
  insertTime: number
  expireTime: number
  openTime: Generated<number>
  /** When it was left or revoked; 0 until then. */
  endTime: Generated<number>
}

/** The tables of what area teams release. */
export interface ReleaseTables {
  remoteVersion: RemoteVersionTable
  remoteChannel: RemoteChannelTable
  remoteEvent: RemoteEventTable
  remoteKey: RemoteKeyTable
  remoteLoad: RemoteLoadTable
  remoteUser: RemoteUserTable
  remoteFailure: RemoteFailureTable
  remoteEvidence: RemoteEvidenceTable
  remotePreview: RemotePreviewTable
}
