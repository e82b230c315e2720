import { EditOutlined, ExportOutlined } from '@ant-design/icons'
import { State } from '@windlass/shared-kit/contract/enums'
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
import { projectPath } from '../../components/projectPages.ts'
import { maskedAddress, repositoryPage } from '../../components/repositoryAddress.ts'
import { labelsOf } from './projectFields.ts'

interface Actions {
  onEdit: (project: Project) => void
  onCopy: (project: Project) => void
  onRemove: (project: Project) => void
  onAutoDeploy: (project: Project) => void
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
      width: 64,
      align: 'right',
      compare: (one, other) => one.id - other.id,
      render: ({ id }) => <MonoText>{String(id)}</MonoText>,
    },
    {
      key: 'name',
      title: t('name'),
      card: 'title',
      isTall: true,
      compare: (one, other) => one.name.localeCompare(other.name),
      render: (project) => <ProjectName project={project} />,
    },
    {
      key: 'environment',
      title: t('environmentTitle'),
      width: 132,
      compare: (one, other) => one.environment - other.environment,
      render: ({ environment }) => <EnvironmentName value={environment} />,
    },
    { key: 'repository', title: t('project.fromTo'), isTall: true, render: (project) => <FromTo {...project} /> },
    { key: 'branch', title: t('branch'), width: 110, render: ({ branch }) => <MonoText isCut>{branch}</MonoText> },
    {
      key: 'review',
      title: t('project.tab.review'),
      width: 96,
      compare: (one, other) => one.review - other.review,
      render: ({ review }) => <OnOff value={review} />,
    },
    {
      key: 'autoDeploy',
      title: t('project.autoDeploy'),
      width: 128,
      compare: (one, other) => one.autoDeploy - other.autoDeploy,
      render: (project) => <AutoDeploy project={project} onEdit={() => actions.onAutoDeploy(project)} />,
    },
    { key: 'changed', title: t('project.changed'), width: 108, render: (row) => <TimeText value={row.updateTime} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 236,
      card: 'actions',
      render: (project) => <RowActions project={project} {...actions} />,
    },
  ]
}

function OnOff({ value }: { value: number }) {
  const { t } = useTranslation('deploy')
  return value === State.Enabled ? <Tag>{t('on')}</Tag> : <span className="wl-faint">{t('off')}</span>
}

function AutoDeploy({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { t } = useTranslation('deploy')
  const label = t('project.editAutoDeploy', { name: project.name })
  return (
    <>
      <OnOff value={project.autoDeploy} />
      <Can any={[Permission.SwitchProjectWebhook]}>
        <Button size="small" type="text" icon={<EditOutlined />} aria-label={label} title={label} onClick={onEdit} />
      </Can>
    </>
  )
}

function ProjectName({ project }: { project: Project }) {
  return (
    <>
      <Can any={[Permission.DeployDetail]} fallback={<b>{project.name}</b>}>
        <Link to={`/deploy/detail/${project.id}`}>
          <b>{project.name}</b>
        </Link>
      </Can>{' '}
      <NameLink name={project.name} />
      {labelsOf(project.label).map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
    </>
  )
}

/** Some projects are named after the site they make: their name leads there. */
function NameLink({ name }: { name: string }) {
  const { t } = useTranslation('deploy')
  const url = URL.parse(name)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  const label = t('project.openSite', { name })
  return (
    <a href={url.href} target="_blank" rel="noreferrer" aria-label={label} title={label}>
      <ExportOutlined />
    </a>
  )
}

/** Where its files come from, and below it where they go. */
function FromTo(project: Project) {
  return (
    <span className="dp-from-to">
      <Repository {...project} />
      <MonoText isCut>{project.path}</MonoText>
    </span>
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
      <Can any={[Permission.ManageRepository]}>
        <Link className="dp-row-link" to={projectPath('files', project.id)}>
          {t('project.files')}
        </Link>
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
