import { atom, store } from '@windlass/shared-kit/session'
import type { AllowedRoute } from '../areas/areaRoutes.ts'

/** One visited page. */
export interface Tab {
  /** The tab's identity: the path without its query. */
  path: string
  /** The query it was last shown with. */
  search: string
  route: AllowedRoute
  /** A name the page chose for itself, instead of its route's title. */
  title?: string
  /** Changes when the page is to be built anew. */
  generation: number
  /** Whether the page was shown and is kept alive. */
  isLive: boolean
}

/** Visited pages, pinned ones first. */
export const tabsAtom = atom<readonly Tab[]>([])

const change = (apply: (tabs: readonly Tab[]) => readonly Tab[]) => store.set(tabsAtom, apply(store.get(tabsAtom)))

const changeOne = (path: string, apply: (tab: Tab) => Tab) =>
  change((tabs) => tabs.map((tab) => (tab.path === path ? apply(tab) : tab)))

const newTab = (route: AllowedRoute, path: string, search: string, isLive: boolean): Tab => ({
  path,
  search,
  route,
  isLive,
  generation: 0,
})

/** Puts the pinned pages into the strip. */
export function openPinned(routes: readonly AllowedRoute[]): void {
  const missing = routes.filter((route) => route.pinned && !store.get(tabsAtom).some((tab) => tab.path === route.path))
  if (missing.length > 0) change((tabs) => [...missing.map((route) => newTab(route, route.path, '', false)), ...tabs])
}

/** Shows a page: a new tab, or the one it has with its latest query. */
export function visit(route: AllowedRoute, path: string, search: string): void {
  const known = store.get(tabsAtom).find((tab) => tab.path === path)
  if (!known) change((tabs) => [...tabs, newTab(route, path, search, true)])
  else if (known.search !== search || !known.isLive) changeOne(path, (tab) => ({ ...tab, search, isLive: true }))
}

/** Lets go of a page that is not kept alive. */
export function rest(path: string): void {
  changeOne(path, (tab) => (tab.route.noCache ? { ...tab, isLive: false } : tab))
}

/** Builds the page of a tab anew. */
export function renew(path: string): void {
  changeOne(path, (tab) => ({ ...tab, generation: tab.generation + 1 }))
}

/** Names a tab after what its page shows. */
export function rename(path: string, title: string | undefined): void {
  changeOne(path, (tab) => (tab.title === title ? tab : { ...tab, title }))
}

/** What stays when a tab is closed; pinned ones cannot be closed (Specification 2). */
export const without = (tabs: readonly Tab[], path: string) =>
  tabs.filter((tab) => tab.path !== path || tab.route.pinned)

/** What stays when all others are closed. */
export const onlyWith = (tabs: readonly Tab[], path: string) =>
  tabs.filter((tab) => tab.path === path || tab.route.pinned)

/** What stays when all are closed. */
export const onlyPinned = (tabs: readonly Tab[]) => tabs.filter((tab) => tab.route.pinned)

/** Replaces the list of tabs, for the closing of one or many. */
export function keepTabs(tabs: readonly Tab[]): void {
  store.set(tabsAtom, tabs)
}

/** The whole address of a tab. */
export const addressOf = (tab: Tab) => tab.path + tab.search
