import type { NginxVersion } from '@windlass/shared-kit/contract/nginx'
import { DiffView } from '@windlass/shared-kit/editor'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { useNginxVersion, useNginxVersions } from './useNginx.ts'

interface Props {
  serverId: number
  file: string
  /** What is in the editor. */
  text: string
  mayRestore: boolean
  onRestore: (text: string) => void
  onClose: () => void
}

/** The states of a file that the console knows, each against what is in the editor. */
export function NginxVersions({ serverId, file, text, mayRestore, onRestore, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const versions = useNginxVersions(serverId, file)
  const [chosen, setChosen] = useState<number>()
  const id = chosen ?? versions.data?.[0]?.id
  const version = useNginxVersion(id)
  const content = version.data?.content
  return (
    <Drawer
      title={t('nginx.versionsTitle', { name: file })}
      open={isActive}
      size={isMobile ? '100%' : '80%'}
      closable={{ 'aria-label': t('nginx.close') }}
      extra={
        mayRestore && (
          <Button
            type="primary"
            disabled={content === undefined || content === text}
            onClick={() => content !== undefined && onRestore(content)}
          >
            {t('nginx.restore')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <LoadState of={versions}>
        {versions.data?.length === 0 && (
          <EmptyState title={t('nginx.noVersionsTitle')} explanation={t('nginx.noVersionsExplanation')} />
        )}
        <div className="nginx-versions">
          <VersionList rows={versions.data ?? []} chosen={id} onChoose={setChosen} />
          {content !== undefined && (
            <div className="nginx-diff">
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
                <DiffView
                  key={id}
                  here={content}
                  there={text}
                  hereName={t('nginx.thisVersion')}
                  thereName={t('nginx.inEditor')}
                  isSideBySide={!isMobile}
                />
              </Suspense>
            </div>
          )}
        </div>
      </LoadState>
    </Drawer>
  )
}

interface ListProps {
  rows: readonly NginxVersion[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

function VersionList({ rows, chosen, onChoose }: ListProps) {
  const { t } = useTranslation('server')
  return (
    <ul aria-label={t('nginx.versions')}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" aria-pressed={row.id === chosen} onClick={() => onChoose(row.id)}>
            <strong>{t(`nginx.action.${row.action}`)}</strong> {row.userName}
            <small>
              <TimeText value={row.insertTime} /> · {formatBytes(row.size)}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
