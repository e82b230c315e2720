import type { Project } from '@windlass/shared-kit/contract/project'
import { lazy, Suspense } from 'react'

const WebhookSetup = lazy(() => import('./WebhookSetup.tsx'))

/** What of a project its webhook depends on. */
export type HookedProject = Pick<Project, 'autoDeploy' | 'branch' | 'id' | 'name' | 'repoType' | 'url'>

interface Props {
  /** The project whose pushes are set up; undefined while the drawer is closed. */
  project: HookedProject | undefined
  onClose: () => void
}

/** How a push to the repository comes to deploy; loaded when somebody opens it. */
export function WebhookDrawer({ project, onClose }: Props) {
  if (!project) return null
  return (
    <Suspense>
      <WebhookSetup key={project.id} project={project} onClose={onClose} />
    </Suspense>
  )
}
