import { PlusOutlined } from '@ant-design/icons'
import type { Passkey } from '@windlass/shared-kit/contract/passkey'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError, TransportError } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Alert, Button, Form, Input, Tag, Typography } from 'antd'
import { useState } from 'react'
import { CodesDialog } from './CodesDialog.tsx'
import { deviceOf } from './deviceOf.ts'
import { PasswordField } from './PasswordField.tsx'
import { usePasskeys, useSecondFactor } from './useSecondFactor.ts'

const NAME_LENGTH = 50

/** Browsers offer passkeys to pages with a name and over HTTPS only. */
const canUsePasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Keys on the user's own devices. */
export function PasskeyPanel() {
  const { t } = useTranslation('settings')
  const passkeys = usePasskeys()
  const { state } = useSecondFactor()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const hasPassword = state.data?.hasPassword ?? true

  const handleAdd = async ({ password = '', name }: { password?: string; name: string }) => {
    try {
      setCodes((await passkeys.add({ password, name })) ?? [])
      toast.success(t('passkey.added', { name }))
    } catch (error) {
      // What the server refused was told; what the browser refused, or the person gave up, is told here.
      if (!(error instanceof ApiError || error instanceof TransportError)) toast.error(t('passkey.notMade'))
      throw error
    }
  }
  return (
    <section className="profile-panel" aria-labelledby="profile-passkeys">
      <header className="profile-head">
        <h2 id="profile-passkeys">{t('passkey.title')}</h2>
        {canUsePasskeys() && (
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('passkey.add')}
          </Button>
        )}
      </header>
      <p className="wl-faint">{t('passkey.explanation')}</p>
      {!canUsePasskeys() && <Alert type="info" showIcon title={t('passkey.impossible')} />}
      <LoadState of={passkeys.list}>
        <PasskeyLines passkeys={passkeys.list.data ?? []} onRename={passkeys.rename} onRemove={setRemoving} />
      </LoadState>
      <FormDrawer<{ password?: string; name: string }>
        title={t('passkey.add')}
        open={isAdding}
        initialValues={{ name: deviceOf(navigator.userAgent) }}
        submitText={t('passkey.make')}
        onSubmit={handleAdd}
        onClose={() => setAdding(false)}
      >
        <p>{t('passkey.addNote')}</p>
        <Form.Item
          name="name"
          label={t('passkey.name')}
          rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('passkey.name') }) }]}
        >
          <Input maxLength={NAME_LENGTH} showCount autoComplete="off" />
        </Form.Item>
        <PasswordField hasPassword={hasPassword} />
      </FormDrawer>
      <RemoveForm
        removing={removing}
        hasPassword={hasPassword}
        remove={passkeys.remove}
        onClose={() => setRemoving(undefined)}
      />
      <CodesDialog codes={codes} onClose={() => setCodes([])} />
    </section>
  )
}

interface Lines {
  passkeys: readonly Passkey[]
  onRename: ReturnType<typeof usePasskeys>['rename']
  onRemove: (passkey: Passkey) => void
}

function PasskeyLines({ passkeys, onRename, onRemove }: Lines) {
  const { t } = useTranslation('settings')
  if (passkeys.length === 0) return <p>{t('passkey.none')}</p>
  const rename = (id: number, typed: string) => {
    const name = typed.trim().slice(0, NAME_LENGTH)
    if (name !== '') void onRename({ id, name }).catch((error: unknown) => console.warn('not renamed', error))
  }
  return (
    <ul className="profile-list">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <Typography.Text
              strong
              editable={{
                tooltip: t('passkey.rename', { name: passkey.name }),
                maxLength: NAME_LENGTH,
                onChange: (typed) => rename(passkey.id, typed),
              }}
            >
              {passkey.name}
            </Typography.Text>{' '}
            {passkey.isBackedUp && <Tag>{t('passkey.backedUp')}</Tag>}
            <p className="wl-faint">
              {t('added')} <TimeText value={passkey.insertTime} /> · {t('passkey.used')}{' '}
              <TimeText value={passkey.lastUsedTime} unset={t('never')} />
            </p>
          </div>
          <Button type="text" danger onClick={() => onRemove(passkey)}>
            {t('remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface Removal {
  removing: Passkey | undefined
  hasPassword: boolean
  remove: ReturnType<typeof usePasskeys>['remove']
  onClose: () => void
}

function RemoveForm({ removing, hasPassword, remove, onClose }: Removal) {
  const { t } = useTranslation('settings')
  return (
    <FormDrawer<{ password?: string }>
      title={t('passkey.removeTitle', { name: removing?.name })}
      open={removing !== undefined}
      initialValues={{}}
      submitText={t('remove')}
      onSubmit={async ({ password = '' }) => removing && remove({ id: removing.id, password })}
      onClose={onClose}
    >
      <p>{t('passkey.removeNote')}</p>
      <PasswordField hasPassword={hasPassword} />
    </FormDrawer>
  )
}
