import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { lazy, Suspense } from 'react'

const PublishForm = lazy(() => import('./PublishForm.tsx'))

interface Props {
  /** The project to deploy; undefined while the drawer is closed. */
  project: DeployRow | undefined
  onPublished: (token: string) => void
  onClose: () => void
}

/** The way to a deploy; its form is loaded when somebody opens it. */
export function PublishDrawer({ project, onPublished, onClose }: Props) {
  if (!project) return null
  return (
    <Suspense>
      <PublishForm key={project.id} project={project} onPublished={onPublished} onClose={onClose} />
    </Suspense>
  )
}
