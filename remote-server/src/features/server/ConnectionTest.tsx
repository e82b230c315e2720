import { ApiOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { ChangedHostKey } from './ChangedHostKey.tsx'
import { changedHostKeyOf } from './changedHostKeyOf.ts'
import { HostKeys } from './HostKeys.tsx'
import { connectionOf, type LoginName, type ServerFields, type StoredSecrets } from './serverForm.ts'
import { useConnectionTest } from './useServers.ts'

const CONNECTION_FIELDS = [['target'], ['isJumping'], ['jump']]

/** Connects with what is in the form, without saving it, and says what came of it. */
export function ConnectionTest({ stored }: { stored: Readonly<Record<LoginName, StoredSecrets>> }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<ServerFields>()
  const { check, accept } = useConnectionTest()

  const run = async () => {
    await form.validateFields(CONNECTION_FIELDS, { recursive: true })
    await check.mutateAsync(connectionOf(form.getFieldsValue(true), stored))
  }
  const handleTest = () => {
    run().catch((error: unknown) => console.debug('the test did not succeed; the form shows why', error))
  }
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It stands at the end of a long form, where nobody would see that it changed.
    if (check.data || check.error) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [check.data, check.error])
  const changed = changedHostKeyOf(check.error)
  return (
    <section className="server-section" aria-label={t('test.title')}>
      <div className="server-test">
        <Button icon={<ApiOutlined />} loading={check.isPending} onClick={handleTest}>
          {t('test.run')}
        </Button>
        <span className="wl-faint">{t(check.isPending ? 'test.running' : 'test.hint')}</span>
      </div>
      <div ref={outcome} aria-live="polite">
        {check.data && <HostKeys keys={check.data.hostKeys} osInfo={check.data.osInfo} />}
        {changed && (
          <ChangedHostKey
            change={changed}
            onAccept={async () => {
              await accept({ host: changed.host, port: changed.port, fingerprint: changed.presented })
              handleTest()
            }}
          />
        )}
        {check.error && !changed && <Failure error={check.error} />}
      </div>
    </section>
  )
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('server')
  const { text, requestId } = useErrorText()(error)
  return (
    <Alert
      type="error"
      showIcon
      title={t('test.failed')}
      description={
        <>
          <p className="server-reason">{text}</p>
          {requestId && (
            <small>
              {t('test.requestId')} <code>{requestId}</code>
            </small>
          )}
        </>
      }
    />
  )
}
