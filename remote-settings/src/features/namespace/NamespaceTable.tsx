import type { Namespace } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { useNamespace } from '@windlass/shared-kit/session'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { useNamespaces } from './useNamespaces.ts'

interface Actions {
  onMembers: (namespace: Namespace) => void
  onEdit: (namespace: Namespace) => void
}

interface Props extends Actions {
  of: ReturnType<typeof useNamespaces>['list']
  search: string
  add: ReactNode
  onClearSearch: () => void
}

export function NamespaceTable({ of, search, add, onClearSearch, ...actions }: Props) {
  const { t } = useTranslation('settings')
  const wanted = search.trim().toLowerCase()
  return (
    <DataTable
      label={t('route.namespaceSetting')}
      of={of}
      rows={(of.data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowNamespacePage')}
      empty={{ title: t('namespace.emptyTitle'), explanation: t('namespace.emptyExplanation'), action: add }}
      onClearFilters={wanted === '' ? undefined : onClearSearch}
      onOpen={actions.onMembers}
    />
  )
}

function useColumns({ onMembers, onEdit }: Actions): DataColumn<Namespace>[] {
  const { t } = useTranslation('settings')
  const current = useNamespace()
  const actions = (namespace: Namespace) => (
    <span className="wl-row-actions">
      <Button size="small" type="text" onClick={() => onMembers(namespace)}>
        {t('namespace.members')}
      </Button>
      <Can any={[Permission.EditNamespace]}>
        <Button size="small" type="text" onClick={() => onEdit(namespace)}>
          {t('edit')}
        </Button>
      </Can>
    </span>
  )
  return [
    { key: 'id', title: t('id'), width: 72, render: ({ id }) => <MonoText>{String(id)}</MonoText> },
    {
      key: 'name',
      title: t('name'),
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ id, name }) => (
        <>
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          {id === current.id && <Tag>{t('namespace.current')}</Tag>}
        </>
      ),
    },
    { key: 'insertTime', title: t('added'), width: 160, render: ({ insertTime }) => <TimeText value={insertTime} /> },
    { key: 'updateTime', title: t('updated'), width: 160, render: ({ updateTime }) => <TimeText value={updateTime} /> },
    { key: 'actions', title: t('actions'), width: 190, card: 'actions', render: actions },
  ]
}
