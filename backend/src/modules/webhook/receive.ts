import { Code, type Envelope } from '@windlass/shared-kit/contract'
import { failed } from '../../platform/errors.ts'
import type { RawExchange } from '../../platform/mount.ts'
import type { HookedProject, ProjectService } from '../project/project.service.ts'
import { type Decision, type DecisionTools, decide, ignored } from './decide.ts'
import { keptBody, keptHeaders } from './deliveryRecord.ts'
import { messageKind } from './messageKind.ts'
import type { HeaderReader, MessageKind, Push } from './push.ts'
import { messageOf, readPush } from './readPush.ts'
import { type Signed, signatureState } from './signature.ts'
import { createWebhookStore, type NewDelivery } from './webhook.store.ts'

/** The account that deploys for which nobody pressed a button are recorded for, by the name of what did. */
const MACHINE = { userId: 1, name: 'webhook' }
const ONLY_PUSHES = 'only receive push event'
const REF_LENGTH = 300
const ID_LIMIT = 2_147_483_647

/** What receiving needs. */
export type ReceiveTools = DecisionTools & { projects: ProjectService }

/** A delivery, read but not believed yet. */
interface Delivery extends Signed {
  message: MessageKind
  push: Push
}

const refused = (answer: string): Decision => ({ code: Code.Denied, answer, outcome: 'refused', token: '' })

/** What is wrong with a delivery whoever sent it. */
function problemOf({ message, push }: Pick<Delivery, 'message' | 'push'>): string | undefined {
  if (message.kind === 'other') return ONLY_PUSHES
  return message.kind === 'push' && push.changes.length === 0 ? 'ref is a required field' : undefined
}

function readProjectId(query: RawExchange['query'], { kind }: MessageKind): number {
  const text = textOf(query['project_id'])
  if (text === '' && kind === 'other') throw failed(ONLY_PUSHES)
  if (text === '') throw failed('project_id is a required field')
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1 || id > ID_LIMIT) throw failed('project_id must be the number of a project')
  return id
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const headerReader =
  (headers: RawExchange['headers']): HeaderReader =>
  (name) => {
    const value = headers[name]
    return (Array.isArray(value) ? value[0] : value) ?? ''
  }

function readDelivery({ headers, query, body }: RawExchange): Delivery | undefined {
  const header = headerReader(headers)
  const message = messageKind(header)
  if (!message) return undefined
  const { fields, payload } = messageOf(body, header('content-type'))
  const { provider } = message
  const push = readPush(provider, fields)
  return { message, provider, push, header, payload, body, querySecret: textOf(query['secret']) }
}

const EXPLAINED = {
  wrong: 'the delivery is not signed with the secret of this project; enter that secret where the webhook is set up',
  missing: 'the delivery is not signed; enter the secret of this project where the webhook is set up',
}

async function decideOn(
  tools: ReceiveTools,
  hooked: HookedProject,
  { message, push }: Delivery,
  signature: NewDelivery['signature'],
): Promise<Decision> {
  const problem = problemOf({ message, push })
  if (problem !== undefined) return { ...ignored(problem), code: Code.Failed }
  if (signature === 'wrong' || signature === 'missing') return refused(EXPLAINED[signature])
  if (message.kind === 'ping') {
    const { branch, autoDeploy } = hooked.project
    const answer =
      autoDeploy === 1
        ? `the webhook works; pushes to ${branch} are deployed`
        : `the webhook works, but auto deploy of this project is off`
    return hooked.isEnabled ? { code: Code.Ok, answer, outcome: 'ping', token: '' } : ignored('Project is disabled')
  }
  // Only a message whose sender is known may use up a name.
  const wanted = { hooked, push, publisher: MACHINE, deliveryId: message.deliveryId }
  return decide(tools, wanted, message.provider === 'svn' || hooked.project.repoType === 'svn')
}

const UNFORESEEN: Decision = { code: Code.Failed, answer: 'the server could not do this', outcome: 'failed', token: '' }

/** What is kept of a delivery, whatever it was answered. */
function recordOf(
  exchange: RawExchange,
  { message, push, payload }: Delivery,
  { project, secret }: HookedProject,
  signature: NewDelivery['signature'],
): Omit<NewDelivery, keyof Decision> {
  const isTrusted = signature === 'valid' || signature === 'unchecked'
  const refs = push.changes.map(({ ref }) => ref)
  return {
    projectId: project.id,
    namespaceId: project.namespaceId,
    signature,
    provider: message.provider,
    event: message.event,
    deliveryId: message.deliveryId,
    pusher: push.pusher,
    ref: refs.join(' ').slice(0, REF_LENGTH),
    commitId: push.changes.findLast(({ after }) => after !== '')?.after ?? '',
    remoteAddress: exchange.visitor.remoteAddress,
    push: isTrusted && refs.length > 0 ? JSON.stringify(push) : '',
    headers: JSON.stringify(keptHeaders(exchange.headers)),
    // Anybody may send anything: what nobody vouches for is counted, and not kept.
    body: isTrusted ? keptBody(payload, secret) : '',
    bodySize: exchange.body.length,
  }
}

/** Takes one delivery in: decides, keeps a record of it and answers. */
export async function receive(tools: ReceiveTools, exchange: RawExchange): Promise<Envelope<unknown>> {
  const delivery = readDelivery(exchange)
  if (!delivery) throw failed(ONLY_PUSHES)
  const hooked = await tools.projects.hooked(readProjectId(exchange.query, delivery.message))
  if (!hooked) throw failed(problemOf(delivery) ?? 'this project does not exist')
  const signature = signatureState(delivery, hooked.secret)
  const record = recordOf(exchange, delivery, hooked, signature)
  const keep = (decision: Decision) => createWebhookStore(tools.db).add({ ...record, ...decision })
  let decision: Decision
  try {
    decision = await decideOn(tools, hooked, delivery, signature)
  } catch (error) {
    await keep(UNFORESEEN)
    throw error
  }
  await keep(decision)
  return { code: decision.code, message: decision.answer, data: null }
}
