import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Role } from '@windlass/shared-kit/contract/role'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { PermissionPicker } from './PermissionPicker.tsx'
import { useRolePermissions } from './useRoles.ts'

const WIDTH_PX = 720

interface Props {
  /** The role whose permissions are shown; absent while closed. */
  role: Role | undefined
  onClose: () => void
}

/** What one role grants, to read, and to change for those who may. */
export function PermissionDrawer({ role, onClose }: Props) {
  const { t } = useTranslation('settings')
  const mayEdit = useCan([Permission.EditPermission])
  const { rows, granted, save } = useRolePermissions(role?.id)
  const [draft, setDraft] = useState<ReadonlySet<number>>()
  const before = new Set(granted.data)
  const chosen = draft ?? before
  const added = [...chosen].filter((id) => !before.has(id)).length
  const taken = [...before].filter((id) => !chosen.has(id)).length

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
      isDisabled={!mayEdit || !granted.isSuccess || !rows.isSuccess || added + taken === 0}
      isChanged={added + taken > 0}
      submitText={added + taken > 0 ? t('role.saveChanges', { added, taken }) : undefined}
      onSubmit={handleSubmit}
      onClose={handleClose}
    >
      <LoadState of={rows}>
        <LoadState of={granted}>
          <PermissionPicker
            rows={rows.data ?? []}
            before={before}
            chosen={chosen}
            isReadOnly={!mayEdit}
            onChange={setDraft}
          />
        </LoadState>
      </LoadState>
    </FormDrawer>
  )
}
