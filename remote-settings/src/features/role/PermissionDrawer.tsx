import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Role } from '@windlass/shared-kit/contract/role'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'
import { useState } from 'react'
import { ChangeSummary } from './ChangeSummary.tsx'
import { PermissionPicker } from './PermissionPicker.tsx'
import { changesOf } from './permissionDraft.ts'
import { useRoleHolders } from './useRoleHolders.ts'
import { useRolePermissions } from './useRoles.ts'

const WIDTH_PX = 760

interface Props {
  /** The role whose permissions are shown; absent while closed. */
  role: Role | undefined
  /** All of them, to compare with. */
  roles: readonly Role[]
  onClose: () => void
}

/** What one role grants, to read, and to change for those who may. */
export function PermissionDrawer({ role, roles, onClose }: Props) {
  const { t } = useTranslation('settings')
  const mayEdit = useCan([Permission.EditPermission])
  const { rows, granted, save } = useRolePermissions(role?.id)
  const holders = useRoleHolders(role?.id)
  const [draft, setDraft] = useState<ReadonlySet<number>>()
  const before = new Set(granted.data)
  const chosen = draft ?? before
  const [added, taken] = [changesOf(before, chosen).added.length, changesOf(before, chosen).taken.length]
  const isElsewhere = holders.data?.isChangeable === false

  const handleClose = () => {
    setDraft(undefined)
    onClose()
  }
  const handleSubmit = async () => {
    if (!role) return
    if (chosen.size === 0) {
      toast.warning(t('role.chooseOne'))
      throw new Error(t('role.chooseOne'))
    }
    await save({ roleId: role.id, permissionIds: [...chosen] })
    toast.success(t('role.permissionsSaved', { name: role.name }))
  }
  return (
    <FormDrawer
      title={t('role.permissionsOf', { name: role?.name })}
      open={role !== undefined}
      width={WIDTH_PX}
      initialValues={{}}
      // Saving before everything is here would take away what was not yet shown.
      isDisabled={!mayEdit || isElsewhere || !granted.isSuccess || !rows.isSuccess || added + taken === 0}
      isChanged={added + taken > 0}
      submitText={added + taken > 0 ? t('role.saveChanges', { added, taken }) : undefined}
      onSubmit={handleSubmit}
      onClose={handleClose}
    >
      <LoadState of={rows}>
        <LoadState of={granted}>
          {!mayEdit && <Alert className="permission-alert" type="info" showIcon title={t('role.readOnly')} />}
          {mayEdit && isElsewhere && (
            <Alert className="permission-alert" type="info" showIcon title={t('role.usedElsewhere')} />
          )}
          <PermissionPicker
            rows={rows.data ?? []}
            before={before}
            chosen={chosen}
            roles={roles.filter(({ id }) => id !== role?.id)}
            isReadOnly={!mayEdit || isElsewhere}
            onChange={setDraft}
          />
          <ChangeSummary before={before} chosen={chosen} holders={holders.data} />
        </LoadState>
      </LoadState>
    </FormDrawer>
  )
}
