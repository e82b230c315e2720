import type { OutputOf } from '@windlass/shared-kit/contract'
import type { TerminalSession, TerminalShare } from '@windlass/shared-kit/contract/terminal'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useAtomValue, useUser } from '@windlass/shared-kit/session'
import { CopyButton, StateMark, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { useSessionActions, useSessions } from './useSessions.ts'

const MINUTES = [15, 60, 240, 480] as const
const WIDTH_PX = 480

type Ticket = OutputOf<typeof TerminalShare>

/** The address that lets somebody in. */
function linkOf(session: string, ticket: string): string {
  const url = new URL(location.href)
  url.hash = `/server/terminal?${new URLSearchParams({ session, ticket })}`
  return url.href
}

/** Lets others look at a terminal or type into it, and shows them out again. */
export function ShareDrawer({ live, onClose }: { live: LiveTerminal; onClose: () => void }) {
  const { t } = useTranslation('server')
  const isActive = usePageActive()
  const isMobile = useIsMobile()
  const { session } = useAtomValue(live.stateAtom)
  const row = useSessions().data?.find((one) => one.session === session?.session)
  if (!session) return null
  return (
    <Drawer
      open={isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      title={t('terminal.sharing.title', { name: session.serverName })}
      onClose={onClose}
    >
      <div className="terminal-sharing">
        <NewShare session={session.session} />
        <People live={live} session={session.session} />
        <Shares session={session.session} shares={row?.shares ?? []} />
      </div>
    </Drawer>
  )
}

function NewShare({ session }: { session: string }) {
  const { t } = useTranslation('server')
  const { share } = useSessionActions()
  const [mode, setMode] = useState<'view' | 'control'>('view')
  const [minutes, setMinutes] = useState<number>(MINUTES[1])
  const [made, setMade] = useState<Ticket>()
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    try {
      setMade(await share({ session, mode, minutes }))
    } catch (error) {
      // The transport has told why.
      console.warn('the terminal is not shared', error)
    } finally {
      setMaking(false)
    }
  }
  return (
    <section>
      <Radio.Group
        aria-label={t('terminal.sharing.mode')}
        value={mode}
        onChange={({ target }) => {
          setMode(target.value === 'control' ? 'control' : 'view')
          setMade(undefined)
        }}
        options={[
          { value: 'view', label: t('terminal.sharing.view') },
          { value: 'control', label: t('terminal.sharing.control') },
        ]}
      />
      <p className="wl-faint">{t(`terminal.sharing.${mode}Hint`)}</p>
      <div className="terminal-share-row">
        <Select
          aria-label={t('terminal.sharing.minutes')}
          value={minutes}
          onChange={(value) => {
            setMinutes(value)
            setMade(undefined)
          }}
          options={MINUTES.map((value) => ({ value, label: t('terminal.sharing.for', { count: value }) }))}
        />
        <Button type="primary" loading={isMaking} onClick={() => void make()}>
          {t('terminal.sharing.make')}
        </Button>
      </div>
      {made && <ShareLink address={linkOf(session, made.ticket)} />}
    </section>
  )
}

function ShareLink({ address }: { address: string }) {
  const { t } = useTranslation('server')
  return (
    <div className="terminal-share-link">
      <Input
        readOnly
        className="wl-mono"
        aria-label={t('terminal.sharing.link')}
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton isWide text={address} label={t('terminal.sharing.copy')} />
      <p className="wl-faint">{t('terminal.sharing.once')}</p>
    </div>
  )
}

function People({ live, session }: { live: LiveTerminal; session: string }) {
  const { t } = useTranslation('server')
  const { id } = useUser()
  const { removeGuest } = useSessionActions()
  const { people } = useAtomValue(live.stateAtom)
  const guests = people.filter(({ userId }) => userId !== id)
  const showOut = (userId: number) =>
    removeGuest({ session, userId }).catch((error: unknown) => console.warn('the guest stays', error))
  return (
    <section>
      <h3>{t('terminal.sharing.people')}</h3>
      {guests.length === 0 && <p className="wl-faint">{t('terminal.sharing.nobody')}</p>}
      <ul className="terminal-sessions">
        {guests.map(({ userId, name, role, isHere }) => (
          <li key={userId}>
            <b>{name}</b>
            <StateMark state={isHere ? 'success' : 'disabled'}>
              {t(isHere ? `terminal.role.${role}` : 'terminal.sharing.away')}
            </StateMark>
            <span className="terminal-row-actions">
              <Button size="small" onClick={() => void showOut(userId)}>
                {t('terminal.showOut')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Shares({ session, shares }: { session: string; shares: TerminalSession['shares'] }) {
  const { t } = useTranslation('server')
  const { unshare } = useSessionActions()
  if (shares.length === 0) return null
  const stop = (id?: number) =>
    unshare({ session, ...(id !== undefined && { id }) }).catch((error: unknown) =>
      console.warn('the share stays', error),
    )
  return (
    <section>
      <h3>{t('terminal.sharing.shares')}</h3>
      <ul className="terminal-sessions">
        {shares.map(({ id, mode, endTime }) => (
          <li key={id}>
            <b>{t(`terminal.role.${mode}`)}</b>
            <span>
              {t('terminal.sharing.until')} <TimeText value={endTime} />
            </span>
            <span className="terminal-row-actions">
              <Button size="small" onClick={() => void stop(id)}>
                {t('terminal.sharing.revoke')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {shares.length > 1 && (
        <Button danger onClick={() => void stop()}>
          {t('terminal.sharing.revokeAll')}
        </Button>
      )}
    </section>
  )
}
