import type { Role } from '@windlass/shared-kit/contract/role'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import type { RoleFields } from './useRoles.ts'

const NAME_LENGTH = 20
const DESCRIPTION_LENGTH = 255

interface Props {
  /** The role to edit; absent for a new one. */
  role: Role | undefined
  isNew: boolean
  onAdd: (fields: RoleFields) => Promise<unknown>
  onEdit: (role: RoleFields & { id: number }) => Promise<unknown>
  onClose: () => void
}

export function RoleForm({ role, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const handleSubmit = async (fields: RoleFields) => {
    if (role) await onEdit({ ...fields, id: role.id })
    else await onAdd(fields)
    toast.success(t(role ? 'role.saved' : 'role.added', { name: fields.name }))
  }
  return (
    <FormDrawer<RoleFields>
      title={role ? t('role.editTitle', { name: role.name }) : t('role.add')}
      open={isNew || role !== undefined}
      initialValues={{ name: role?.name ?? '', description: role?.description ?? '' }}
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
    </FormDrawer>
  )
}
