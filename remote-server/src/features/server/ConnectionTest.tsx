import { ApiOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { DiagnosisView } from './DiagnosisView.tsx'
import { connectionOf, type ServerFields } from './serverForm.ts'
import { useDiagnosis } from './useDiagnosis.ts'

const CONNECTION_FIELDS = [['target'], ['jumps']]

/** Connects with what is in the form, without saving it, and shows each step as it is taken. */
export function ConnectionTest() {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<ServerFields>()
  const { current, isRunning, start } = useDiagnosis()

  const run = async () => {
    await form.validateFields(CONNECTION_FIELDS, { recursive: true })
    const fields: ServerFields = form.getFieldsValue(true)
    await start({ ...connectionOf(fields), os: fields.os })
  }
  const handleTest = () => {
    run().catch((error: unknown) => console.debug('the test did not start; the form shows why', error))
  }
  const outcome = useRef<HTMLDivElement>(null)
  const isOver = current?.result !== undefined || current?.error !== undefined
  useEffect(() => {
    // It stands at the end of a long form, where nobody would see that it changed.
    if (isOver) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [isOver])
  return (
    <section className="server-section" aria-label={t('test.title')}>
      <div className="server-test">
        <Button icon={<ApiOutlined />} loading={isRunning} onClick={handleTest}>
          {t('test.run')}
        </Button>
        <span className="wl-faint">{t(isRunning ? 'test.running' : 'test.hint')}</span>
      </div>
      <div ref={outcome}>{current && <DiagnosisView run={current} onAgain={handleTest} />}</div>
    </section>
  )
}
