import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import { useState } from 'react'

const REASON_LENGTH = 200

interface Props {
  row: RemoteOverview
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Turning an area off needs a reason, which people read in its place, and its name typed. */
export function TurnOffDialog({ row, onConfirm, onClose }: Props) {
  const { t } = useTranslation('settings')
  const [reason, setReason] = useState('')
  const { remote, users } = row
  const field = t('release.turnOff.reason')
  const handleConfirm = async () => {
    await onConfirm(reason.trim())
    toast.success(t('release.turnOff.done', { remote }))
  }
  return (
    <ConfirmDanger
      open
      title={t('release.turnOff.title', { remote })}
      explanation={
        <>
          <p>{t('release.turnOff.who', { count: users, remote })}</p>
          {/* Inside the form of the question: it is not sent while the reason is missing. */}
          <Form.Item
            className="rl-reason"
            layout="vertical"
            name="reason"
            label={field}
            extra={t('release.turnOff.reasonHint')}
            rules={[{ required: true, whitespace: true, message: t('rule.required', { field }) }]}
          >
            <Input.TextArea
              maxLength={REASON_LENGTH}
              showCount
              autoSize={{ minRows: 2, maxRows: 4 }}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
        </>
      }
      verb={t('release.turnOff.verb')}
      nameToType={remote}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  )
}
