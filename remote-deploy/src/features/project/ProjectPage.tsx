import '../../components/deploy.css'
import './project.css'
import { PlusOutlined } from '@ant-design/icons'
import { Environment } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Project } from '@windlass/shared-kit/contract/project'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, type SummaryChip, useUrlState } from '@windlass/shared-kit/ui'
import { Button, Select } from 'antd'
import { lazy, Suspense } from 'react'
import { maskedAddress } from '../../components/repositoryAddress.ts'
import { ProjectTable } from './ProjectTable.tsx'
import { labelsOf } from './projectFields.ts'
import { useProjects } from './useProjects.ts'

const ProjectForm = lazy(() => import('./ProjectForm.tsx'))
const NOTHING: readonly Project[] = []

/** Projects: what is deployed, from which repository, to which servers. */
export default function ProjectPage() {
  const { t } = useTranslation('deploy')
  const projects = useProjects()
  const url = useUrlState({ q: '', labels: '', env: '', edit: '', copy: '', remove: '' })
  const { q, labels, env, edit, copy, remove } = url.values
  const all = projects.list.data ?? NOTHING
  const find = (id: string) => all.find((project) => String(project.id) === id)
  const rows = matching(all, q, labelsOf(labels), env)
  const removing = find(remove)
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
      <ConfirmDanger
        open={removing !== undefined}
        title={t('project.removeTitle', { name: removing?.name })}
        explanation={t('project.removeExplanation')}
        verb={t('project.removeVerb')}
        nameToType={removing?.name ?? ''}
        onConfirm={async () => {
          if (!removing) return
          await projects.remove(removing.id)
          toast.success(t('project.removed', { name: removing.name }))
        }}
        onClose={() => url.change({ remove: '' })}
      />
    </ListPage>
  )
}

/** Every word somewhere, one of the labels, and the environment. */
function matching(projects: readonly Project[], search: string, labels: readonly string[], environment: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return projects.filter(({ id, name, url, path, branch, label, environment: own }) => {
    const text = `#${id}\n${name}\n${maskedAddress(url)}\n${path}\n${branch}`.toLowerCase()
    const ownLabels = labelsOf(label)
    return (
      words.every((word) => text.includes(word)) &&
      (labels.length === 0 || labels.some((wanted) => ownLabels.includes(wanted))) &&
      (environment === '' || String(own) === environment)
    )
  })
}

function useEnvironmentChips(projects: readonly Project[], chosen: string, onChoose: (value: string) => void) {
  const { t } = useTranslation('deploy')
  return Object.values(Environment)
    .map(
      (environment): SummaryChip => ({
        key: String(environment),
        label: t(`environment.${environment}`),
        count: projects.filter((project) => project.environment === environment).length,
        isActive: chosen === String(environment),
        onToggle: () => onChoose(chosen === String(environment) ? '' : String(environment)),
      }),
    )
    .filter(({ count, isActive }) => count > 0 || isActive)
}

interface LabelFilterProps {
  projects: readonly Project[]
  value: string
  onChange: (value: string) => void
}

function LabelFilter({ projects, value, onChange }: LabelFilterProps) {
  const { t } = useTranslation('deploy')
  const labels = [...new Set(projects.flatMap(({ label }) => labelsOf(label)))].toSorted()
  if (labels.length === 0 && value === '') return null
  return (
    <Select
      className="dp-label-filter"
      mode="multiple"
      maxTagCount={1}
      allowClear
      aria-label={t('project.labels')}
      placeholder={t('project.labels')}
      value={labelsOf(value)}
      options={labels.map((label) => ({ value: label, label }))}
      onChange={(next) => onChange(next.join(','))}
    />
  )
}
