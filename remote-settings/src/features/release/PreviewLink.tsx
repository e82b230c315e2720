import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { CopyButton, TimeText } from '@windlass/shared-kit/ui'
import { Button, Input, Modal } from 'antd'

interface Props {
  /** The link just made; absent while there is none. */
  made: { link: string; name: string; expireTime: string } | undefined
  onClose: () => void
}

/** Hands over a link that is shown this once. */
export function PreviewLink({ made, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isActive = usePageActive()
  return (
    <Modal
      title={t('release.preview.ready', { name: made?.name })}
      open={made !== undefined && isActive}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      focusable={{ trap: true }}
    >
      {made && (
        <>
          <p>{t('release.preview.once', { name: made.name })}</p>
          <p className="wl-faint">
            {t('release.preview.until')} <TimeText value={made.expireTime} />
          </p>
          <Input
            className="wl-mono"
            readOnly
            aria-label={t('release.preview.link')}
            value={made.link}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
      <div className="wl-dialog-footer">
        <Button onClick={onClose}>{t('release.close')}</Button>
        {made && <CopyButton text={made.link} label={t('release.preview.copy')} isWide />}
      </div>
    </Modal>
  )
}
