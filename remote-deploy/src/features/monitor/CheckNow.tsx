import { ApiError } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { inputOf, isOnServers, type MonitorFields } from './monitorFields.ts'
import { useMonitorCheck } from './useMonitors.ts'
import { saidOf, useSaid } from './useSaid.ts'

/** Checks what the form holds and shows what came of it. */
export function CheckNow() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<MonitorFields>()
  const check = useMonitorCheck()
  const said = useSaid()
  const [isIncomplete, setIncomplete] = useState(false)
  const handleCheck = async () => {
    check.reset()
    const type: MonitorFields['type'] = form.getFieldValue('type')
    try {
      // Only what the check needs must be right by now.
      await form.validateFields([isOnServers(type) ? 'serverIds' : 'items', 'process', 'script', 'timeout'], {
        recursive: true,
      })
      setIncomplete(false)
    } catch {
      // The form marks the fields by itself.
      return setIncomplete(true)
    }
    const { target, ...input } = inputOf(form.getFieldsValue(true))
    const { successServerId = 0, successScript = '', failServerId = 0, failScript = '' } = input
    check.mutate({ type, ...(target && { target }), successServerId, successScript, failServerId, failScript })
  }
  return (
    <div className="dm-check">
      <Button loading={check.isPending} onClick={() => void handleCheck()}>
        {t('monitor.check')}
      </Button>
      <output>
        {isIncomplete && <Alert type="warning" showIcon title={t('monitor.checkIncomplete')} />}
        {!isIncomplete && check.isSuccess && <Alert type="success" showIcon title={t('monitor.checkPassed')} />}
        {!isIncomplete && check.error && (
          <Alert
            type="error"
            showIcon
            title={t('monitor.checkFailed')}
            description={
              <pre>{said(check.error.message, saidOf(check.error instanceof ApiError && check.error.data))}</pre>
            }
          />
        )}
      </output>
    </div>
  )
}
