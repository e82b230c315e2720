import type { NamespaceUser } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { Select } from 'antd'
import { useState } from 'react'
import { useBindingOptions } from './useBindings.ts'

/** A role to choose. */
export interface RoleOption {
  id: number
  name: string
}

interface Props {
  binding: NamespaceUser
  onChange: (role: RoleOption) => Promise<void>
}

/** The role of a member, to change in place for those who may. */
export function RoleCell({ binding, onChange }: Props) {
  const { t } = useTranslation('settings')
  const mayChange = useCan([Permission.AddNamespaceUser])
  const { roles } = useBindingOptions(mayChange)
  const [isSaving, setSaving] = useState(false)
  if (binding.roleId === undefined) {
    return <span title={t('binding.superManagerHint')}>{t('binding.superManager')}</span>
  }
  if (!mayChange) return binding.roleName

  const handleChange = async (roleId: number) => {
    const role = roles.data?.find(({ id }) => id === roleId)
    if (!role) return
    setSaving(true)
    try {
      await onChange(role)
    } catch (error) {
      console.warn('the role stays as it was', error)
    } finally {
      setSaving(false)
    }
  }
  const current = { value: binding.roleId, label: binding.roleName ?? '' }
  return (
    <Select
      className="role-cell"
      size="small"
      aria-label={t('binding.changeRole', { name: binding.userName })}
      loading={isSaving}
      disabled={isSaving}
      value={binding.roleId}
      options={roles.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [current]}
      onChange={handleChange}
    />
  )
}
