import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, Radio } from 'antd'
import { PublicKeyButton } from './PublicKeyButton.tsx'
import { SecretField } from './SecretField.tsx'
import type { LoginKind, LoginPath, ServerFields } from './serverForm.ts'
import { isHost, isPort, TEXT_LENGTH } from './serverRules.ts'

interface Props {
  path: LoginPath
  /** Where the fields stand in the list they are drawn for, which antd wants in place of the whole path. */
  name: readonly (string | number)[]
}

/** Where to connect and how to sign in there: the same questions for the server and for each host on the way. */
export function LoginSection({ path, name }: Props) {
  const { t } = useTranslation('server')
  return (
    <>
      <div className="server-host-fields">
        <HostField name={name} />
        <PortField name={name} />
      </div>
      <Form.Item
        name={[...name, 'owner']}
        label={t('form.owner')}
        rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('form.owner') }) }]}
      >
        <Input maxLength={TEXT_LENGTH} placeholder="root" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name={[...name, 'kind']} label={t('form.kind')} required>
        <Radio.Group
          options={(['key', 'password'] as const).map((kind) => ({ value: kind, label: t(`form.kinds.${kind}`) }))}
        />
      </Form.Item>
      <CredentialFields path={path} name={name} />
    </>
  )
}

function HostField({ name }: Pick<Props, 'name'>) {
  const { t } = useTranslation('server')
  const check = (_rule: unknown, host = '') =>
    isHost(String(host).trim()) ? Promise.resolve() : Promise.reject(new Error(t('rule.host')))
  return (
    <Form.Item name={[...name, 'host']} label={t('form.host')} rules={[{ required: true, validator: check }]}>
      <Input maxLength={TEXT_LENGTH} placeholder="10.0.0.5" autoComplete="off" spellCheck={false} />
    </Form.Item>
  )
}

function PortField({ name }: Pick<Props, 'name'>) {
  const { t } = useTranslation('server')
  const check = (_rule: unknown, port = '') =>
    isPort(String(port)) ? Promise.resolve() : Promise.reject(new Error(t('rule.port')))
  return (
    <Form.Item name={[...name, 'port']} label={t('form.port')} rules={[{ required: true, validator: check }]}>
      <Input inputMode="numeric" maxLength={5} autoComplete="off" />
    </Form.Item>
  )
}

function CredentialFields({ path, name }: Props) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<ServerFields>()
  // Watching starts after the first picture, which must not ask for a key where there is a password.
  const kind = Form.useWatch<LoginKind | undefined>([...path, 'kind']) ?? form.getFieldValue([...path, 'kind'])
  if (kind === 'password') return <SecretField path={path} name={name} kind={kind} />
  return (
    <>
      <Form.Item
        name={[...name, 'path']}
        label={t('form.path')}
        extra={t('form.pathHint')}
        rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('form.path') }) }]}
      >
        <Input maxLength={TEXT_LENGTH} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <PublicKeyButton path={path} />
      <SecretField path={path} name={name} kind="key" />
    </>
  )
}
