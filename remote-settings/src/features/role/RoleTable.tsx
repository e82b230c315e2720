import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Role, RoleRow } from '@windlass/shared-kit/contract/role'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { useRoles } from './useRoles.ts'

interface Actions {
  onPermissions: (role: Role) => void
  onHolders: (role: Role) => void
  onCopy: (role: Role) => void
  onEdit: (role: Role) => void
  onRemove: (role: Role) => void
}

interface Props extends Actions {
  of: ReturnType<typeof useRoles>['list']
  search: string
  /** The button for the first role. */
  add: ReactNode
  onClearSearch: () => void
}

export function RoleTable({ of, search, add, onClearSearch, ...actions }: Props) {
  const { t } = useTranslation('settings')
  const wanted = search.trim().toLowerCase()
  const rows = (of.data ?? []).filter((role) => `${role.name}\n${role.description}`.toLowerCase().includes(wanted))
  return (
    <DataTable
      label={t('route.roleSetting')}
      of={of}
      rows={rows}
      rowKey={(role) => role.id}
      columns={useColumns(actions)}
      permission={t('permission.ShowRolePage')}
      empty={{ title: t('role.emptyTitle'), explanation: t('role.emptyExplanation'), action: add }}
      onClearFilters={wanted === '' ? undefined : onClearSearch}
      onOpen={actions.onPermissions}
    />
  )
}

function useColumns(actions: Actions): DataColumn<RoleRow>[] {
  const { t } = useTranslation('settings')
  return [
    { key: 'id', title: t('id'), width: 72, render: ({ id }) => <MonoText>{String(id)}</MonoText> },
    {
      key: 'name',
      title: t('name'),
      width: 200,
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ name }) => <b>{name}</b>,
    },
    {
      key: 'description',
      title: t('description'),
      render: ({ description }) => (
        <span title={description}>{description || <span className="wl-faint">–</span>}</span>
      ),
    },
    {
      key: 'userCount',
      title: t('role.people'),
      width: 110,
      compare: (one, other) => one.userCount - other.userCount,
      render: (role) => (
        <Button
          className="role-count"
          size="small"
          type="link"
          aria-label={`${role.userCount}: ${t('role.holdersOf', { name: role.name })}`}
          onClick={() => actions.onHolders(role)}
        >
          {role.userCount}
        </Button>
      ),
    },
    {
      key: 'permissionCount',
      title: t('role.permissions'),
      width: 120,
      compare: (one, other) => one.permissionCount - other.permissionCount,
      render: ({ permissionCount }) => permissionCount,
    },
    {
      key: 'updateTime',
      title: t('updated'),
      width: 140,
      compare: (one, other) => one.updateTime.localeCompare(other.updateTime),
      render: ({ updateTime }) => <TimeText value={updateTime} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 330,
      card: 'actions',
      render: (role) => <RowActions role={role} {...actions} />,
    },
  ]
}

function RowActions({ role, onPermissions, onCopy, onEdit, onRemove }: Actions & { role: Role }) {
  const { t } = useTranslation('settings')
  return (
    <span className="wl-row-actions">
      <Button size="small" type="text" onClick={() => onPermissions(role)}>
        {t('role.permissions')}
      </Button>
      <CopyAction onClick={() => onCopy(role)} />
      <Can any={[Permission.EditRole]}>
        <Button size="small" type="text" onClick={() => onEdit(role)}>
          {t('edit')}
        </Button>
      </Can>
      <Can any={[Permission.DeleteRole]}>
        <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(role)}>
          {t('remove')}
        </Button>
      </Can>
    </span>
  )
}

/** A copy is a new role that permits something from the start, which takes both. */
function CopyAction({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Can any={[Permission.AddRole]}>
      <Can any={[Permission.EditPermission]}>
        <Button size="small" type="text" onClick={onClick}>
          {t('role.copy')}
        </Button>
      </Can>
    </Can>
  )
}
