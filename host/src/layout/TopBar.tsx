import { MenuOutlined, SearchOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useSetAtom } from '@windlass/shared-kit/session'
import { WindlassMark } from '@windlass/shared-kit/theme'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Tooltip } from 'antd'
import { Link } from 'react-router-dom'
import { DialogMenus } from './DialogMenus.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { LiveMark } from './LiveMark.tsx'
import { NamespaceMenu } from './NamespaceMenu.tsx'
import { useSidebar } from './sidebarState.ts'
import { ThemeMenu } from './ThemeMenu.tsx'
import { TopMenu } from './TopMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { overlayAtom } from './useShortcuts.ts'

/** Where one is, where one can go, and who one is. */
export function TopBar() {
  const { t } = useTranslation('host')
  const isMobile = useIsMobile()
  const sidebar = useSidebar()
  const openOverlay = useSetAtom(overlayAtom)
  return (
    <header className="top-bar">
      <Tooltip title={t('menu')}>
        <Button
          type="text"
          icon={<MenuOutlined />}
          aria-label={t('menu')}
          aria-expanded={sidebar.isOpen}
          onClick={sidebar.toggle}
        />
      </Tooltip>
      <Link to="/" className="top-bar-mark" aria-label="Windlass">
        <WindlassMark size={22} />
      </Link>
      <NamespaceMenu />
      {isMobile ? <span className="top-bar-fill" /> : <TopMenu />}
      <button
        type="button"
        className="top-bar-search"
        aria-label={isMobile ? t('search') : undefined}
        onClick={() => openOverlay('palette')}
      >
        <SearchOutlined />
        {!isMobile && (
          <>
            <span>{t('search')}</span>
            <kbd aria-hidden="true">{navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}</kbd>
          </>
        )}
      </button>
      <LiveMark />
      {!isMobile && <DialogMenus />}
      {!isMobile && <LanguageMenu />}
      <ThemeMenu />
      <UserMenu />
    </header>
  )
}
