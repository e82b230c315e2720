import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Diagnosis } from '@windlass/shared-kit/contract/serverDiagnosis'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, MonoText } from '@windlass/shared-kit/ui'
import { Alert, Button } from 'antd'
import { useState } from 'react'

/** A host that showed another key than the one known for it. */
type Change = NonNullable<Diagnosis['changedHostKey']>

interface Props {
  change: Change
  onAccept: () => Promise<unknown>
}

/** A hard stop: a changed key means a rebuilt machine or somebody in between, and only a person can tell which. */
export function ChangedHostKey({ change, onAccept }: Props) {
  const { t } = useTranslation('server')
  const [isAsking, setAsking] = useState(false)
  const address = `${change.host}:${change.port}`
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={t('hostKey.title', { address })}
        description={
          <>
            <p>{t('hostKey.explanation')}</p>
            <Fingerprints change={change} />
            <Can any={[Permission.EditServer]} fallback={<p className="wl-faint">{t('hostKey.notAllowed')}</p>}>
              <Button danger onClick={() => setAsking(true)}>
                {t('hostKey.accept')}
              </Button>
            </Can>
          </>
        }
      />
      <ConfirmDanger
        open={isAsking}
        title={t('hostKey.acceptTitle', { address })}
        explanation={
          <>
            <p>{t('hostKey.acceptExplanation')}</p>
            <pre className="server-command">{`ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`}</pre>
            <Fingerprints change={change} />
          </>
        }
        verb={t('hostKey.accept')}
        onConfirm={onAccept}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function Fingerprints({ change }: { change: Change }) {
  const { t } = useTranslation('server')
  return (
    <dl className="server-fingerprints">
      <dt>{t('hostKey.known')}</dt>
      <dd>
        <MonoText>{change.known}</MonoText>
      </dd>
      <dt>{t('hostKey.presented')}</dt>
      <dd>
        <MonoText>{change.presented}</MonoText>
      </dd>
    </dl>
  )
}
