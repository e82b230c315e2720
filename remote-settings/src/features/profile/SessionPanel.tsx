import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type OwnSession,
  OwnSessionEnd,
  OwnSessionEndOthers,
  OwnSessionList,
} from '@windlass/shared-kit/contract/ownSession'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, LoadState, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { deviceOf } from './deviceOf.ts'

const KEY = ['profile', 'sessions']

function useSessions() {
  const client = useQueryClient()
  const changed = { onSettled: () => client.invalidateQueries({ queryKey: KEY }) }
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(OwnSessionList, {}, { signal }),
    select: (data) => data.list,
  })
  const end = useMutation({ mutationFn: (id: string) => call(OwnSessionEnd, { id }), ...changed })
  const endOthers = useMutation({ mutationFn: () => call(OwnSessionEndOthers), ...changed })
  return { list, end: end.mutateAsync, endOthers: endOthers.mutateAsync }
}

/** Where the user is signed in. */
export function SessionPanel() {
  const { t } = useTranslation('settings')
  const sessions = useSessions()
  const [isAsking, setAsking] = useState(false)
  const [ending, setEnding] = useState<OwnSession>()
  const rows = sessions.list.data ?? []
  return (
    <section className="profile-panel" aria-labelledby="profile-sessions">
      <header className="profile-head">
        <h2 id="profile-sessions">{t('session.title')}</h2>
        {rows.length > 1 && (
          <Button danger onClick={() => setAsking(true)}>
            {t('session.endOthers')}
          </Button>
        )}
      </header>
      <p className="wl-faint">{t('session.explanation')}</p>
      <LoadState of={sessions.list}>
        <ul className="profile-list">
          {rows.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={setEnding} />
          ))}
        </ul>
      </LoadState>
      <ConfirmDanger
        open={isAsking}
        title={t('session.endOthersTitle')}
        explanation={t('session.endOthersExplanation', { count: rows.length - 1 })}
        verb={t('session.endOthers')}
        onConfirm={async () => {
          await sessions.endOthers()
          toast.success(t('session.othersEnded'))
        }}
        onClose={() => setAsking(false)}
      />
      <ConfirmDanger
        open={ending !== undefined}
        title={t('session.endTitle', { device: deviceOf(ending?.userAgent ?? '') })}
        explanation={t('session.endExplanation')}
        verb={t('session.end')}
        onConfirm={async () => ending && sessions.end(ending.id)}
        onClose={() => setEnding(undefined)}
      />
    </section>
  )
}

function SessionLine({ session, onEnd }: { session: OwnSession; onEnd: (session: OwnSession) => void }) {
  const { t } = useTranslation('settings')
  const { userAgent, isCurrent, way, remoteAddress, seenAddress, insertTime, seenTime } = session
  return (
    <li>
      <div>
        <b title={userAgent}>{deviceOf(userAgent)}</b> {isCurrent && <Tag color="blue">{t('session.current')}</Tag>}
        <p className="wl-faint">
          {t('session.started')} <TimeText value={insertTime} /> {t('session.from')}{' '}
          <MonoText>{remoteAddress}</MonoText>
          {way !== '' && ` · ${t(`session.way.${way}`, { defaultValue: way })}`}
        </p>
        <p className="wl-faint">
          {t('session.seen')} <TimeText value={seenTime} />
          {seenAddress !== remoteAddress && (
            <>
              {' '}
              {t('session.from')} <MonoText>{seenAddress}</MonoText>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button type="text" danger onClick={() => onEnd(session)}>
          {t('session.end')}
        </Button>
      )}
    </li>
  )
}
