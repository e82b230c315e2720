import { useTranslation } from '@windlass/shared-kit/i18n'
import { clearLoginMarker, useAtom } from '@windlass/shared-kit/session'
import { Button, Modal } from 'antd'
import { signInAgainAtom } from './errorCatalogue.ts'

const reload = () => {
  clearLoginMarker()
  location.reload()
}

/** The session is over. Closing leaves the page as it is, so that nothing typed is lost (Specification 8). */
export function SignInAgainDialog() {
  const { t } = useTranslation('host')
  const [reason, setReason] = useAtom(signInAgainAtom)
  return (
    <Modal
      open={reason !== null}
      title={t('signInAgain.title')}
      onCancel={() => setReason(null)}
      footer={
        <Button type="primary" onClick={reload}>
          {t('signInAgain.action')}
        </Button>
      }
    >
      {reason}
    </Modal>
  )
}
