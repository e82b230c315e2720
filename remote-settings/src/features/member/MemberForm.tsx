import { isAcceptablePassword } from '@windlass/shared-kit/contract/passwordRule'
import type { User } from '@windlass/shared-kit/contract/user'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUser } from '@windlass/shared-kit/session'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Switch } from 'antd'
import type { MemberFields, useMembers } from './useMembers.ts'

const ACCOUNT_LENGTH = 25
const NAME_LENGTH = 30
const CONTACT = /^(?:\d{11})?$/

interface Values {
  account: string
  name: string
  password: string
  contact: string
  isSuperManager: boolean
}

interface Props {
  /** The member to edit; absent for a new one. */
  member: User | undefined
  isNew: boolean
  onAdd: ReturnType<typeof useMembers>['add']
  onEdit: ReturnType<typeof useMembers>['edit']
  onClose: () => void
}

const valuesOf = (member: User | undefined): Values => ({
  account: member?.account ?? '',
  name: member?.name ?? '',
  password: '',
  contact: member?.contact ?? '',
  isSuperManager: member?.superManager === 1,
})

export function MemberForm({ member, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const handleSubmit = async (values: Values) => {
    const fields: MemberFields = {
      account: values.account.trim(),
      name: values.name.trim(),
      password: values.password.trim(),
      contact: values.contact.trim(),
      superManager: values.isSuperManager ? 1 : 0,
    }
    const { account: _unchangeable, ...changes } = fields
    if (member) await onEdit({ ...changes, id: member.id })
    else await onAdd(fields)
    toast.success(t(member ? 'member.saved' : 'member.added', { name: fields.name }))
  }
  return (
    <FormDrawer<Values>
      title={member ? t('member.editTitle', { name: member.name }) : t('member.add')}
      open={isNew || member !== undefined}
      initialValues={valuesOf(member)}
      submitText={member ? undefined : t('member.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <MemberFormFields isNew={member === undefined} />
    </FormDrawer>
  )
}

function MemberFormFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('settings')
  const isSuperManager = useUser().superManager === 1
  const required = (field: string) => ({ required: true, whitespace: true, message: t('rule.required', { field }) })
  const passwordRule = {
    validator: (_rule: unknown, text: string) =>
      text === '' || isAcceptablePassword(text) ? Promise.resolve() : Promise.reject(new Error(t('rule.password'))),
  }
  return (
    <>
      <Form.Item
        name="account"
        label={t('member.account')}
        extra={isNew ? t('member.accountHint') : undefined}
        rules={[required(t('member.account'))]}
      >
        <Input maxLength={ACCOUNT_LENGTH} readOnly={!isNew} disabled={!isNew} autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={t('name')} rules={[required(t('name'))]}>
        <Input maxLength={NAME_LENGTH} autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('member.password')}
        extra={t(isNew ? 'member.passwordNew' : 'member.passwordKeep')}
        rules={[passwordRule]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="contact"
        label={t('member.contact')}
        extra={t('member.contactHint')}
        rules={[{ pattern: CONTACT, message: t('rule.contact') }]}
      >
        <Input inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="isSuperManager"
        label={t('member.superManager')}
        valuePropName="checked"
        required
        extra={t('member.superManagerHint')}
        hidden={!isSuperManager}
      >
        <Switch />
      </Form.Item>
    </>
  )
}
