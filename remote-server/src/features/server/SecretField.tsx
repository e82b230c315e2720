import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Form, Input } from 'antd'
import { isKept, type LoginKind, type LoginName, type StoredSecrets } from './serverForm.ts'
import { TEXT_LENGTH } from './serverRules.ts'

interface Props {
  name: LoginName
  kind: LoginKind
  stored: StoredSecrets
}

/** Password or passphrase. What is stored never comes to the browser: an empty field keeps it. */
export function SecretField({ name, kind, stored }: Props) {
  const { t } = useTranslation('server')
  const isRemoved = Form.useWatch<boolean | undefined>([name, 'isSecretRemoved']) ?? false
  const hasStored = isKept({ kind }, stored)
  const label = t(`form.secrets.${kind}`)
  const isNeeded = kind === 'password' && !hasStored
  return (
    <>
      <Form.Item
        name={[name, 'secret']}
        label={label}
        extra={hasStored && !isRemoved ? t('form.secretKept') : undefined}
        rules={isNeeded ? [{ required: true, message: t('rule.required', { field: label }) }] : []}
      >
        <Input.Password
          maxLength={TEXT_LENGTH}
          // Keeps password managers from filling in the password of the console itself.
          autoComplete="new-password"
          disabled={isRemoved}
          placeholder={hasStored && !isRemoved ? t('form.secretStored') : undefined}
        />
      </Form.Item>
      {hasStored && kind === 'key' && (
        <Form.Item name={[name, 'isSecretRemoved']} valuePropName="checked" className="server-tight">
          <Checkbox>{t('form.secretRemove')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
