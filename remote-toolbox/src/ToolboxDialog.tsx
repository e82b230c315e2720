import { useTranslation } from '@windlass/shared-kit/i18n'
import type { DialogProps } from '@windlass/shared-kit/remote'
import { Modal } from 'antd'

export default function ToolboxDialog({ item, open, onClose }: DialogProps) {
  const { t } = useTranslation('toolbox')
  return (
    <Modal open={open} onCancel={onClose} footer={null} mask={{ closable: false }}>
      {t(`route.${item}`)}
    </Modal>
  )
}
