import { TOOLBOX_WIDTH_PX } from '@windlass/shared-kit/contract/limits'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Modal } from 'antd'
import { useState } from 'react'
import { CloseQuestion } from './CloseQuestion.tsx'
import { Toolbox, type ToolboxProps } from './Toolbox.tsx'

interface Props extends Omit<ToolboxProps, 'isShown' | 'onRiskChange' | 'takesFocus'> {
  open: boolean
  onClose: () => void
}

/**
 * The box as a dialog: 600 px, the whole window when narrow, not closed by a click beside it (Specification 2). Closing
 * frees it, with workers and opened files; inputs are remembered, and for what is not, it asks first.
 */
export function ToolboxModal({ open, onClose, ...box }: Props) {
  const { t } = useTranslation('toolbox')
  const isMobile = useIsMobile()
  const [risks, setRisks] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    onClose()
  }
  // Escape answers the question by staying.
  const ask = () => (risks.length > 0 ? setAsking(!isAsking) : close())
  return (
    <Modal
      className="toolbox-dialog"
      title={t('route.toolbox')}
      open={open}
      onCancel={ask}
      footer={null}
      width={isMobile ? '100%' : TOOLBOX_WIDTH_PX}
      rootClassName={isMobile ? 'toolbox-full' : undefined}
      mask={{ closable: false }}
      destroyOnHidden
      keyboard
      focusable={{ trap: true }}
    >
      {isAsking && risks.length > 0 && <CloseQuestion risks={risks} onStay={() => setAsking(false)} onClose={close} />}
      <Toolbox {...box} isShown={open} takesFocus={!isMobile} onRiskChange={setRisks} />
    </Modal>
  )
}
