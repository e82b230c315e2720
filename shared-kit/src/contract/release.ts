import { type Static, Type } from 'typebox'
import { AreaId, AreaVersion, HostFacts, RoutePath } from './area.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, listOf, PageInput, pageOf, Timestamp } from './shapes.ts'

/** Largest archive of one version. */
export const ARCHIVE_LIMIT_BYTES = 16 * 1024 * 1024
/** Who gets the canary: members of the namespaces, the named users, and a stable share of everybody else. */
export const CanaryAudience = Type.Object({
  namespaceIds: Type.Array(Id, { maxItems: 1_000 }),
  userIds: Type.Array(Id, { maxItems: 1_000 }),
  percent: Type.Number({ minimum: 0, maximum: 100 }),
})
export type CanaryAudience = Static<typeof CanaryAudience>

/** When a canary is rolled back without anybody: off unless somebody turned it on. */
export const RollbackRule = Type.Object({
  isOn: Type.Boolean(),
  /** Share of failed loads of the canary, from which on it goes back. */
  failurePercent: Type.Number({ minimum: 0.1, maximum: 100 }),
  /** Fewer loads than this say nothing. */
  minLoads: Type.Integer({ minimum: 1, maximum: 100_000 }),
})
export type RollbackRule = Static<typeof RollbackRule>

/** How a version fared in a span of time. */
const LoadFigures = {
  loads: Type.Integer(),
  /** Loads that failed and pages that could not be drawn. */
  failures: Type.Integer(),
  /** Milliseconds until the area was there; 0 without a load. */
  medianMs: Type.Integer(),
  p95Ms: Type.Integer(),
}

/** One area with what is out and how it fares. */
export const RemoteOverview = Type.Object({
  remote: Type.String(),
  /** What everybody gets who is in no canary; "" when nothing is released. */
  stable: Type.String(),
  canary: Type.Union([
    Type.Null(),
    Type.Object({ version: Type.String(), audience: CanaryAudience, startTime: Timestamp, startedBy: Type.String() }),
  ]),
  /** Nothing is promoted until somebody takes the pin away. */
  isPinned: Type.Boolean(),
  /** Turned off for everybody; `disabledReason` is shown to them. */
  isDisabled: Type.Boolean(),
  disabledReason: Type.String(),
  rule: RollbackRule,
  /** The version that came with the console; "" when it brought none. */
  builtIn: Type.String(),
  versions: Type.Integer(),
  /** Why the released version cannot run in this console; "" when it can. */
  unfit: Type.String(),
  /** People who used the area in the last 24 hours. */
  users: Type.Integer(),
  ...LoadFigures,
})
export type RemoteOverview = Static<typeof RemoteOverview>

export const ReleaseList = endpoint({
  method: 'GET',
  path: '/release/getList',
  access: [Permission.ShowReleasePage],
  output: Type.Object({
    list: Type.Array(RemoteOverview),
    host: Type.Object({ version: Type.String(), kit: Type.String(), buildTime: Timestamp }),
    /** What is wrong with the registry itself, a sentence each: a file that was edited by hand, files that are gone. */
    problems: Type.Array(Type.String()),
  }),
})

/** One version with its life so far. */
export const ReleaseVersion = Type.Object({
  version: Type.String(),
  source: Type.Enum(['published', 'built-in']),
  channel: Type.Enum(['stable', 'canary', 'none']),
  /** Name of the team whose key signed it; "" for what came with the console. */
  team: Type.String(),
  keyId: Type.String(),
  publishedBy: Type.String(),
  publishTime: Timestamp,
  commit: Type.String(),
  buildTime: Timestamp,
  /** All of its files as they travel. */
  bytes: Type.Integer(),
  /** Share of the area's users of the last 24 hours who ran it, 0 to 1. */
  share: Type.Number(),
  users: Type.Integer(),
  ...LoadFigures,
  /** Why it cannot run in this console; "" when it can. */
  unfit: Type.String(),
  /** Why its files cannot be trusted; "" when they are what was signed. */
  damage: Type.String(),
})
export type ReleaseVersion = Static<typeof ReleaseVersion>

const OfRemote = { remote: AreaId }
const OfVersion = { ...OfRemote, version: AreaVersion }

export const ReleaseVersionList = endpoint({
  method: 'GET',
  path: '/release/getVersionList',
  access: [Permission.ShowReleasePage],
  input: Type.Object(OfRemote),
  output: listOf(ReleaseVersion),
})

export const RELEASE_EVENTS = [
  'publish',
  'promote',
  'canary',
  'endCanary',
  'rollback',
  'autoRollback',
  'pin',
  'unpin',
  'disable',
  'enable',
  'rule',
  'preview',
  'openPreview',
  'leavePreview',
  'damage',
  'drop',
] as const

/** Something that was done to an area, by whom and when. */
export const ReleaseEvent = Type.Object({
  id: Type.Integer(),
  remote: Type.String(),
  version: Type.String(),
  kind: Type.Enum(RELEASE_EVENTS),
  /** "" for what the console did by itself. */
  userName: Type.String(),
  /** A sentence: to whom, from which version, why. */
  detail: Type.String(),
  insertTime: Timestamp,
})
export type ReleaseEvent = Static<typeof ReleaseEvent>

export const ReleaseHistory = endpoint({
  method: 'GET',
  path: '/release/getHistory',
  access: [Permission.ShowReleasePage],
  input: Type.Object({ remote: Type.Optional(AreaId), ...PageInput }),
  output: pageOf(ReleaseEvent),
})

const Changed = Type.Object({ added: Type.Array(Type.String()), removed: Type.Array(Type.String()) })

/** What a version changes against another one. */
export const ReleaseDiff = Type.Object({
  remote: Type.String(),
  from: Type.String(),
  to: Type.String(),
  bytes: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
  /** What a browser with the old version in its cache loads anew, in brotli bytes. */
  reloadedBytes: Type.Integer(),
  /** Heaviest page at a first visit. */
  pageBytes: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
  shared: Type.Array(Type.Object({ name: Type.String(), from: Type.String(), to: Type.String() })),
  routes: Changed,
  permissions: Changed,
  texts: Changed,
  files: Changed,
})
export type ReleaseDiff = Static<typeof ReleaseDiff>

export const ReleaseCompare = endpoint({
  method: 'GET',
  path: '/release/compare',
  access: [Permission.ShowReleasePage],
  input: Type.Object({ ...OfRemote, from: AreaVersion, to: AreaVersion }),
  output: ReleaseDiff,
})

/** Everything a publisher needs to check an artefact before it travels. */
export const ReleaseContext = endpoint({
  method: 'GET',
  path: '/release/getContext',
  access: [Permission.PublishRelease],
  input: Type.Object(OfRemote),
  output: Type.Object({
    host: HostFacts,
    /** Routes of the other areas, which a new version must not claim. */
    routes: Type.Array(Type.Object({ remote: Type.String(), path: RoutePath })),
    versions: Type.Array(Type.String()),
    stable: Type.String(),
    /** Ids of the keys that may sign this area. */
    keyIds: Type.Array(Type.String()),
    /** Other origins that the area's files may come from. */
    allowedOrigins: Type.Array(Type.String()),
  }),
})

export const ReleasePublish = endpoint({
  method: 'POST',
  path: '/release/publish',
  access: [Permission.PublishRelease],
  input: Type.Object(OfVersion),
  output: Type.Object({ id: Type.Integer(), keyId: Type.String(), bytes: Type.Integer() }),
  logged: true,
  timeoutMs: 60_000,
  multipart: true,
})

export const ReleasePromote = endpoint({
  method: 'PUT',
  path: '/release/promote',
  access: [Permission.PromoteRelease],
  input: Type.Object(OfVersion),
  logged: true,
})

export const ReleaseCanary = endpoint({
  method: 'PUT',
  path: '/release/canary',
  access: [Permission.PromoteRelease],
  input: Type.Object({ ...OfVersion, ...CanaryAudience.properties }),
  logged: true,
})

export const ReleaseEndCanary = endpoint({
  method: 'PUT',
  path: '/release/endCanary',
  access: [Permission.PromoteRelease],
  input: Type.Object(OfRemote),
  logged: true,
})

/** Ends a running canary; without one, goes back to the version named, or to the one that was stable before. */
export const ReleaseRollback = endpoint({
  method: 'PUT',
  path: '/release/rollback',
  access: [Permission.PromoteRelease],
  input: Type.Object({ ...OfRemote, version: Type.Optional(AreaVersion) }),
  output: Type.Object({ version: Type.String() }),
  logged: true,
})

export const ReleasePin = endpoint({
  method: 'PUT',
  path: '/release/pin',
  access: [Permission.PromoteRelease],
  /** With a version, that one becomes stable first. */
  input: Type.Object({ ...OfRemote, isPinned: Type.Boolean(), version: Type.Optional(AreaVersion) }),
  logged: true,
})

export const ReleaseSwitch = endpoint({
  method: 'PUT',
  path: '/release/switch',
  access: [Permission.SwitchRemote],
  input: Type.Object({ ...OfRemote, isDisabled: Type.Boolean(), reason: Type.String({ maxLength: 200 }) }),
  logged: true,
})

export const ReleaseSetRule = endpoint({
  method: 'PUT',
  path: '/release/setRule',
  access: [Permission.PromoteRelease],
  input: Type.Object({ ...OfRemote, ...RollbackRule.properties }),
  logged: true,
})
