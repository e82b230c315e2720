import { DiffView } from '@windlass/shared-kit/editor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer, Skeleton } from 'antd'
import { Suspense } from 'react'
import { useFileDiff } from './useCompare.ts'

interface Props {
  projectId: number
  of: { serverId: number; filePath: string } | undefined
  serverName: string
  onClose: () => void
}

/** The lines of one file in the working copy and on a server: side by side, one below the other on a phone. */
export function DiffDrawer({ projectId, of, serverName, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const diff = useFileDiff(projectId, of)
  const { data } = diff
  const encodings = data ? [data.srcEncoding, data.distEncoding] : []
  const isUsual = encodings.every((encoding) => encoding === 'UTF-8')
  return (
    <Drawer
      title={<span className="wl-mono">{of?.filePath}</span>}
      open={of !== undefined && isActive}
      size={isMobile ? '100%' : '92%'}
      closable={{ 'aria-label': t('close') }}
      destroyOnHidden
      onClose={onClose}
      classNames={{ body: 'dp-diff-body' }}
      extra={
        data && (
          <>
            <CopyButton text={data.srcText} label={t('compare.copyHere')} />
            <CopyButton text={data.distText} label={t('compare.copyThere', { name: serverName })} />
          </>
        )
      }
    >
      <LoadState of={diff} permission={t('permission.FileCompare')}>
        {data && (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
            {!isUsual && (
              <p className="wl-faint">{t('compare.encodings', { here: data.srcEncoding, there: data.distEncoding })}</p>
            )}
            <DiffView
              here={data.srcText}
              there={data.distText}
              hereName={t('compare.workingCopy')}
              thereName={serverName || t('compare.server')}
              isSideBySide={!isMobile}
            />
          </Suspense>
        )}
      </LoadState>
    </Drawer>
  )
}
