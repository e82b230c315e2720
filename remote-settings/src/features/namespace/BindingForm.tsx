import type { NamespaceUser } from '@windlass/shared-kit/contract/namespace'
import { toast } from '@windlass/shared-kit/feedback'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useBindingOptions, type useBindings } from './useBindings.ts'

interface Values {
  userIds: number[]
  roleId: number
}

interface Props {
  /** Who is a member already, and therefore not offered. */
  bound: readonly NamespaceUser[]
  onBind: ReturnType<typeof useBindings>['bind']
}

/** Gives one role to several users at once. */
export function BindingForm({ bound, onBind }: Props) {
  const { t } = useTranslation('settings')
  const [form] = Form.useForm<Values>()
  const [isSaving, setSaving] = useState(false)
  const { users, roles } = useBindingOptions(true)
  const count = Form.useWatch('userIds', form)?.length ?? 0
  const memberIds = new Set(bound.map(({ userId }) => userId))
  const candidates = users.data?.filter((user) => user.superManager === 0 && !memberIds.has(user.id)) ?? []

  const handleFinish = async (values: Values) => {
    setSaving(true)
    try {
      await onBind(values)
      const role = roles.data?.find(({ id }) => id === values.roleId)?.name
      toast.success(t('binding.added', { count: values.userIds.length, role }))
      form.resetFields()
    } catch (error) {
      console.warn('the users were not added; what was chosen stays', error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Form<Values> className="binding-form" form={form} onFinish={handleFinish} layout="vertical" requiredMark={false}>
      <Form.Item
        name="userIds"
        label={t('binding.users')}
        rules={[{ required: true, message: t('binding.chooseUsers') }]}
      >
        <Select
          mode="multiple"
          allowClear
          loading={users.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('binding.chooseUsers')}
          notFoundContent={users.isSuccess ? t('binding.noOptions') : undefined}
          options={candidates.map(({ id, name, account }) => ({
            value: id,
            label: account === '' ? name : `${isolated(name)} (${isolated(account)})`,
          }))}
        />
      </Form.Item>
      <Form.Item name="roleId" label={t('binding.role')} rules={[{ required: true, message: t('binding.chooseRole') }]}>
        <Select
          loading={roles.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('binding.chooseRole')}
          options={roles.data?.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {count > 0 ? t('binding.addNumber', { count }) : t('binding.add')}
      </Button>
    </Form>
  )
}
