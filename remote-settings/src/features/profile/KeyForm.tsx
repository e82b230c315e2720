import type { ApiKeyScope } from '@windlass/shared-kit/contract/apiKey'
import { PERMISSIONS_BY_GROUP, Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePermissionTexts } from '@windlass/shared-kit/permission'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Select } from 'antd'
import { type KeyFields, useKeyScopes } from './useNamedKeys.ts'

const NAME_LENGTH = 50
const LIVES = [7, 30, 90, 365, 0]

interface Props {
  isOpen: boolean
  onAdd: (fields: KeyFields) => Promise<unknown>
  onClose: () => void
}

/** A new key: its name, its life, and what it may do where. */
export function KeyForm({ isOpen, onAdd, onClose }: Props) {
  const { t } = useTranslation('settings')
  const scopes = useKeyScopes(isOpen)
  const groups = usePermissionOptions(scopes.data)
  const lives = LIVES.map((days) => ({
    value: days,
    label: days === 0 ? t('key.noEnd') : t('key.days', { count: days }),
  }))

  const handleSubmit = ({ name, days, permissionIds = [], namespaceIds = [] }: KeyFields) =>
    onAdd({
      name,
      ...(days && { days }),
      ...(permissionIds.length > 0 && { permissionIds }),
      ...(namespaceIds.length > 0 && { namespaceIds }),
    })
  return (
    <FormDrawer<KeyFields>
      title={t('key.add')}
      open={isOpen}
      initialValues={{ name: '', days: 90 }}
      submitText={t('profile.create')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('key.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('name') }) }]}
      >
        <Input maxLength={NAME_LENGTH} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item name="days" label={t('key.life')}>
        <Select options={lives} />
      </Form.Item>
      <Form.Item name="permissionIds" label={t('key.permissions')} extra={t('key.permissionsHint')}>
        <Select
          mode="multiple"
          allowClear
          loading={scopes.isLoading}
          placeholder={t('key.allPermissions')}
          optionFilterProp="label"
          options={groups}
        />
      </Form.Item>
      <Form.Item name="namespaceIds" label={t('key.namespaces')} extra={t('key.namespacesHint')}>
        <Select
          mode="multiple"
          allowClear
          loading={scopes.isLoading}
          placeholder={t('key.allNamespaces')}
          optionFilterProp="label"
          options={scopes.data?.map(({ namespaceId, namespaceName }) => ({ value: namespaceId, label: namespaceName }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

/** The permissions that somebody has anywhere, below their headings. */
function usePermissionOptions(scopes: readonly ApiKeyScope[] = []) {
  const { nameOf, groupName } = usePermissionTexts()
  const held = new Set(scopes.flatMap(({ permissionIds }) => permissionIds))
  return Object.entries(PERMISSIONS_BY_GROUP)
    .map(([group, names]) => ({
      label: groupName(group),
      options: names
        .filter((name) => held.has(Permission[name]))
        .map((name) => ({ value: Permission[name], label: nameOf(Permission[name]) })),
    }))
    .filter(({ options }) => options.length > 0)
}
