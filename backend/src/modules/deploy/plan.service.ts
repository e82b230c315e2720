import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type InputOf, Permission } from '@windlass/shared-kit/contract'
import type { DeployPlan, DeployPlanResult } from '@windlass/shared-kit/contract/rollout'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectInPlain } from '../project/project.service.ts'
import type { DeployService } from './deploy.service.ts'
import { reasonOf } from './deployError.ts'
import type { DeployParts } from './deployParts.ts'
import { planServer } from './planServer.ts'
import type { DeployRequest } from './publish.store.ts'

/** Foreseeing what a deploy would do. */
export interface PlanService {
  plan(caller: Caller, input: InputOf<typeof DeployPlan>, signal: AbortSignal): Promise<DeployPlanResult>
}

const FOLLOW_MS = 900_000
/** Plans of one project at a time; each holds a copy of the working copy. */
const AT_ONCE = 2
const NOT_RUN =
  'the script after the pull is not run for a plan: what it builds is missing here, and may be shown as deleted'

/** Creates the maker of plans. */
export function createPlanService(platform: Platform, parts: DeployParts, deploys: DeployService): PlanService {
  const { env, ssh } = platform
  const { projects, repositories, projectFiles, servers } = parts
  const root = path.join(env.DATA_DIR, 'plans')
  const running = new Map<number, number>()
  platform.onStart(() => rm(root, { recursive: true, force: true }))

  const foresee = async (
    project: ProjectInPlain,
    request: DeployRequest,
    { folder, signal }: { folder: string; signal: AbortSignal },
  ): Promise<DeployPlanResult> => {
    const target = { branch: project.branch, commit: request.commit }
    const prepare = () => projectFiles.takeBack(project.id, folder)
    const watch = { signal, timeoutMs: FOLLOW_MS }
    const { commit, remarks } = await repositories.followCopy(project, target, { folder, prepare }, watch)
    await projectFiles.layOver(project.id, folder, signal)
    if (request.script.afterPull.content !== '') remarks.push(NOT_RUN)
    const of = { project, request, workFolder: folder, publish: { token: randomUUID() } }
    const targets = await Promise.all(request.serverIds.map((id) => servers.target(project.namespaceId, id)))
    const plans = await Promise.all(targets.map((server) => planServer({ ssh, of, target: server, signal })))
    return { commit: commit.commit, message: commit.message, remarks, servers: plans }
  }

  return {
    plan: async (caller, input, signal) => {
      const { projectId, customVariables, ...wish } = input
      const project = await projects.require(caller, projectId, Permission.GetAllDeployList)
      const given = customVariables?.length ? { customVariables } : {}
      const { request } = await deploys.orderFor(project, { trigger: 'button', ...wish, ...given })
      const count = running.get(projectId) ?? 0
      if (count >= AT_ONCE) throw failed('others plan this project just now; try again when they are done')
      running.set(projectId, count + 1)
      const folder = path.join(root, randomUUID())
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        return await foresee(project, request, { folder, signal })
      } catch (error) {
        throw failed(reasonOf(error))
      } finally {
        running.set(projectId, (running.get(projectId) ?? 1) - 1)
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
}
