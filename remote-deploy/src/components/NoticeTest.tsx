import './noticeTest.css'
import { useMutation } from '@tanstack/react-query'
import type { NotifyTypeNumber } from '@windlass/shared-kit/contract/enums'
import { NotificationTest } from '@windlass/shared-kit/contract/notification'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Button, Form } from 'antd'

interface Target {
  notifyType: NotifyTypeNumber
  notifyTarget: string
}

/** Sends a notice with sample data to whoever stands in the form, and says what they answered. */
export function NoticeTest({ useBy }: { useBy: 'deploy' | 'monitor' }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<Target>()
  const errorText = useErrorText()
  const test = useMutation({
    mutationFn: ({ notifyType, notifyTarget }: Target) =>
      call(NotificationTest, { useBy, type: notifyType, target: notifyTarget.trim() }, { quiet: true }),
  })
  const handleTest = async () => test.mutate(await form.validateFields(['notifyType', 'notifyTarget']))
  return (
    <div className="dp-notice-test">
      {/* What is missing stands at its field. */}
      <Button loading={test.isPending} onClick={() => void handleTest().catch(() => test.reset())}>
        {t('project.notify.test')}
      </Button>
      <div aria-live="polite">
        {test.error && <Alert type="error" showIcon title={errorText(test.error).text} />}
        {test.data && (
          <Alert
            type={test.data.isSent ? 'success' : 'error'}
            showIcon
            title={t(test.data.isSent ? 'project.notify.testSent' : 'project.notify.testFailed')}
            description={test.data.answer}
          />
        )}
      </div>
    </div>
  )
}
