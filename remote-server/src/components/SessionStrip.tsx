import './sessionStrip.css'
import { CloseOutlined, MenuOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'
import { Button, Dropdown } from 'antd'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** One connection of the page: a terminal, a file listing, a configuration that is edited. */
export interface Session {
  key: string
  title: string
  /** How it stands, as a shape before the title. */
  state?: MarkState | undefined
  /** The state in words. */
  stateText?: string | undefined
  /** More about it, for the pointer. */
  hint?: string | undefined
  /** Something is not saved, or has happened while nobody looked. */
  isMarked?: boolean | undefined
}

interface Props {
  /** What the strip holds: "Terminals". */
  label: string
  sessions: readonly Session[]
  activeKey: string | undefined
  onSelect: (key: string) => void
  onClose: (key: string) => void
  /** Behind the last session: the picker that opens another one. */
  picker?: ReactNode
  /** At the far end, always in sight. */
  children?: ReactNode
}

const MIDDLE_BUTTON = 1

/**
 * The sessions of a page side by side. Arrows, Home and End go through them, Delete closes, and so does the middle
 * button of the mouse; when there are more than fit, the strip scrolls and lists them in a menu.
 */
export function SessionStrip(props: Props) {
  const { label, sessions, activeKey, onSelect, picker, children } = props
  const { t } = useTranslation('server')
  const list = useRef<HTMLUListElement>(null)
  useActiveInSight(list, activeKey)
  const items = sessions.map(({ key, title, state, stateText }) => ({
    key,
    label: title,
    icon: state && (
      <StateMark state={state} isBare>
        {stateText}
      </StateMark>
    ),
  }))
  return (
    <div className="session-strip">
      {sessions.length > 1 && (
        <Dropdown
          trigger={['click']}
          menu={{ items, selectedKeys: activeKey ? [activeKey] : [], onClick: ({ key }) => onSelect(key) }}
        >
          <Button
            className="session-all"
            type="text"
            icon={<MenuOutlined />}
            aria-label={t('sessions.all', { label })}
            title={t('sessions.all', { label })}
          />
        </Dropdown>
      )}
      <ul ref={list} aria-label={label}>
        {sessions.map((session) => (
          <SessionItem key={session.key} session={session} {...props} />
        ))}
      </ul>
      {picker && <div className="session-picker">{picker}</div>}
      {children && <div className="session-tools">{children}</div>}
    </div>
  )
}

const buttonsOf = (list: HTMLElement | null | undefined) => [
  ...(list?.querySelectorAll<HTMLElement>('.session-name') ?? []),
]

function SessionItem({ session, sessions, activeKey, onSelect, onClose }: Props & { session: Session }) {
  const { t } = useTranslation('server')
  const { key, title, state, stateText, hint, isMarked } = session
  const isActive = key === activeKey
  const handleAuxClick = (event: MouseEvent) => {
    if (event.button !== MIDDLE_BUTTON) return
    event.preventDefault()
    onClose(key)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const index = sessions.indexOf(session)
    const targets: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: sessions.length - 1,
    }
    const target = targets[event.key]
    if (event.key === 'Delete') onClose(key)
    else if (target === undefined) return
    else buttonsOf(event.currentTarget.closest('ul'))[target]?.focus()
    event.preventDefault()
  }
  return (
    <li data-active={isActive} data-marked={isMarked}>
      <button
        type="button"
        className="session-name"
        aria-current={isActive ? 'true' : undefined}
        // One stop for the Tab key; the arrows do the rest.
        tabIndex={isActive || (activeKey === undefined && session === sessions[0]) ? 0 : -1}
        title={hint ?? title}
        onClick={() => onSelect(key)}
        onAuxClick={handleAuxClick}
        onMouseDown={(event) => event.button === MIDDLE_BUTTON && event.preventDefault()}
        onKeyDown={handleKeyDown}
      >
        {state && (
          <StateMark state={state} isBare>
            {stateText}
          </StateMark>
        )}
        <span className="session-title">{title}</span>
        {isMarked && <span className="session-mark" title={t('sessions.marked')} />}
      </button>
      <button
        type="button"
        className="wl-close session-close"
        // Reached by Delete on the session itself.
        tabIndex={-1}
        aria-label={t('sessions.close', { title })}
        title={t('sessions.close', { title })}
        onClick={() => onClose(key)}
      >
        <CloseOutlined />
      </button>
    </li>
  )
}

/** Scrolls to the session that was chosen, and lets a wheel that turns one way only go sideways. */
function useActiveInSight(list: RefObject<HTMLUListElement | null>, activeKey: string | undefined) {
  useEffect(() => {
    if (activeKey === undefined) return
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [list, activeKey])
  useEffect(() => {
    const element = list.current
    if (!element) return
    const scroll = (event: WheelEvent) => {
      if (event.deltaX === 0) element.scrollLeft += event.deltaY
    }
    element.addEventListener('wheel', scroll, { passive: true })
    return () => element.removeEventListener('wheel', scroll)
  }, [list])
}
