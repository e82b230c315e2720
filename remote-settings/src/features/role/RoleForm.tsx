import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Role } from '@windlass/shared-kit/contract/role'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { ROLE_PRESETS } from './rolePresets.ts'
import { type RoleStart, useRoleStart } from './useRoleStart.ts'
import type { NewRole, RoleFields } from './useRoles.ts'

const NAME_LENGTH = 20
const DESCRIPTION_LENGTH = 255

interface Props {
  /** The role to edit; absent for a new one. */
  role: Role | undefined
  isNew: boolean
  /** The role that a new one copies at first. */
  copied: Role | undefined
  /** What a new role can copy. */
  roles: readonly Role[]
  onAdd: (role: NewRole) => Promise<unknown>
  onEdit: (role: RoleFields & { id: number }) => Promise<unknown>
  onClose: () => void
}

export function RoleForm({ role, isNew, copied, roles, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const [start, setStart] = useState<RoleStart>(copied ? String(copied.id) : '')
  const chosen = useRoleStart(start)
  const isAdding = isNew || copied !== undefined
  const handleSubmit = async (fields: RoleFields) => {
    if (role) await onEdit({ ...fields, id: role.id })
    else await onAdd({ ...fields, ...(chosen.ids.length > 0 && { permissionIds: chosen.ids }) })
    toast.success(t(role ? 'role.saved' : 'role.added', { name: fields.name }))
  }
  // A name, not a sentence with one: nothing is put around what it holds.
  const asItIs = { interpolation: { escapeValue: false } }
  const name = copied ? t('role.copyName', { name: copied.name, ...asItIs }).slice(0, NAME_LENGTH) : ''
  return (
    <FormDrawer<RoleFields>
      title={role ? t('role.editTitle', { name: role.name }) : t('role.add')}
      open={isAdding || role !== undefined}
      initialValues={{ name: role?.name ?? name, description: role?.description ?? copied?.description ?? '' }}
      isDisabled={!chosen.isReady}
      submitText={role ? undefined : t('role.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('name') }) }]}
      >
        <Input maxLength={NAME_LENGTH} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('description')} extra={t('role.descriptionHint')}>
        <Input.TextArea maxLength={DESCRIPTION_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      {isAdding && <StartField start={start} roles={roles} chosen={chosen} onChange={setStart} />}
    </FormDrawer>
  )
}

interface StartProps {
  start: RoleStart
  roles: readonly Role[]
  chosen: ReturnType<typeof useRoleStart>
  onChange: (start: RoleStart) => void
}

/** What the role permits at first, for those who may decide that. */
function StartField({ start, roles, chosen, onChange }: StartProps) {
  const { t } = useTranslation('settings')
  const presets = Object.keys(ROLE_PRESETS).map((key) => ({ value: key, label: t(`role.preset.${key}`) }))
  const options = [
    { value: '', label: t('role.startNothing') },
    { label: t('role.presets'), options: presets },
    { label: t('role.copyOf'), options: roles.map(({ id, name }) => ({ value: String(id), label: name })) },
  ]
  const said = start === '' ? t('role.startHint') : t('role.startWith', { count: chosen.ids.length })
  const left = chosen.leftOut > 0 ? ` ${t('role.startLeftOut', { count: chosen.leftOut })}` : ''
  if (!useCan([Permission.EditPermission])) return null
  return (
    <Form.Item label={t('role.start')} htmlFor="role-start" extra={said + left}>
      <Select
        id="role-start"
        value={start}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onChange}
      />
    </Form.Item>
  )
}
