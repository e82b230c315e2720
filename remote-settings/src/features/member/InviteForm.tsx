import { INVITATION_DAYS } from '@windlass/shared-kit/contract/invitation'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { useInvitations } from './useInvitations.ts'

interface Values {
  grants: { namespaceId?: number; roleId?: number }[]
  account: string
  note: string
  days: number
  /** Missing where links cannot be mailed: there is no field for it. */
  mail?: string
}

interface Props {
  options: NonNullable<ReturnType<typeof useInvitations>['options']['data']>
  onAdd: ReturnType<typeof useInvitations>['add']
  /** With the link, and why the mail did not go out. */
  onMade: (made: { link: string; mailProblem: string; mailedTo: string }) => void
}

const linkOf = (token: string) => `${location.origin}${location.pathname}#/invite?token=${token}`

/** Makes an invitation: which roles where, and for how long. */
export function InviteForm({ options, onAdd, onMade }: Props) {
  const { t } = useTranslation('settings')
  const errorText = useErrorText()
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState<Error>()
  const [isSaving, setSaving] = useState(false)

  const handleFinish = async ({ grants, account, note, days, mail = '' }: Values) => {
    setSaving(true)
    setProblem(undefined)
    try {
      const chosen = grants.map(({ namespaceId = 0, roleId = 0 }) => ({ namespaceId, roleId }))
      const mailedTo = mail.trim()
      const made = await onAdd({ grants: chosen, account: account.trim(), note: note.trim(), days, mail: mailedTo })
      onMade({ link: linkOf(made.token), mailProblem: made.mailProblem, mailedTo })
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setSaving(false)
    }
  }
  const only = options.namespaces.length === 1 ? options.namespaces[0]?.id : undefined
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark="optional"
      initialValues={{
        ...{ grants: [{ namespaceId: only }], account: '', note: '', days: INVITATION_DAYS.default },
      }}
      onFinish={handleFinish}
    >
      <GrantFields options={options} />
      <GuestFields canMail={options.canMail} />
      {problem && <Alert className="invitation-problem" type="error" showIcon title={errorText(problem).text} />}
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {t('invitation.make')}
      </Button>
    </Form>
  )
}

/** For whom it is, and for how long. */
function GuestFields({ canMail }: { canMail: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Form.Item name="note" label={t('invitation.note')} extra={t('invitation.noteHint')}>
        <Input maxLength={100} autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="account" label={t('member.account')} extra={t('invitation.accountHint')}>
        <Input maxLength={25} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="days"
        label={t('invitation.days')}
        rules={[{ required: true, message: t('invitation.daysRule') }]}
      >
        <InputNumber min={1} max={INVITATION_DAYS.max} precision={0} />
      </Form.Item>
      {canMail && (
        <Form.Item
          name="mail"
          label={t('invitation.mail')}
          extra={t('invitation.mailHint')}
          rules={[{ type: 'email', message: t('invitation.mailRule') }]}
        >
          <Input type="email" autoComplete="off" />
        </Form.Item>
      )}
    </>
  )
}

/** One role for each namespace; only those the inviter may give are offered. */
function GrantFields({ options }: Pick<Props, 'options'>) {
  const { t } = useTranslation('settings')
  const form = Form.useFormInstance<Values>()
  const grants = Form.useWatch('grants', form) ?? []
  const taken = new Set(grants.map((grant) => grant?.namespaceId))
  return (
    <Form.List name="grants">
      {(fields, { add, remove }) => (
        <div className="invitation-grants">
          {fields.map(({ key, name }) => {
            const here = grants[name]?.namespaceId
            const roles = options.namespaces.find(({ id }) => id === here)?.roles ?? []
            const places = options.namespaces.filter(({ id }) => id === here || !taken.has(id))
            return (
              <div key={key} className="invitation-grant">
                <Form.Item
                  name={[name, 'namespaceId']}
                  label={t('invitation.namespace')}
                  rules={[{ required: true, message: t('invitation.namespaceRule') }]}
                >
                  <Select
                    showSearch={{ optionFilterProp: 'label' }}
                    options={places.map(({ id, name: label }) => ({ value: id, label }))}
                    onChange={() => form.setFieldValue(['grants', name, 'roleId'], undefined)}
                  />
                </Form.Item>
                <Form.Item
                  name={[name, 'roleId']}
                  label={t('binding.role')}
                  rules={[{ required: true, message: t('binding.chooseRole') }]}
                >
                  <Select
                    disabled={here === undefined}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={roles.map(({ id, name: label }) => ({ value: id, label }))}
                  />
                </Form.Item>
                {fields.length > 1 && (
                  <Button type="text" danger onClick={() => remove(name)}>
                    {t('remove')}
                  </Button>
                )}
              </div>
            )
          })}
          {fields.length < options.namespaces.length && (
            <Button type="dashed" onClick={() => add({})}>
              {t('invitation.another')}
            </Button>
          )}
        </div>
      )}
    </Form.List>
  )
}
