import type { Project } from '@windlass/shared-kit/contract/project'

/** What of a project its webhook depends on. */
export type HookedProject = Pick<Project, 'autoDeploy' | 'branch' | 'id' | 'name' | 'repoType' | 'url'>
