import './notice.css'
import { NotifyType, type NotifyTypeNumber } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Button, Form, Input, Select } from 'antd'
import { CHANNELS } from './channels.ts'
import { useNoticeTest } from './useNoticeTest.ts'

const TARGET_LENGTH = 1000

interface Values {
  notifyType: NotifyTypeNumber
  notifyTarget: string
}

/** Who is told, and a way to try it. */
export function NoticeFields({ isOptional = false }: { /** Nobody may be told. */ isOptional?: boolean }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<Values>()
  const channel = Form.useWatch('notifyType', form) ?? (isOptional ? NotifyType.None : NotifyType.WeCom)
  const offered = isOptional ? [NotifyType.None, ...CHANNELS] : CHANNELS
  return (
    <>
      <Form.Item
        name="notifyType"
        label={t(isOptional ? 'rule.failureChannel' : 'rule.channel')}
        required={!isOptional}
      >
        <Select options={offered.map((value) => ({ value, label: t(`rule.channels.${value}`) }))} />
      </Form.Item>
      {channel !== NotifyType.None && (
        <>
          <Form.Item
            name="notifyTarget"
            label={t(channel === NotifyType.EMail ? 'rule.people' : 'rule.address')}
            extra={t(`rule.targetHelp.${channel}`)}
            rules={[{ required: true, whitespace: true, message: t('rule.needed') }]}
          >
            <Input maxLength={TARGET_LENGTH} autoComplete="off" placeholder={t(`rule.targetExample.${channel}`)} />
          </Form.Item>
          <NoticeTest />
        </>
      )}
    </>
  )
}

function NoticeTest() {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<Values>()
  const test = useNoticeTest()
  const errorText = useErrorText()
  const handleTest = async () => {
    const { notifyType, notifyTarget } = await form.validateFields(['notifyType', 'notifyTarget'])
    test.mutate({ type: notifyType, target: notifyTarget.trim() })
  }
  return (
    <div className="notice-test">
      {/* What is missing stands at its field. */}
      <Button loading={test.isPending} onClick={() => void handleTest().catch(() => test.reset())}>
        {t('rule.test')}
      </Button>
      {test.error && <Alert type="error" showIcon title={errorText(test.error).text} />}
      {test.data && (
        <Alert
          type={test.data.isSent ? 'success' : 'error'}
          showIcon
          title={t(test.data.isSent ? 'rule.testSent' : 'rule.testFailed')}
          description={test.data.answer}
        />
      )}
    </div>
  )
}
