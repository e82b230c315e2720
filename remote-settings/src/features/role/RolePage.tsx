import './role.css'
import { PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Role } from '@windlass/shared-kit/contract/role'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { HolderDrawer } from './HolderDrawer.tsx'
import { PermissionDrawer } from './PermissionDrawer.tsx'
import { RoleForm } from './RoleForm.tsx'
import { RoleTable } from './RoleTable.tsx'
import { useRoles } from './useRoles.ts'

/** Roles: what the members of a namespace may do. */
export default function RolePage() {
  const { t } = useTranslation('settings')
  const roles = useRoles()
  const url = useUrlState({ search: '', edit: '', copy: '', permissions: '', holders: '' })
  const [removing, setRemoving] = useState<Role>()
  const find = (id: string) => roles.list.data?.find((role) => String(role.id) === id)

  const handleRemove = async (role: Role) => {
    await roles.remove(role.id)
    toast.success(t('role.removed', { name: role.name }))
  }
  const add = <AddRole onClick={() => url.visit({ edit: 'new' })} />
  return (
    <ListPage
      title={t('route.roleSetting')}
      search={{ value: url.values.search, placeholder: t('role.search'), onChange: (search) => url.change({ search }) }}
      refresh={{ isRunning: roles.list.isFetching, onRefresh: () => void roles.list.refetch() }}
      action={add}
    >
      <RoleTable
        of={roles.list}
        search={url.values.search}
        add={add}
        onClearSearch={() => url.change({ search: '' })}
        onPermissions={(role) => url.visit({ permissions: String(role.id) })}
        onHolders={(role) => url.visit({ holders: String(role.id) })}
        onCopy={(role) => url.visit({ copy: String(role.id) })}
        onEdit={(role) => url.visit({ edit: String(role.id) })}
        onRemove={setRemoving}
      />
      <RoleForm
        // Another address is another form: nothing typed for one role is left for the next.
        key={`${url.values.edit} ${find(url.values.copy)?.id}`}
        role={find(url.values.edit)}
        isNew={url.values.edit === 'new'}
        copied={find(url.values.copy)}
        roles={roles.list.data ?? []}
        onAdd={roles.add}
        onEdit={roles.edit}
        onClose={() => url.change({ edit: '', copy: '' })}
      />
      <PermissionDrawer
        // A draft belongs to one role.
        key={url.values.permissions}
        role={find(url.values.permissions)}
        roles={roles.list.data ?? []}
        onClose={() => url.change({ permissions: '' })}
      />
      <HolderDrawer role={find(url.values.holders)} onClose={() => url.change({ holders: '' })} />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('role.removeTitle', { name: removing?.name })}
        explanation={t('role.removeExplanation')}
        verb={t('role.remove')}
        onConfirm={async () => removing && handleRemove(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </ListPage>
  )
}

function AddRole({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Can any={[Permission.AddRole]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
        {t('role.add')}
      </Button>
    </Can>
  )
}
