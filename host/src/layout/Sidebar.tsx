import { MENU_WIDTH_PX } from '@windlass/shared-kit/contract'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer, Menu } from 'antd'
import { DialogMenus } from './DialogMenus.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { useSidebar } from './sidebarState.ts'
import { useMenu } from './useMenu.tsx'

/** The areas below each other: beside the page, or over it where the window is narrow. */
export function Sidebar() {
  const { t } = useTranslation('host')
  const isMobile = useIsMobile()
  const sidebar = useSidebar()
  if (!isMobile) {
    return sidebar.isOpen ? (
      <nav className="sidebar" style={{ width: MENU_WIDTH_PX }} aria-label={t('menu')}>
        <SideMenu />
      </nav>
    ) : null
  }
  return (
    <Drawer
      open={sidebar.isOpen}
      onClose={sidebar.close}
      placement="left"
      size={MENU_WIDTH_PX + 60}
      title={t('menu')}
      styles={{ body: { padding: 0 } }}
      extra={
        <>
          <DialogMenus />
          <LanguageMenu />
        </>
      }
    >
      <SideMenu onGo={sidebar.close} />
    </Drawer>
  )
}

function SideMenu({ onGo }: { onGo?: () => void }) {
  const menu = useMenu()
  const groups = menu.items.map((item) => String(item?.key))
  return (
    <Menu
      mode="inline"
      items={menu.items}
      selectedKeys={menu.selected}
      defaultOpenKeys={groups}
      onClick={(info) => {
        menu.go?.(info)
        onGo?.()
      }}
    />
  )
}
