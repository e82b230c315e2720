import type { ServerRow } from '@windlass/shared-kit/contract/server'
import type { HostKeyPlace } from '@windlass/shared-kit/contract/serverDiagnosis'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, LoadState, type MarkState, MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { ChangedHostKey } from './ChangedHostKey.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { useHostKeys } from './useServers.ts'

interface Props {
  /** Absent while the drawer is closed. */
  server: ServerRow | undefined
  onClose: () => void
}

/** By which key each host on the way is known, and who came to trust it when. */
export function HostKeysDrawer({ server, onClose }: Props) {
  const { t } = useTranslation('server')
  return (
    <SideDrawer
      title={t('keys.title', { name: server?.name })}
      closeText={t('keys.close')}
      open={server !== undefined}
      onClose={onClose}
    >
      {server && <Places server={server} />}
    </SideDrawer>
  )
}

function Places({ server }: { server: ServerRow }) {
  const { t } = useTranslation('server')
  const { list, accept } = useHostKeys(server.id)
  return (
    <LoadState of={list} permission={t('server.permission')}>
      <p className="wl-faint">{t('keys.explanation')}</p>
      {(list.data ?? []).map((place, index, all) => (
        <section key={`${place.host} ${place.port}`} className="server-steps">
          <h2>
            {t(index === all.length - 1 ? 'test.target' : 'test.jump', { number: index + 1 })}{' '}
            <MonoText>{`${place.host}:${place.port}`}</MonoText>
          </h2>
          {place.presentedFingerprint !== '' && (
            <ChangedHostKey
              change={{ ...place, known: place.fingerprint, presented: place.presentedFingerprint }}
              onAccept={() => accept({ host: place.host, port: place.port, fingerprint: place.presentedFingerprint })}
            />
          )}
          <Known place={place} />
        </section>
      ))}
    </LoadState>
  )
}

const MARKS: Readonly<Record<HostKeyPlace['events'][number]['kind'], MarkState>> = {
  pinned: 'success',
  accepted: 'success',
  changed: 'failed',
}

function Known({ place }: { place: HostKeyPlace }) {
  const { t } = useTranslation('server')
  if (place.fingerprint === '') {
    return <EmptyState title={t('keys.noneTitle')} explanation={t('keys.noneExplanation')} />
  }
  return (
    <>
      <p className="server-known-key">
        <span className="wl-faint">{place.algorithm}</span>
        <MonoText canCopy>{place.fingerprint}</MonoText>
      </p>
      <ol className="server-history" aria-label={t('keys.history')}>
        {place.events.map(({ kind, fingerprint, userName, insertTime }) => (
          <li key={`${insertTime} ${kind} ${fingerprint}`}>
            <span className="server-step-line">
              <StateMark state={MARKS[kind]}>{t(`keys.events.${kind}`, { name: userName })}</StateMark>
              <span className="server-step-time wl-faint">
                <TimeText value={insertTime} />
              </span>
            </span>
            <MonoText>{fingerprint}</MonoText>
          </li>
        ))}
      </ol>
    </>
  )
}
