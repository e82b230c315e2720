import type { Namespace } from '@windlass/shared-kit/contract/namespace'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import type { NamespaceFields } from './useNamespaces.ts'

const NAME_LENGTH = 20

interface Props {
  /** The namespace to rename; absent for a new one. */
  namespace: Namespace | undefined
  isNew: boolean
  onAdd: (fields: NamespaceFields) => Promise<unknown>
  onEdit: (namespace: NamespaceFields & { id: number }) => Promise<unknown>
  onClose: () => void
}

export function NamespaceForm({ namespace, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const handleSubmit = async (fields: NamespaceFields) => {
    if (namespace) await onEdit({ ...fields, id: namespace.id })
    else await onAdd(fields)
    toast.success(t(namespace ? 'namespace.saved' : 'namespace.added', { name: fields.name }))
  }
  return (
    <FormDrawer<NamespaceFields>
      title={namespace ? t('namespace.editTitle', { name: namespace.name }) : t('namespace.add')}
      open={isNew || namespace !== undefined}
      initialValues={{ name: namespace?.name ?? '' }}
      submitText={namespace ? undefined : t('namespace.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('namespace.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('name') }) }]}
      >
        <Input maxLength={NAME_LENGTH} showCount autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}
