import { type Static, Type } from 'typebox'
import { ActiveFreeze, DeployLock } from './deployGuard.ts'
import { endpoint } from './endpoint.ts'
import { State, TraceType } from './enums.ts'
import { Permission } from './permission.ts'
import { CustomVariable, Project, ProjectScript } from './project.ts'
import { Id, listOf, PageInput, pageOf, Timestamp } from './shapes.ts'

/** Stages of one deploy as its log and the board name them; each is a key of a text. */
export const DEPLOY_STAGES = [
  'queue',
  'pull',
  'afterPull',
  'transfer',
  'afterDeploy',
  'probe',
  'pause',
  'rollback',
  'finish',
  'result',
] as const
export type DeployStage = (typeof DEPLOY_STAGES)[number]

/** One card of the deploy board. */
export const DeployRow = Type.Object({
  ...Project.properties,
  /** Place in the queue, from 1; 0 when the project does not wait. */
  queuePosition: Type.Integer(),
  /** The stage that runs now; "" when none does. */
  stage: Type.Enum([...DEPLOY_STAGES, '']),
  /** How many servers it deploys to. */
  serverCount: Type.Integer(),
  /** Who keeps others from deploying it; null when nobody does. */
  lock: Type.Union([DeployLock, Type.Null()]),
  /** What freezes its environment now; null when nothing does. */
  freeze: Type.Union([ActiveFreeze, Type.Null()]),
  /** Reviews that wait for an answer. */
  waitingReviews: Type.Integer(),
  /** Why the latest deploy failed; "" when it did not. */
  failure: Type.String(),
})
export type DeployRow = Static<typeof DeployRow>

/** The record of one stage of one deploy, on one server where the stage runs on servers. */
export const PublishTrace = Type.Object({
  id: Type.Integer(),
  /** Names the deploy; all its records share it. */
  token: Type.String(),
  /** Always 0. */
  namespaceId: Type.Integer(),
  projectId: Type.Integer(),
  projectName: Type.String(),
  /** Output of a stage that failed; "" otherwise, and then there is a call for it. */
  detail: Type.String(),
  /** 1 when it succeeded. */
  state: Type.Enum(State),
  publisherId: Type.Integer(),
  publisherName: Type.String(),
  type: Type.Enum(TraceType),
  /**
   * JSON text. Queue: `QueueExt`. Pull: `CommitInfo`, or `QueueExt` when it failed. Others: `StageExt`.
   * In the history: the commit alone, as a JSON string, or "".
   */
  ext: Type.String(),
  /** When the stage began. */
  insertTime: Timestamp,
  /** When it ended. */
  updateTime: Timestamp,
})
export type PublishTrace = Static<typeof PublishTrace>

/** What `ext` of a queue record says: the script with the variables of this deploy. */
export const QueueExt = Type.Object({ script: ProjectScript })
export type QueueExt = Static<typeof QueueExt>

/** What `ext` of a script or transfer record says, with secrets masked. */
export const StageExt = Type.Object({
  serverId: Type.Optional(Type.Integer()),
  serverName: Type.Optional(Type.String()),
  /** The transfer as a command line. */
  command: Type.Optional(Type.String()),
  /** The script after its variables were replaced. */
  script: Type.Optional(Type.String()),
  /** Name of the step of a yaml script. */
  step: Type.Optional(Type.String()),
})
export type StageExt = Static<typeof StageExt>

/** One piece of the log of a deploy. */
export const DeployLogEntry = Type.Object({
  /** Where it starts in the log, in bytes. */
  offset: Type.Integer(),
  /** Unix milliseconds. */
  time: Type.Integer(),
  stage: Type.Enum(DEPLOY_STAGES),
  /** 0 is the console's own machine. */
  serverId: Type.Integer(),
  serverName: Type.String(),
  /** `info` is said by the console itself, the others by what it ran. */
  stream: Type.Enum(['out', 'err', 'info']),
  text: Type.String(),
})
export type DeployLogEntry = Static<typeof DeployLogEntry>

/** A successful deploy that can be gone back to. */
export const DeployRelease = Type.Object({
  token: Type.String(),
  commit: Type.String(),
  branch: Type.String(),
  message: Type.String(),
  author: Type.String(),
  publishTime: Timestamp,
  publisherName: Type.String(),
  /** This is what the servers run now. */
  isLive: Type.Boolean(),
  servers: Type.Array(
    Type.Object({
      serverId: Type.Integer(),
      serverName: Type.String(),
      /** Its files are still there, so that going back only switches a link. */
      hasRelease: Type.Boolean(),
    }),
  ),
})
export type DeployRelease = Static<typeof DeployRelease>

/** A UUID of 36 characters; one that names no deploy is answered as unknown, not as malformed. */
const Token = Type.String({ minLength: 1, maxLength: 36 })
/** Reaches git as an operand, so it must not read as an option. */
const Revision = Type.Optional(Type.String({ maxLength: 255, pattern: '^(?!-)' }))
/** Matches what it is contained in; absent or "" lets every deploy through. */
const Filter = Type.Optional(Type.String())

/** All of the namespace with GetAllDeployList, else those the caller is bound to. */
export const DeployList = endpoint({
  method: 'GET',
  path: '/deploy/getList',
  access: [Permission.ShowDeployPage],
  output: listOf(DeployRow),
})

/** The deploys of a project, one row each, the latest first. */
export const DeployHistory = endpoint({
  method: 'GET',
  path: '/deploy/getPreview',
  access: [Permission.DeployDetail],
  input: Type.Object({
    projectId: Id,
    /** The publisher; absent or 0 means any. */
    userId: Type.Optional(Type.Integer({ minimum: 0 })),
    /** 1 those of which every stage succeeded, 0 the others; absent or -1 both. */
    state: Type.Optional(Type.Enum([-1, 0, 1])),
    /** `start,end`, both `YYYY-MM-DD HH:MM:SS` in the time of the server; without a comma it filters nothing. */
    commitDate: Filter,
    /** As `commitDate`, for when the deploy was started. */
    deployDate: Filter,
    branch: Filter,
    commit: Filter,
    filename: Filter,
    /** Matches exactly. */
    token: Filter,
    ...PageInput,
  }),
  output: pageOf(PublishTrace),
})

/** The records of one deploy in the order they were written; none when the token is unknown. */
export const DeployTraceList = endpoint({
  method: 'GET',
  path: '/deploy/getPublishTrace',
  access: [Permission.DeployDetail],
  input: Type.Object({ lastPublishToken: Token }),
  output: listOf(PublishTrace),
})

/** How a deploy stands, for programs that started it. */
export const DeployProgress = endpoint({
  method: 'GET',
  path: '/deploy/getPublishProgress',
  access: [Permission.DeployProject],
  input: Type.Object({ lastPublishToken: Token }),
  output: Type.Object({
    /** 0 failed, 1 running or unknown, 2 finished. */
    state: Type.Enum([0, 1, 2]),
    /** English name of the stage that ran last, or that failed first; "" before the first. */
    stage: Type.String(),
    /** What went wrong, or "". */
    message: Type.String(),
  }),
})

/** The output of one stage, which may be long. */
export const DeployTraceDetail = endpoint({
  method: 'GET',
  path: '/deploy/getPublishTraceDetail',
  access: [Permission.DeployDetail],
  input: Type.Object({ id: Id }),
  output: Type.Object({ detail: Type.String() }),
  timeoutMs: 0,
})

/** The log of one deploy from a byte offset on; a reader goes on at `nextOffset` and misses and repeats nothing. */
export const DeployLog = endpoint({
  method: 'GET',
  path: '/deploy/getLog',
  access: [Permission.DeployDetail, Permission.DeployProject],
  input: Type.Object({ projectId: Id, token: Token, offset: Type.Integer({ minimum: 0 }) }),
  output: Type.Object({
    entries: Type.Array(DeployLogEntry),
    nextOffset: Type.Integer(),
    /** Nothing will be added any more. */
    isEnded: Type.Boolean(),
  }),
})

/** What a project can be rolled back to, the latest first. */
export const DeployReleaseList = endpoint({
  method: 'GET',
  path: '/deploy/getReleases',
  access: [Permission.DeployDetail, Permission.DeployRollback],
  input: Type.Object({ projectId: Id }),
  output: listOf(DeployRelease),
})

/** Says "not deployed" again, for a project whose state went wrong. */
export const DeployResetState = endpoint({
  method: 'PUT',
  path: '/deploy/resetState',
  access: [Permission.DeployResetState],
  input: Type.Object({ projectId: Id }),
  logged: true,
})

/** Ends a deploy that waits or runs, and what it runs on the servers. */
export const DeployCancel = endpoint({
  method: 'POST',
  path: '/deploy/cancel',
  access: [Permission.DeployProject, Permission.DeployResetState],
  input: Type.Object({ projectId: Id, token: Token }),
  logged: true,
})

const PublishInput = Type.Object({
  projectId: Id,
  /** A commit id of the repository type, or the name of a tag; "" means the newest of the project's branch. */
  commit: Revision,
  /** Recorded beside the commit; it does not choose what is deployed. */
  branch: Revision,
  /** Absent or empty means all servers of the project. */
  serverIds: Type.Optional(Type.Array(Id)),
  /** Values for this deploy; absent or empty means no variables at all. */
  customVariables: Type.Optional(Type.Array(CustomVariable)),
  /** Why it should start although the project is locked or frozen; only for holders of OverrideDeployGuard. */
  override: Type.Optional(Type.String({ maxLength: 255 })),
})

/** Names the deploy that was queued; "" when a review was opened instead. */
const PublishOutput = Type.Object({ token: Type.String() })

/** Queues a deploy or opens its review; no limit, because opening a review calls its address first. */
export const DeployPublish = endpoint({
  method: 'POST',
  path: '/deploy/publish',
  access: [Permission.DeployProject],
  input: PublishInput,
  output: PublishOutput,
  logged: true,
  timeoutMs: 0,
})

/** As publish, for those who may deploy to chosen servers. */
export const DeployGreyPublish = endpoint({
  method: 'POST',
  path: '/deploy/greyPublish',
  access: [Permission.GreyDeploy],
  input: PublishInput,
  output: PublishOutput,
  logged: true,
  timeoutMs: 0,
})

/** Goes back to an earlier deploy: at once where its files are still there, else by a deploy of the same commit. */
export const DeployRebuild = endpoint({
  method: 'POST',
  path: '/deploy/rebuild',
  access: [Permission.DeployRollback],
  input: Type.Object({ projectId: Id, token: Token }),
  output: Type.Object({
    type: Type.Enum(['symlink', 'publish']),
    /** symlink: the one that was asked for; publish: a new one. */
    token: Type.String(),
  }),
  logged: true,
  timeoutMs: 0,
})
