import { State } from '@windlass/shared-kit/contract/enums'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import type { Project } from '@windlass/shared-kit/contract/project'

/** One page about one project; its name is the text `pages.<id>`. */
export interface ProjectPage {
  id: 'detail' | 'review' | 'schedule' | 'deliveries' | 'sync' | 'compare' | 'process' | 'files'
  access: readonly [PermissionId, ...PermissionId[]]
  /** Absent means every project has it. */
  isFor?: (project: Pick<Project, 'autoDeploy' | 'repoType' | 'review'>) => boolean
}

/** The pages of a project in the order of their tabs; menus and routes are made from the same list. */
export const PROJECT_PAGES: readonly ProjectPage[] = [
  { id: 'detail', access: [Permission.DeployDetail] },
  {
    id: 'review',
    access: [Permission.DeployReview, Permission.DeployProject],
    isFor: ({ review }) => review === State.Enabled,
  },
  { id: 'schedule', access: [Permission.DeployTask] },
  { id: 'deliveries', access: [Permission.SwitchProjectWebhook] },
  { id: 'compare', access: [Permission.FileCompare] },
  { id: 'sync', access: [Permission.FileSync] },
  { id: 'process', access: [Permission.ProcessManager] },
  { id: 'files', access: [Permission.ManageRepository] },
]

/** Where a page of a project is. */
export const projectPath = (page: ProjectPage['id'], projectId: number): string =>
  page === 'files' ? `/project/files/${projectId}` : `/deploy/${page}/${projectId}`
