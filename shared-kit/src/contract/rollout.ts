import { type Static, Type } from 'typebox'
import { HealthProbe } from './deployPolicy.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { CustomVariable } from './project.ts'
import { Id } from './shapes.ts'

const Token = Type.String({ minLength: 1, maxLength: 36 })
const OfDeploy = Type.Object({ projectId: Id, token: Token })

/** How far one server of a rollout is. */
export const SERVER_PHASES = [
  'untouched',
  'waiting',
  'transfer',
  'script',
  'probe',
  'done',
  'failed',
  'rolledBack',
] as const
export type RolloutPhase = (typeof SERVER_PHASES)[number]

/** One server of a rollout. */
export const RolloutServer = Type.Object({
  serverId: Type.Integer(),
  serverName: Type.String(),
  phase: Type.Enum(SERVER_PHASES),
  /** Why it failed, or ""; secrets are masked. */
  error: Type.String(),
})
export type RolloutServer = Static<typeof RolloutServer>

/** How a deploy was or is rolled out. */
export const Rollout = Type.Object({
  /** The servers in the order of their batches; none before the first server was looked at. */
  batches: Type.Array(Type.Array(RolloutServer)),
  /** Milliseconds until the next batch begins; 0 when nothing waits for it. */
  pauseMs: Type.Integer(),
  /** Why no further batch began, or "". */
  haltReason: Type.String(),
  /** Why the deploy did not succeed, every server by name and what went back; "" otherwise, and while it runs. */
  reason: Type.String(),
  /** How many servers have the new release although the deploy did not succeed, and can go back to what they had. */
  canRollBack: Type.Integer(),
  /** The files of this deploy are kept and can be promoted to this project; 0 and "" when they cannot. */
  promoteToId: Type.Integer(),
  promoteToName: Type.String(),
})
export type Rollout = Static<typeof Rollout>

/** How a deploy is rolled out, live while it runs. */
export const DeployRollout = endpoint({
  method: 'GET',
  path: '/deploy/getRollout',
  access: [Permission.DeployDetail],
  input: OfDeploy,
  output: Rollout,
})

/** Switches the servers that a halted deploy has reached back to what was live before; a deploy of its own. */
export const DeployRollbackDone = endpoint({
  method: 'POST',
  path: '/deploy/rollbackDone',
  access: [Permission.DeployRollback],
  input: OfDeploy,
  output: Type.Object({ token: Type.String() }),
  logged: true,
})

/** Deploys the very files of a successful deploy to the next project, without pull and script after the pull. */
export const DeployPromote = endpoint({
  method: 'POST',
  path: '/deploy/promote',
  access: [Permission.DeployProject],
  input: OfDeploy,
  /** The project that gets them; the token is "" when a review was opened instead. */
  output: Type.Object({ projectId: Type.Integer(), token: Type.String() }),
  logged: true,
  timeoutMs: 0,
})

/** A path as a plan shows it: what is no printable text is escaped as `\#ooo`, in octal. */
export const PlanChange = Type.Object({
  action: Type.Enum(['add', 'change', 'delete']),
  path: Type.String(),
  /** In bytes; 0 for what is deleted. */
  size: Type.Integer(),
})
export type PlanChange = Static<typeof PlanChange>

/** A file that is on a server as no deploy has left it. */
export const DriftedFile = Type.Object({
  path: Type.String(),
  change: Type.Enum(['changed', 'removed', 'added']),
})
export type DriftedFile = Static<typeof DriftedFile>

const Count = Type.Object({ files: Type.Integer(), bytes: Type.Integer() })

/** What a deploy would do on one server. */
export const ServerPlan = Type.Object({
  serverId: Type.Integer(),
  serverName: Type.String(),
  /** Why it cannot be foreseen, or ""; everything below is empty then. */
  problem: Type.String(),
  /** What is compared with: the directory that is live now, "" when nothing is. */
  live: Type.String(),
  add: Count,
  change: Count,
  delete: Count,
  /** The first of the changes. */
  changes: Type.Array(PlanChange),
  /** Files that were changed there by hand since the last deploy, the first of them. */
  drift: Type.Array(DriftedFile),
  driftCount: Type.Integer(),
})
export type ServerPlan = Static<typeof ServerPlan>

/** What a deploy would do. */
export const DeployPlanResult = Type.Object({
  commit: Type.String(),
  message: Type.String(),
  /** What the plan could not take into account, in sentences. */
  remarks: Type.Array(Type.String()),
  servers: Type.Array(ServerPlan),
})
export type DeployPlanResult = Static<typeof DeployPlanResult>

/** Says what a deploy would change, without changing anything; no limit, because a repository may be fetched first. */
export const DeployPlan = endpoint({
  method: 'POST',
  path: '/deploy/plan',
  access: [Permission.DeployProject],
  input: Type.Object({
    projectId: Id,
    commit: Type.Optional(Type.String({ maxLength: 255, pattern: '^(?!-)' })),
    branch: Type.Optional(Type.String({ maxLength: 255, pattern: '^(?!-)' })),
    /** Absent or empty means all servers of the project. */
    serverIds: Type.Optional(Type.Array(Id)),
    customVariables: Type.Optional(Type.Array(CustomVariable)),
  }),
  output: DeployPlanResult,
  timeoutMs: 0,
})

/** Asks a health probe once, as a deploy would after it has served that server. */
export const DeployTestProbe = endpoint({
  method: 'POST',
  path: '/deploy/testProbe',
  access: [Permission.AddProject, Permission.EditProject],
  input: Type.Object({ serverId: Id, probe: HealthProbe }),
  output: Type.Object({
    isHealthy: Type.Boolean(),
    /** What was found. */
    message: Type.String(),
    durationMs: Type.Integer(),
  }),
  logged: true,
  timeoutMs: 0,
})
