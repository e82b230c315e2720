import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'

interface Props {
  /** What would be lost, said to a person. */
  risks: readonly string[]
  onStay: () => void
  onClose: () => void
}

/** Asked before the box is closed, only when something would be lost. */
export function CloseQuestion({ risks, onStay, onClose }: Props) {
  const { t } = useTranslation('toolbox')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <Alert
      className="toolbox-question"
      type="warning"
      showIcon
      role="alertdialog"
      aria-label={t('close.question')}
      title={t('close.question')}
      description={
        <>
          {risks.map((risk) => (
            <p key={risk}>{risk}</p>
          ))}
          <div className="toolbox-buttons">
            <Button ref={stay} type="primary" onClick={onStay}>
              {t('close.stay')}
            </Button>
            <Button onClick={onClose}>{t('close.close')}</Button>
          </div>
        </>
      }
    />
  )
}
