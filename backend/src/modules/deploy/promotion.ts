import { Permission } from '@windlass/shared-kit/contract'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { ProjectInPlain } from '../project/project.service.ts'
import { readPolicy } from '../project/projectPolicy.ts'
import type { Artefacts } from './artefacts.ts'
import type { DeployService } from './deploy.service.ts'
import type { DeployParts } from './deployParts.ts'
import type { PublishRecord, PublishStore } from './publish.store.ts'

/** Deploying the very files of one project's deploy to the next project. */
export interface Promotions {
  /** Which project can get the files of a deploy; 0 and "" when none can. */
  offer(project: ProjectInPlain, row: PublishRecord): Promise<{ promoteToId: number; promoteToName: string }>
  /** Queues the deploy of the next project; its token is "" when a review was opened instead. */
  promote(caller: Caller, projectId: number, token: string): Promise<{ projectId: number; token: string }>
}

const NOT_KEPT =
  'the files of this deploy are not kept any more; promote a later deploy, or deploy its commit to the next project'

/** Creates the way from one project to the next. */
export function createPromotions(
  { projects, hooks }: DeployParts,
  { store, artefacts, deploys }: { store: PublishStore; artefacts: Artefacts; deploys: DeployService },
): Promotions {
  const nextOf = async (project: ProjectInPlain): Promise<ProjectInPlain | undefined> => {
    const { promoteToId } = readPolicy(project.policy)
    return promoteToId === 0 ? undefined : projects.find(project.namespaceId, promoteToId)
  }

  return {
    offer: async (project, row) => {
      const isKept = row.state === 'success' && row.kind === 'publish' && (await artefacts.find(row.token))
      const next = isKept ? await nextOf(project) : undefined
      return { promoteToId: next?.id ?? 0, promoteToName: next?.name ?? '' }
    },

    promote: async (caller, projectId, token) => {
      const project = await projects.require(caller, projectId, Permission.GetAllDeployList)
      const row = await store.ofProject(projectId, token)
      if (!row) throw failed('No deploy record')
      if (row.kind !== 'publish' || row.state !== 'success') throw failed('only a successful deploy can be promoted')
      const { promoteToId } = readPolicy(project.policy)
      if (promoteToId === 0) throw failed('this project is promoted to no other; choose one in the project')
      const next = await projects.require(caller, promoteToId, Permission.GetAllDeployList)
      if (!(await artefacts.find(token))) throw failed(NOT_KEPT)
      const wish = { trigger: 'promotion', commit: row.commitId, branch: row.commitBranch } as const
      const order = await deploys.orderFor(next, wish)
      const commit = row.commitInfo === '' ? undefined : (JSON.parse(row.commitInfo) as CommitInfo)
      const artefact = { token, projectName: project.name }
      const promotion = { ...order, commit, request: { ...order.request, artefact } }
      const isTaken = await hooks.takeDetour({ publisher: caller, project: next, order: promotion, caller })
      return { projectId: next.id, token: isTaken ? '' : await deploys.enqueue(caller, next, promotion) }
    },
  }
}
