import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'

const WIDTH_PX = 480

interface Props {
  open: boolean
  title: string
  /** What happens to whom. */
  explanation: ReactNode
  verb: string
  /** Closes when it resolves; stays open when it throws, because the transport has told why. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** The question before a step that many people notice, but that can be taken back: Enter confirms. */
export function ConfirmChange({ open, title, explanation, verb, onConfirm, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isActive = usePageActive()
  const [isRunning, setRunning] = useState(false)

  const handleConfirm = async () => {
    setRunning(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      console.warn('the confirmed change failed', error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      title={title}
      open={open && isActive}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
      width={WIDTH_PX}
      focusable={{ trap: true }}
    >
      <div className="wl-danger-text">{explanation}</div>
      <div className="wl-dialog-footer">
        <Button onClick={onClose}>{t('cancel')}</Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened for this one button */}
        <Button type="primary" autoFocus loading={isRunning} onClick={handleConfirm}>
          {verb}
        </Button>
      </div>
    </Modal>
  )
}
