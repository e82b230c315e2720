import '../../components/deploy.css'
import './project.css'
import { PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Project } from '@windlass/shared-kit/contract/project'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { WebhookDrawer } from '../../components/WebhookDrawer.tsx'
import { LabelFilter } from './LabelFilter.tsx'
import { matchingProjects } from './matchingProjects.ts'
import { ProjectTable } from './ProjectTable.tsx'
import { labelsOf } from './projectFields.ts'
import { useEnvironmentChips } from './useEnvironmentChips.ts'
import { useProjects } from './useProjects.ts'

const ProjectForm = lazy(() => import('./ProjectForm.tsx'))
const NOTHING: readonly Project[] = []

/** Projects: what is deployed, from which repository, to which servers. */
export default function ProjectPage() {
  const { t } = useTranslation('deploy')
  const projects = useProjects()
  const url = useUrlState({ q: '', labels: '', env: '', edit: '', copy: '', remove: '', webhook: '' })
  const { q, labels, env, edit, copy, remove, webhook } = url.values
  const all = projects.list.data ?? NOTHING
  const find = (id: string) => all.find((project) => String(project.id) === id)
  const rows = matchingProjects(all, { search: q, labels: labelsOf(labels), environment: env })
  const isEditing = edit === 'new' || find(edit) !== undefined || find(copy) !== undefined
  const add = (
    <Can any={[Permission.AddProject]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ edit: 'new' })}>
        {t('project.add')}
      </Button>
    </Can>
  )

  return (
    <ListPage
      title={t('route.project')}
      chips={useEnvironmentChips(all, env, (next) => url.change({ env: next }))}
      search={{ value: q, placeholder: t('project.search'), onChange: (text) => url.change({ q: text }) }}
      filters={<LabelFilter projects={all} value={labels} onChange={(next) => url.change({ labels: next })} />}
      refresh={{ isRunning: projects.list.isFetching, onRefresh: () => void projects.list.refetch() }}
      action={add}
    >
      <ProjectTable
        of={projects.list}
        rows={rows}
        add={add}
        onClearFilters={q + labels + env === '' ? undefined : () => url.change({ q: '', labels: '', env: '' })}
        onEdit={({ id }) => url.visit({ edit: String(id) })}
        onCopy={({ id }) => url.visit({ copy: String(id) })}
        onRemove={({ id }) => url.visit({ remove: String(id) })}
        onAutoDeploy={({ id }) => url.visit({ webhook: String(id) })}
      />
      {isEditing && (
        <Suspense>
          <ProjectForm
            key={`${edit}/${copy}`}
            project={find(edit)}
            template={find(copy)}
            onAdd={projects.add}
            onEdit={projects.edit}
            onClose={() => url.change({ edit: '', copy: '' })}
          />
        </Suspense>
      )}
      <WebhookDrawer project={find(webhook)} onClose={() => url.change({ webhook: '' })} />
      <RemoveQuestion project={find(remove)} onRemove={projects.remove} onClose={() => url.change({ remove: '' })} />
    </ListPage>
  )
}

interface RemoveProps {
  /** Undefined while nobody asks. */
  project: Project | undefined
  onRemove: (id: number) => Promise<unknown>
  onClose: () => void
}

function RemoveQuestion({ project, onRemove, onClose }: RemoveProps) {
  const { t } = useTranslation('deploy')
  return (
    <ConfirmDanger
      open={project !== undefined}
      title={t('project.removeTitle', { name: project?.name })}
      explanation={t('project.removeExplanation')}
      verb={t('project.removeVerb')}
      nameToType={project?.name ?? ''}
      onConfirm={async () => {
        if (!project) return
        await onRemove(project.id)
        toast.success(t('project.removed', { name: project.name }))
      }}
      onClose={onClose}
    />
  )
}
