import { useAtomValue } from '@windlass/shared-kit/session'
import type { MenuProps } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { allowedRoutesAtom, findRoute, type MenuEntry, menuAtom } from '../areas/areaRoutes.ts'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { RouteIcon } from './RouteIcon.tsx'

type Items = NonNullable<MenuProps['items']>

/** The allowed routes as menu items, with the one to mark (Specification 2). */
export function useMenu() {
  const entries = useAtomValue(menuAtom)
  const routes = useAtomValue(allowedRoutesAtom)
  const titleOf = useAreaTitle()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  const items = useMemo(() => {
    const item = ({ key, area, title, icon, link, children }: MenuEntry): Items[number] => {
      const shown = { key, icon: <RouteIcon name={icon} />, popupClassName: 'top-menu-popup' }
      if (children) return { ...shown, label: titleOf(area, title), children: children.map(item) }
      const label = titleOf(area, title)
      if (!link) return { key, icon: shown.icon, label }
      return { key, icon: shown.icon, label: <a {...{ href: link, target: '_blank', rel: 'noreferrer' }}>{label}</a> }
    }
    return entries.map(item)
  }, [entries, titleOf])

  const isExternal = (key: string) => routes.some((route) => route.path === key && route.link)
  const go: MenuProps['onClick'] = ({ key }) => {
    if (!isExternal(key)) navigate(key)
  }
  return { items, selected: [findRoute(routes, pathname)?.activeMenu ?? pathname], go }
}
