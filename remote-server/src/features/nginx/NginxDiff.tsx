import { DiffView } from '@windlass/shared-kit/editor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Modal, Skeleton } from 'antd'
import { Suspense, useState } from 'react'

interface Side {
  name: string
  text: string
}

interface Props {
  title: string
  here: Side
  there: Side
  verb: string
  note: string
  isDanger?: boolean
  other?: { verb: string; onClick: () => void }
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** What differs, before it is done. */
export function NginxDiff({ title, here, there, verb, note, isDanger = false, other, onConfirm, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [isRunning, setRunning] = useState(false)
  const confirm = async () => {
    setRunning(true)
    await onConfirm()
    setRunning(false)
  }
  return (
    <Modal
      title={title}
      open={isActive}
      width={isMobile ? '100%' : '80%'}
      onCancel={onClose}
      footer={
        <div className="wl-dialog-footer">
          <Button onClick={onClose}>{t('nginx.back')}</Button>
          {other && <Button onClick={other.onClick}>{other.verb}</Button>}
          <Button type="primary" danger={isDanger} loading={isRunning} onClick={() => void confirm()}>
            {verb}
          </Button>
        </div>
      }
    >
      <p>{note}</p>
      <div className="text-diff">
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
          <DiffView
            here={here.text}
            there={there.text}
            hereName={here.name}
            thereName={there.name}
            isSideBySide={!isMobile}
          />
        </Suspense>
      </div>
    </Modal>
  )
}
