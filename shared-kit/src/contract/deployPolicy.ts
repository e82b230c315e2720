import { type Static, Type } from 'typebox'
import { Id } from './shapes.ts'

/** What started a deploy. */
export const DEPLOY_TRIGGERS = [
  'button',
  'rollback',
  'review',
  'callback',
  'webhook',
  'schedule',
  'train',
  'promotion',
] as const
export type DeployTrigger = (typeof DEPLOY_TRIGGERS)[number]

/** A number of servers, or a share of them such as "25%"; "" where the field says what that means. */
export const ServerShare = Type.String({ pattern: '^([1-9][0-9]{0,3}|[1-9][0-9]?%|100%)?$' })

/** How a server proves that it works after it got new files. */
export const HealthProbe = Type.Object({
  kind: Type.Enum(['http', 'tcp', 'command']),
  /**
   * http: an address; tcp: `host:port`; both are asked from the console. command: run on the server, healthy when it
   * exits with 0. `${SERVER_IP}` and the other variables of scripts on servers are replaced.
   */
  target: Type.String({ minLength: 1, maxLength: 1000 }),
  /** http only: the status of a healthy answer. */
  expectedStatus: Type.Integer({ minimum: 100, maximum: 599 }),
  /** Of one attempt, in seconds. */
  timeoutSeconds: Type.Integer({ minimum: 1, maximum: 300 }),
  /** How often it is asked before the server counts as unhealthy. */
  attempts: Type.Integer({ minimum: 1, maximum: 100 }),
  /** Between two attempts, in seconds. */
  intervalSeconds: Type.Integer({ minimum: 0, maximum: 300 }),
})
export type HealthProbe = Static<typeof HealthProbe>

/** How a deploy of a project is rolled out and what it must not be started by. */
export const DeployPolicy = Type.Object({
  /** Servers served before the next ones begin; "" means all in one batch. */
  batchSize: ServerShare,
  /** Between two batches, in seconds. */
  batchPauseSeconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  /** With this many failed servers no further batch begins; "" means with the first. */
  failureThreshold: ServerShare,
  /** Asked of each server of a batch before the next batch begins; null means nothing is asked. */
  probe: Type.Union([HealthProbe, Type.Null()]),
  /** What becomes of the servers already served when a rollout halts. */
  onHalt: Type.Enum(['keep', 'rollback']),
  /** A deploy stops before it touches a server on which files were changed by hand since the last one. */
  stopOnDrift: Type.Boolean(),
  /** A push that changes nothing below these paths starts no deploy; none means every push does. */
  watchPaths: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50 }),
  /** Monitors that are silent while this project is deployed. */
  silencedMonitorIds: Type.Array(Id, { maxItems: 50 }),
  /** The project that gets the same files next, such as production after test; 0 when none does. */
  promoteToId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type DeployPolicy = Static<typeof DeployPolicy>

/** All servers at once, halted by the first failure, nothing asked. */
export const PLAIN_POLICY: DeployPolicy = {
  batchSize: '',
  batchPauseSeconds: 0,
  failureThreshold: '',
  probe: null,
  onHalt: 'keep',
  stopOnDrift: false,
  watchPaths: [],
  silencedMonitorIds: [],
  promoteToId: 0,
}
