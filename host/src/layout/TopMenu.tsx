import { Menu } from 'antd'
import { useMenu } from './useMenu.tsx'

/** The areas, side by side. */
export function TopMenu() {
  const menu = useMenu()
  return (
    <Menu className="top-menu" mode="horizontal" items={menu.items} selectedKeys={menu.selected} onClick={menu.go} />
  )
}
