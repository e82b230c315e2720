import type { NamespaceUser } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import { RoleCell, type RoleOption } from './RoleCell.tsx'
import type { useBindings } from './useBindings.ts'

interface Props {
  of: ReturnType<typeof useBindings>['list']
  onChangeRole: (binding: NamespaceUser, role: RoleOption) => Promise<void>
  onRemove: (binding: NamespaceUser) => void
}

export function BindingTable({ of, ...actions }: Props) {
  const { t } = useTranslation('settings')
  return (
    <DataTable
      label={t('namespace.members')}
      of={of}
      rows={of.data ?? []}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowNamespacePage')}
      empty={{ title: t('binding.emptyTitle'), explanation: t('binding.emptyExplanation') }}
    />
  )
}

function useColumns({ onChangeRole, onRemove }: Omit<Props, 'of'>): DataColumn<NamespaceUser>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'user',
      title: t('binding.user'),
      card: 'title',
      render: ({ userName }) => (
        <b>
          <bdi>{userName}</bdi>
        </b>
      ),
    },
    {
      key: 'role',
      title: t('binding.role'),
      width: 230,
      render: (binding) => <RoleCell binding={binding} onChange={(role) => onChangeRole(binding, role)} />,
    },
    {
      key: 'since',
      title: t('binding.since'),
      width: 120,
      render: ({ insertTime }) => <TimeText value={insertTime} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 120,
      card: 'actions',
      render: (binding) =>
        binding.roleId !== undefined && (
          <Can any={[Permission.DeleteNamespaceUser]}>
            <Button size="small" type="text" danger onClick={() => onRemove(binding)}>
              {t('remove')}
            </Button>
          </Can>
        ),
    },
  ]
}
