import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { TextVersions } from '../../components/text/TextVersions.tsx'
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
        <TextVersions
          label={t('nginx.versions')}
          rows={versions.data ?? []}
          chosen={id}
          onChoose={setChosen}
          actionOf={({ action }) => t(`nginx.action.${action}`)}
          factsOf={({ size }) => formatBytes(size)}
          version={{ text: content, name: t('nginx.thisVersion') }}
          edited={{ text, name: t('nginx.inEditor') }}
        />
      </LoadState>
    </Drawer>
  )
}
