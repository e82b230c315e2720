import { useMutation } from '@tanstack/react-query'
import { type NotificationTemplate, NotificationTest } from '@windlass/shared-kit/contract/notification'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { Alert, Button, Form, Input, Modal } from 'antd'
import type { Draft } from './draft.ts'

interface Props {
  open: boolean
  template: NotificationTemplate
  text: Draft
  onClose: () => void
}

/** Sends what is written now to an address, and says what came back. */
export function TestNotice({ open, template, text, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isActive = usePageActive()
  const { useBy, type } = template
  const test = useMutation({
    mutationFn: (target: string) => call(NotificationTest, { useBy, type, target, ...text }),
  })
  return (
    <Modal
      title={t('notification.test.title', { channel: t(`notification.channel.${type}`) })}
      open={open && isActive}
      footer={null}
      destroyOnHidden
      afterClose={test.reset}
      onCancel={onClose}
    >
      <Form<{ target: string }> layout="vertical" requiredMark={false} onFinish={({ target }) => test.mutate(target)}>
        <Form.Item
          name="target"
          label={t('notification.test.target')}
          extra={t(`notification.targetHint.${type}`)}
          rules={[
            { required: true, whitespace: true, message: t('rule.required', { field: t('notification.test.target') }) },
          ]}
        >
          <Input placeholder={t(`notification.targetExample.${type}`)} maxLength={1000} autoComplete="off" />
        </Form.Item>
        {test.data && (
          <Alert
            className="nt-answer"
            type={test.data.isSent ? 'success' : 'error'}
            showIcon
            title={t(test.data.isSent ? 'notification.test.sent' : 'notification.test.failed')}
            description={test.data.answer}
          />
        )}
        <div className="nt-actions">
          <Button type="primary" htmlType="submit" loading={test.isPending}>
            {t('notification.test.send')}
          </Button>
          <Button onClick={onClose}>{t('notification.test.close')}</Button>
        </div>
      </Form>
    </Modal>
  )
}
