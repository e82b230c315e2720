import { EyeOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUser } from '@windlass/shared-kit/session'
import type { LiveTerminal } from './LiveTerminal.ts'
import type { PaneState } from './paneState.ts'
import { useSessionActions } from './useSessions.ts'

interface Props {
  live: LiveTerminal
  state: PaneState
}

/** Whose terminal it is, or who else is at one's own: nobody types under somebody's eyes without knowing. */
export function PeopleBar({ live, state: { people, session, link } }: Props) {
  const { t } = useTranslation('server')
  const { id } = useUser()
  const { removeGuest } = useSessionActions()
  if (!session || link.phase !== 'open') return null
  if (live.isGuest) {
    const name = people.find(({ role }) => role === 'owner')?.name ?? ''
    return (
      <output className="terminal-people" data-role={session.role}>
        <EyeOutlined /> {t(`terminal.guest.${session.role === 'view' ? 'view' : 'control'}`, { name })}
      </output>
    )
  }
  const others = people.filter(({ userId, isHere }) => userId !== id && isHere)
  const showOut = (userId: number) =>
    removeGuest({ session: session.session, userId }).catch((error: unknown) => console.warn('the guest stays', error))
  return others.map(({ userId, name, role }) => (
    <output key={userId} className="terminal-people" data-role={role}>
      <EyeOutlined /> {t(`terminal.watched.${role === 'control' ? 'control' : 'view'}`, { name })}
      <button type="button" onClick={() => void showOut(userId)}>
        {t('terminal.showOut')}
      </button>
    </output>
  ))
}
