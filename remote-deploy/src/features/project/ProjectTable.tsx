import { ExportOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Project } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { type Loadable, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { EnvironmentName } from '../../components/EnvironmentName.tsx'
import { maskedAddress, repositoryPage } from '../../components/repositoryAddress.ts'
import { labelsOf } from './projectFields.ts'

interface Actions {
  onEdit: (project: Project) => void
  onCopy: (project: Project) => void
  onRemove: (project: Project) => void
}

interface Props extends Actions {
  of: Loadable
  rows: readonly Project[]
  add: ReactNode
  /** Set while a filter is on. */
  onClearFilters?: () => void
}

/** Projects with where they come from and where they go. */
export function ProjectTable({ of, rows, add, onClearFilters, ...actions }: Props) {
  const { t } = useTranslation('deploy')
  const mayEdit = useCan([Permission.EditProject])
  return (
    <DataTable
      label={t('route.project')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowProjectPage')}
      empty={{ title: t('project.emptyTitle'), explanation: t('project.emptyExplanation'), action: add }}
      onClearFilters={onClearFilters}
      onOpen={mayEdit ? actions.onEdit : undefined}
    />
  )
}

function useColumns(actions: Actions): DataColumn<Project>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'id',
      title: t('project.id'),
      width: 76,
      align: 'right',
      compare: (one, other) => one.id - other.id,
      render: ({ id }) => <MonoText>{String(id)}</MonoText>,
    },
    {
      key: 'name',
      title: t('name'),
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: (project) => <ProjectName project={project} />,
    },
    {
      key: 'environment',
      title: t('environmentTitle'),
      width: 140,
      compare: (one, other) => one.environment - other.environment,
      render: ({ environment }) => <EnvironmentName value={environment} />,
    },
    { key: 'repository', title: t('project.repository'), render: (project) => <Repository {...project} /> },
    { key: 'branch', title: t('branch'), width: 120, render: ({ branch }) => <MonoText isCut>{branch}</MonoText> },
    { key: 'path', title: t('project.path'), width: 200, render: ({ path }) => <MonoText isCut>{path}</MonoText> },
    { key: 'changed', title: t('project.changed'), width: 120, render: (row) => <TimeText value={row.updateTime} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 200,
      card: 'actions',
      render: (project) => <RowActions project={project} {...actions} />,
    },
  ]
}

function ProjectName({ project }: { project: Project }) {
  return (
    <>
      <Can any={[Permission.DeployDetail]} fallback={<b>{project.name}</b>}>
        <Link to={`/deploy/detail/${project.id}`}>
          <b>{project.name}</b>
        </Link>
      </Can>{' '}
      {labelsOf(project.label).map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
    </>
  )
}

function Repository({ url }: Project) {
  const { t } = useTranslation('deploy')
  const page = repositoryPage(url)
  if (url === '') return <span className="wl-faint">{t('project.noRepository')}</span>
  return (
    <span className="dp-repository">
      <MonoText isCut>{maskedAddress(url)}</MonoText>
      {page && (
        <a
          href={page}
          target="_blank"
          rel="noreferrer"
          aria-label={t('project.openRepository')}
          title={t('project.openRepository')}
        >
          <ExportOutlined />
        </a>
      )}
    </span>
  )
}

function RowActions({ project, onEdit, onCopy, onRemove }: Actions & { project: Project }) {
  const { t } = useTranslation('deploy')
  return (
    <span className="wl-row-actions">
      <Can any={[Permission.EditProject]}>
        <Button size="small" type="text" onClick={() => onEdit(project)}>
          {t('project.edit')}
        </Button>
      </Can>
      <Can any={[Permission.AddProject]}>
        <Button size="small" type="text" title={t('project.copyHint')} onClick={() => onCopy(project)}>
          {t('project.copy')}
        </Button>
      </Can>
      <Can any={[Permission.DeleteProject]}>
        <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(project)}>
          {t('project.remove')}
        </Button>
      </Can>
    </span>
  )
}
