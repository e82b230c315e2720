import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, PageInput, pageOf, Timestamp } from './shapes.ts'

/** Code hosts and programs that tell about pushes. */
export const WEBHOOK_PROVIDERS = ['github', 'gitlab', 'gitee', 'gitea', 'bitbucket', 'codeup', 'svn'] as const
export type WebhookProvider = (typeof WEBHOOK_PROVIDERS)[number]

/** What became of a delivery: a deploy, nothing because of what it tells, a refusal, an error, or an answered test. */
export const DELIVERY_OUTCOMES = ['started', 'ignored', 'refused', 'failed', 'ping'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** Whether a delivery proved that it comes from who knows the secret; unchecked where the project has none. */
export const SIGNATURE_STATES = ['valid', 'wrong', 'missing', 'unchecked'] as const

/** A code host tells about a push. What it sends has the form it likes; the answers are those of every other call. */
export const DeployWebhook = endpoint({
  method: 'POST',
  path: '/deploy/webhook',
  access: 'public',
  // Texts, and none required: whether it is a push at all is asked first.
  input: Type.Object({ project_id: Type.Optional(Type.String()), secret: Type.Optional(Type.String()) }),
})

/** One delivery in the list. */
export const WebhookDelivery = Type.Object({
  id: Type.Integer(),
  time: Timestamp,
  provider: Type.Enum(WEBHOOK_PROVIDERS),
  event: Type.String(),
  /** Branches and tags, separated by blanks. */
  ref: Type.String(),
  commit: Type.String(),
  pusher: Type.String(),
  remoteAddress: Type.String(),
  signature: Type.Enum(SIGNATURE_STATES),
  outcome: Type.Enum(DELIVERY_OUTCOMES),
  code: Type.Integer(),
  answer: Type.String(),
  /** The deploy it started; "" when it started none. */
  token: Type.String(),
  /** The delivery that was played again, and by whom; 0 and "" for one that came from outside. */
  replayOf: Type.Integer(),
  replayedBy: Type.String(),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const ACCESS = [Permission.SwitchProjectWebhook] as const

/** The latest first; kept for 30 days. */
export const WebhookDeliveryList = endpoint({
  method: 'GET',
  path: '/webhook/getDeliveryList',
  access: ACCESS,
  input: Type.Object({ projectId: Id, ...PageInput, outcome: Type.Optional(Type.Enum([...DELIVERY_OUTCOMES, ''])) }),
  output: pageOf(WebhookDelivery),
})

/** One delivery with what was sent; secrets are masked. */
export const WebhookDeliveryDetail = endpoint({
  method: 'GET',
  path: '/webhook/getDelivery',
  access: ACCESS,
  input: Type.Object({ projectId: Id, id: Id }),
  output: Type.Object({
    ...WebhookDelivery.properties,
    headers: Type.Record(Type.String(), Type.String()),
    /** At most 64 kB of it. */
    body: Type.String(),
    /** Of the whole body as it came, in bytes. */
    bodySize: Type.Integer(),
    /** Its sender was known, so that it may be played again. */
    canReplay: Type.Boolean(),
  }),
})

/** Does once more what a delivery asked for, as if it came now. Answers what it would have been answered. */
export const WebhookReplay = endpoint({
  method: 'POST',
  path: '/webhook/replay',
  access: ACCESS,
  input: Type.Object({ projectId: Id, id: Id }),
  output: Type.Object({
    id: Type.Integer(),
    outcome: Type.Enum(DELIVERY_OUTCOMES),
    answer: Type.String(),
    token: Type.String(),
  }),
  logged: true,
  timeoutMs: 20_000,
})

/** What a code host is told to make its pushes known. */
export const WebhookSettings = Type.Object({
  /** With the project in it. Only its path where the server was not told its own address: the caller knows it. */
  address: Type.String(),
  /** "" when anybody who knows the address may start deploys. */
  secret: Type.String(),
})
export type WebhookSettings = Static<typeof WebhookSettings>

export const WebhookSecret = endpoint({
  method: 'GET',
  path: '/webhook/getSecret',
  access: ACCESS,
  input: Type.Object({ projectId: Id }),
  output: WebhookSettings,
  logged: 'without-data',
})

/** Makes a new secret, which makes the old one worthless, or does without one. */
export const WebhookSetSecret = endpoint({
  method: 'PUT',
  path: '/webhook/setSecret',
  access: ACCESS,
  input: Type.Object({ projectId: Id, action: Type.Enum(['generate', 'remove']) }),
  output: WebhookSettings,
  logged: true,
})
