import { DiffView } from '@windlass/shared-kit/editor'
import { formatDateTime, useTranslation } from '@windlass/shared-kit/i18n'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Modal, Skeleton } from 'antd'
import { Suspense } from 'react'
import type { Conflict } from './useFileText.ts'

interface Props {
  name: string
  mine: string
  conflict: Conflict
  onReplace: () => void
  onReload: () => void
  onClose: () => void
}

/** Somebody changed the file since it was opened: what differs, and what to do about it. */
export function ConflictDialog({ name, mine, conflict, onReplace, onReload, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const { text, time, version } = conflict
  const isGone = version === ''
  return (
    <Modal
      title={t(isGone ? 'sftp.conflict.gone' : 'sftp.conflict.title', { name })}
      open
      width={isMobile ? '100%' : '80%'}
      onCancel={onClose}
      footer={
        <div className="wl-dialog-footer">
          <Button onClick={onClose}>{t('sftp.conflict.back')}</Button>
          {!isGone && <Button onClick={onReload}>{t('sftp.conflict.reload')}</Button>}
          <Button type="primary" danger onClick={onReplace}>
            {t(isGone ? 'sftp.conflict.create' : 'sftp.conflict.replace')}
          </Button>
        </div>
      }
    >
      <p>
        {isGone
          ? t('sftp.conflict.goneExplanation')
          : t('sftp.conflict.explanation', { time: formatDateTime(time * 1000) })}
      </p>
      {text !== undefined && (
        // It takes its room from the start: nothing moves away from under the pointer when the texts are there.
        <div className="sftp-conflict">
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
            <DiffView
              here={text}
              there={mine}
              hereName={t('sftp.conflict.theirs')}
              thereName={t('sftp.conflict.mine')}
              isSideBySide={!isMobile}
            />
          </Suspense>
        </div>
      )}
    </Modal>
  )
}
