import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Form, Input } from 'antd'

/** Asks again who is at the screen; people of a directory are told what they need instead. */
export function PasswordField({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('settings')
  if (!hasPassword) return <Alert type="info" showIcon title={t('factor.freshNeeded')} />
  const message = t('rule.required', { field: t('profile.current') })
  return (
    <Form.Item name="password" label={t('profile.current')} rules={[{ required: true, message }]}>
      <Input.Password autoComplete="current-password" />
    </Form.Item>
  )
}
