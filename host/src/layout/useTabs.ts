import { store, useAtomValue } from '@windlass/shared-kit/session'
import { useLocation, useNavigate } from 'react-router-dom'
import { addressOf, keepTabs, onlyPinned, onlyWith, type Tab, tabsAtom, without } from './tabs.ts'

/** Moving between tabs and closing them, with where the user lands afterwards (Specification 2). */
export function useTabs() {
  const tabs = useAtomValue(tabsAtom)
  const navigate = useNavigate()
  const { pathname } = useLocation()

  const go = (tab: Tab) => navigate(addressOf(tab))
  const refresh = (tab: Tab) => navigate(`/redirect${addressOf(tab)}`, { replace: true })
  const goToLast = (left: readonly Tab[], closed: Tab | undefined) => {
    const last = left.at(-1)
    if (last) return go(last)
    // The start page itself was closed: going there again would change nothing without the detour.
    return closed?.route.pinned ? refresh(closed) : navigate('/')
  }
  const close = (path: string) => {
    const left = without(store.get(tabsAtom), path)
    const closed = tabs.find((tab) => tab.path === path)
    keepTabs(left)
    if (path === pathname && !closed?.route.pinned) goToLast(left, closed)
  }
  const closeOthers = (tab: Tab) => {
    keepTabs(onlyWith(tabs, tab.path))
    if (tab.path !== pathname) go(tab)
  }
  const closeAll = (tab: Tab) => {
    const left = onlyPinned(tabs)
    keepTabs(left)
    if (!tab.route.pinned || tab.path !== pathname) goToLast(left, tab)
  }
  const step = (by: number) => {
    const index = tabs.findIndex((tab) => tab.path === pathname)
    const next = tabs.at((index + by) % tabs.length)
    if (next) go(next)
  }
  return { tabs, activePath: pathname, go, refresh, close, closeOthers, closeAll, step }
}
