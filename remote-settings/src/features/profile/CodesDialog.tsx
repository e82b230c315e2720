import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'

interface Props {
  /** Empty while there is nothing to show. */
  codes: readonly string[]
  onClose: () => void
}

/** The recovery codes, which are shown this one time: closed only by somebody who says that he kept them. */
export function CodesDialog({ codes, onClose }: Props) {
  const { t } = useTranslation('settings')
  const [isKept, setKept] = useState(false)
  const text = `${codes.join('\n')}\n`
  const handleClose = () => {
    setKept(false)
    onClose()
  }
  return (
    <Modal
      title={t('factor.codesTitle')}
      open={codes.length > 0}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={440}
      destroyOnHidden
      footer={
        <Button type="primary" disabled={!isKept} onClick={handleClose}>
          {t('factor.done')}
        </Button>
      }
    >
      <p>{t('factor.codesNote')}</p>
      <ol className="profile-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="profile-actions">
        <CopyButton isWide text={text} label={t('factor.copyCodes')} />
        <Button
          download="windlass-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t('factor.download')}
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
        {t('factor.kept')}
      </Checkbox>
    </Modal>
  )
}
