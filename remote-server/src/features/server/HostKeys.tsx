import type { HostKey } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'
import { SystemText } from './SystemText.tsx'

/** What a successful test found: the machine, and the keys that vouch for it. */
export function HostKeys({ keys, osInfo }: { keys: readonly HostKey[]; osInfo: string }) {
  const { t } = useTranslation('server')
  return (
    <Alert
      type="success"
      showIcon
      title={t('test.connected')}
      description={
        <>
          <SystemText osInfo={osInfo} />
          <ul className="server-keys">
            {keys.map(({ host, port, algorithm, fingerprint, isNew }) => (
              <li key={`${host} ${port}`}>
                <span>
                  <code>
                    {host}:{port}
                  </code>{' '}
                  <span className="wl-faint">{algorithm}</span>
                </span>
                <MonoText canCopy>{fingerprint}</MonoText>
                <span className="wl-faint">{t(isNew ? 'test.keyNew' : 'test.keyKnown')}</span>
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}
