import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Form, Input } from 'antd'
import type { LoginPath } from './serverForm.ts'
import { isKept, type LoginKind, type ServerFields, type StoredSecret } from './serverForm.ts'
import { TEXT_LENGTH } from './serverRules.ts'

interface Props {
  path: LoginPath
  name: readonly (string | number)[]
  kind: LoginKind
}

/** Password or passphrase. What is stored never comes to the browser: an empty field keeps it. */
export function SecretField({ path, name, kind }: Props) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<ServerFields>()
  const isRemoved = Form.useWatch<boolean | undefined>([...path, 'isSecretRemoved']) ?? false
  const stored: StoredSecret = form.getFieldValue([...path, 'stored'])
  const hasStored = isKept({ kind, stored })
  const label = t(`form.secrets.${kind}`)
  const isNeeded = kind === 'password' && !hasStored
  return (
    <>
      <Form.Item
        name={[...name, 'secret']}
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
        <Form.Item name={[...name, 'isSecretRemoved']} valuePropName="checked" className="server-tight">
          <Checkbox>{t('form.secretRemove')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
