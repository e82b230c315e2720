import './projectFrame.css'
import type { Project } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { PROJECT_PAGES, type ProjectPage, projectPath } from './projectPages.ts'

interface Props {
  project: Pick<Project, 'autoDeploy' | 'id' | 'name' | 'repoType' | 'review'>
  current: ProjectPage['id']
}

/** The pages of one project that the reader may open, as links. */
export function ProjectTabs({ project, current }: Props) {
  const { t } = useTranslation('deploy')
  const here = useRef<HTMLAnchorElement>(null)
  // On a phone the row scrolls; the page one is on must be in sight.
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  const pages = PROJECT_PAGES.filter(({ id, isFor }) => id === current || (isFor?.(project) ?? true))
  return (
    <nav className="dp-tabs" aria-label={t('pages.title', { name: project.name })}>
      {pages.map(({ id, access }) => (
        <Can key={id} any={access}>
          <Link
            to={projectPath(id, project.id)}
            ref={id === current ? here : undefined}
            aria-current={id === current ? 'page' : undefined}
          >
            {t(`pages.${id}`)}
          </Link>
        </Can>
      ))}
    </nav>
  )
}
