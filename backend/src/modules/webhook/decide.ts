import { Code, type CodeNumber, State } from '@windlass/shared-kit/contract'
import type { DeliveryOutcome } from '@windlass/shared-kit/contract/webhook'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { AlreadyDeploying } from '../deploy/alreadyDeploying.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { Publisher } from '../deploy/deployHooks.ts'
import type { HookedProject } from '../project/project.service.ts'
import { readPolicy } from '../project/projectPolicy.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { changedPaths } from './changedPaths.ts'
import type { Push, RefChange } from './push.ts'
import { touchesWatched } from './watchPaths.ts'
import { createWebhookStore } from './webhook.store.ts'

/** What a delivery is answered, and what became of it. */
export interface Decision {
  code: CodeNumber
  answer: string
  outcome: DeliveryOutcome
  token: string
}

/** A push to one project, by whom it is deployed, and the name under which it may start one deploy only. */
export interface PushToProject {
  hooked: HookedProject
  push: Push
  publisher: Publisher
  deliveryId: string
}

/** What a push may need besides its own words. */
export interface DecisionTools {
  db: Platform['db']
  deploys: DeployService
  repositories: RepositoryService
}

const HEADS = 'refs/heads/'

/** Answers of this wire that clients read are its own; the others are ours. */
const RECEIVED = 'receive push signal'
const HANDLED_BEFORE = 'this delivery has started its deploy already; nothing was started again'

/** Nothing to do, for a reason that lies in the push or in the settings of the project. */
export const ignored = (answer: string): Decision => ({ code: Code.Denied, answer, outcome: 'ignored', token: '' })

const branchOf = ({ ref }: RefChange, isPlain: boolean): string | undefined => {
  if (ref.startsWith(HEADS)) return ref.slice(HEADS.length)
  return isPlain ? ref : undefined
}

/** The change of the project's branch, or the answer when there is none that could be deployed. */
function findChange({ hooked: { project }, push }: PushToProject, isPlain: boolean): RefChange | Decision {
  const own = push.changes.filter((change) => branchOf(change, isPlain) === project.branch)
  const alive = own.findLast((change) => !change.isDeleted)
  if (alive) return alive
  if (own.length > 0) return ignored(`branch ${project.branch} was deleted; nothing was started`)
  const names = push.changes.map((change) => branchOf(change, isPlain) ?? change.ref).join(', ')
  return ignored(`Receive branch:${names} push event, not equal to current branch`)
}

async function isWatched({ repositories }: DecisionTools, { hooked }: PushToProject, change: RefChange) {
  const { watchPaths } = readPolicy(hooked.project.policy)
  if (watchPaths.length === 0) return true
  const { project } = hooked
  const changed = change.paths ?? (await changedPaths(repositories, project, [change.before, change.after]))
  return changed === undefined || touchesWatched(watchPaths, changed)
}

async function start({ db, deploys }: DecisionTools, wanted: PushToProject): Promise<Decision> {
  const { hooked, publisher, deliveryId } = wanted
  const { project } = hooked
  const started = (token: string): Decision => ({ code: Code.Ok, answer: RECEIVED, outcome: 'started', token })
  const isFirst = async (trx = db) => deliveryId === '' || createWebhookStore(trx).see(project.id, deliveryId)
  try {
    const order = await deploys.orderFor(project, { trigger: 'webhook' })
    const claim = async (trx: typeof db) => {
      if (!(await isFirst(trx))) throw new AppError(Code.Denied, HANDLED_BEFORE)
    }
    return started(await deploys.enqueue(publisher, project, order, { claim }))
  } catch (error) {
    // What waits already will fetch what was pushed.
    if (error instanceof AlreadyDeploying) return (await isFirst()) ? started(error.token) : ignored(HANDLED_BEFORE)
    if (!(error instanceof AppError)) throw error
    if (error.message === HANDLED_BEFORE) return ignored(HANDLED_BEFORE)
    return { code: error.code, answer: error.message, outcome: 'refused', token: '' }
  }
}

/** Decides on a push whose sender is known, in the order of the contract, and starts what it asks for. */
export async function decide(tools: DecisionTools, wanted: PushToProject, isPlain: boolean): Promise<Decision> {
  const { hooked, deliveryId } = wanted
  if (!hooked.isEnabled) return ignored('Project is disabled')
  if (hooked.project.autoDeploy !== State.Enabled) {
    return ignored('Webhook auto deploy turn off, go to project setting turn on')
  }
  const change = findChange(wanted, isPlain)
  if ('outcome' in change) return change
  if (deliveryId !== '' && (await createWebhookStore(tools.db).isSeen(hooked.project.id, deliveryId))) {
    return ignored(HANDLED_BEFORE)
  }
  if (!(await isWatched(tools, wanted, change))) {
    return ignored('the push changes nothing below the paths that are watched; nothing was started')
  }
  return start(tools, wanted)
}
