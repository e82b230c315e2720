import { isAcceptablePassword } from '@windlass/shared-kit/contract/passwordRule'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, type FormInstance, type FormRule, Input } from 'antd'
import { useState } from 'react'
import { useChangePassword } from './useProfile.ts'

interface Values {
  current: string
  next: string
  repeated: string
}

const check = (isFine: boolean, message: string) => (isFine ? Promise.resolve() : Promise.reject(new Error(message)))

export function PasswordForm({ account }: { account: string }) {
  const { t } = useTranslation('settings')
  const [form] = Form.useForm<Values>()
  const [isSaving, setSaving] = useState(false)
  const changePassword = useChangePassword()

  const handleFinish = async ({ current, next }: Values) => {
    setSaving(true)
    try {
      await changePassword({ oldPwd: current, newPwd: next.trim() })
      form.resetFields()
      toast.success(t('profile.saved'))
    } catch (error) {
      console.warn('the password stays as it was', error)
    } finally {
      setSaving(false)
    }
  }
  const rules = usePasswordRules(form)
  return (
    <section className="profile-panel" aria-labelledby="profile-password">
      <h2 id="profile-password">{t('profile.passwordTitle')}</h2>
      <Form<Values>
        name="password"
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={['onBlur', 'onSubmit']}
        onFinish={handleFinish}
      >
        {/* Tells password managers whose password this is. */}
        <input
          className="wl-hidden"
          type="text"
          autoComplete="username"
          value={account}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <Form.Item name="current" label={t('profile.current')} rules={rules.current}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="next" label={t('profile.new')} extra={t('rule.password')} rules={rules.next}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item name="repeated" label={t('profile.repeat')} dependencies={['next']} rules={rules.repeated}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={isSaving}>
          {t('profile.save')}
        </Button>
      </Form>
    </section>
  )
}

function usePasswordRules(form: FormInstance<Values>): Record<keyof Values, FormRule[]> {
  const { t } = useTranslation('settings')
  const nextRule: FormRule = {
    validator: (_rule, text: string = '') =>
      isAcceptablePassword(text)
        ? check(text !== form.getFieldValue('current'), t('rule.different'))
        : check(false, t('rule.password')),
  }
  const repeatedRule: FormRule = {
    validator: (_rule, text: string = '') => check(text === form.getFieldValue('next'), t('rule.same')),
  }
  const required: FormRule = { required: true, message: t('rule.required', { field: t('profile.current') }) }
  return { current: [required], next: [nextRule], repeated: [repeatedRule] }
}
