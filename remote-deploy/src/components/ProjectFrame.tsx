import './deploy.css'
import './projectFrame.css'
import { ArrowLeftOutlined } from '@ant-design/icons'
import type { Project } from '@windlass/shared-kit/contract/project'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { EnvironmentName } from './EnvironmentName.tsx'
import { ProjectTabs } from './ProjectTabs.tsx'
import type { ProjectPage } from './projectPages.ts'
import { useProject } from './useProject.ts'

interface Props {
  projectId: number
  current: ProjectPage['id']
  /** Buttons beside the name. */
  actions?: ReactNode
  children: (project: Project) => ReactNode
}

/** What all pages of one project have around them: which project it is, and the way to its other pages. */
export function ProjectFrame({ projectId, current, actions, children }: Props) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const project = useProject(projectId)
  const name = project.data?.name
  usePageTitle(name && `${t(`pages.${current}`)} · ${isolated(name)}`)
  return (
    <LoadState of={project}>
      {project.data ? (
        <section className="dp-frame">
          <header className="dp-frame-header">
            <Link to="/deploy/index" aria-label={t('detail.back')} title={t('detail.back')}>
              <ArrowLeftOutlined />
            </Link>
            <h1>{name}</h1>
            <EnvironmentName value={project.data.environment} />
            <span className="dp-frame-actions">{actions}</span>
          </header>
          <ProjectTabs project={project.data} current={current} />
          {children(project.data)}
        </section>
      ) : (
        <EmptyState
          title={t('detail.unknownTitle')}
          explanation={t('detail.unknownExplanation')}
          action={<Button onClick={() => navigate('/deploy/index')}>{t('detail.back')}</Button>}
        />
      )}
    </LoadState>
  )
}
