import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { RunPanel } from '../../components/run/RunPanel.tsx'

const WIDTH_PX = 900

/** A run of the past, to read; 0 is none. */
export function PastRun({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('run.title')}
      open={id > 0 && isActive}
      destroyOnHidden={id === 0}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('run.close') }}
      onClose={onClose}
    >
      {id > 0 && <RunPanel key={id} id={id} onClose={onClose} />}
    </Drawer>
  )
}
