import { CloseOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Dropdown, type MenuProps } from 'antd'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { addressOf, type Tab } from './tabs.ts'
import { useTabs } from './useTabs.ts'

/** One tab per visited page; scrolls when there are more than fit. */
export function TabStrip() {
  const { t } = useTranslation('host')
  const strip = useRef<HTMLElement>(null)
  const { tabs, activePath, ...actions } = useTabs()

  useEffect(() => {
    strip.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const scroll = (event: WheelEvent) => {
      // A mouse wheel only turns one way; here the long way is sideways.
      if (event.deltaX === 0) element.scrollLeft += event.deltaY
    }
    element.addEventListener('wheel', scroll, { passive: true })
    return () => element.removeEventListener('wheel', scroll)
  }, [])

  const menuOf = (tab: Tab): MenuProps['items'] => [
    { key: 'refresh', label: t('tabs.refresh'), onClick: () => actions.refresh(tab) },
    ...(tab.route.pinned ? [] : [{ key: 'close', label: t('tabs.close'), onClick: () => actions.close(tab.path) }]),
    { key: 'others', label: t('tabs.closeOthers'), onClick: () => actions.closeOthers(tab) },
    { key: 'all', label: t('tabs.closeAll'), onClick: () => actions.closeAll(tab) },
  ]
  return (
    <nav className="tab-strip" ref={strip} aria-label={t('tabs.name')}>
      {tabs.map((tab) => (
        <Dropdown key={tab.path} trigger={['contextMenu']} menu={{ items: menuOf(tab) }}>
          {/* The menu needs an element it can hold on to. */}
          <span className="tab-holder">
            <TabItem tab={tab} isActive={tab.path === activePath} onClose={() => actions.close(tab.path)} />
          </span>
        </Dropdown>
      ))}
    </nav>
  )
}

interface ItemProps {
  tab: Tab
  isActive: boolean
  onClose: () => void
}

const MIDDLE_BUTTON = 1

function TabItem({ tab, isActive, onClose }: ItemProps) {
  const { t } = useTranslation('host')
  const titleOf = useAreaTitle()
  const title = tab.title ?? titleOf(tab.route.area, tab.route.title)
  const isClosable = !tab.route.pinned
  const handleAuxClick = (event: MouseEvent) => {
    if (event.button !== MIDDLE_BUTTON || !isClosable) return
    event.preventDefault()
    onClose()
  }
  return (
    <span className="tab" data-active={isActive}>
      <Link to={addressOf(tab)} aria-current={isActive ? 'page' : undefined} onAuxClick={handleAuxClick}>
        {title}
      </Link>
      {isClosable && (
        <button
          type="button"
          className="wl-close tab-close"
          aria-label={t('tabs.closeNamed', { title })}
          onClick={onClose}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  )
}
