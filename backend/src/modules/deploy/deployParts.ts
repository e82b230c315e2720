import type { ProjectService } from '../project/project.service.ts'
import type { ProjectFileService } from '../projectFile/projectFile.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import type { ServerService } from '../server/server.service.ts'
import type { DeployFrames } from './deployFrames.ts'
import type { DeployHookCalls } from './deployHooks.ts'

/** The queue of deploys; its key is the project, so that one project has one deploy at a time. */
export const DEPLOY_QUEUE = 'deploy'
export const deployKey = (projectId: number): string => `project:${projectId}`
/** Tells the node that runs a deploy to end it. */
export const CANCEL_TOPIC = 'deploy.cancel'

/** What deploys need of the other modules. */
export interface DeployParts {
  projects: ProjectService
  repositories: RepositoryService
  servers: ServerService
  projectFiles: Pick<ProjectFileService, 'copyInto' | 'layOver' | 'takeBack'>
  frames: DeployFrames
  hooks: DeployHookCalls
}
