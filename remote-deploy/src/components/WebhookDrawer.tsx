import { lazy, Suspense } from 'react'
import type { HookedProject } from './hookedProject.ts'

const WebhookSetup = lazy(() => import('./WebhookSetup.tsx'))

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
