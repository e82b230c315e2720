import type { IconName, ReleasedRoute } from '@windlass/shared-kit/remote'
import { atom, permissionIdsAtom } from '@windlass/shared-kit/session'
import { matchPath } from 'react-router-dom'
import { type PageRegistry, registryAtom } from './registry.ts'

/** A route of some area, mostly one that the current user may open. */
export interface AllowedRoute extends ReleasedRoute {
  area: string
  /** The area is turned off: the address shows why, but nothing leads there. */
  isOff?: boolean
}

/** One entry of the top menu: a page, or a group of pages. */
export interface MenuEntry {
  key: string
  area: string
  title: string
  icon?: IconName
  link?: string
  children?: MenuEntry[]
}

const LAST = Number.MAX_SAFE_INTEGER

function groupsOf(registry: PageRegistry) {
  return Object.values(registry.remotes)
    .flatMap((release) => release.groups.map((group) => ({ ...group, area: release.id })))
    .sort((one, other) => one.order - other.order)
}

const isInGroup = (path: string, group: string) => path.startsWith(`${group}/`)

const turnedOff = (route: AllowedRoute): AllowedRoute => ({ ...route, hidden: true, pinned: false, isOff: true })

/** Every route of every area, whoever may open it. */
export const everyRoute = (registry: PageRegistry): AllowedRoute[] =>
  Object.values(registry.remotes).flatMap((release) => release.routes.map((route) => ({ ...route, area: release.id })))

/** Specification 6: any of the listed permissions opens a route; a route that lists none is open to all. */
export function allowedRoutes(registry: PageRegistry, held: ReadonlySet<number>): AllowedRoute[] {
  const groups = groupsOf(registry)
  const position = (path: string) => {
    const index = groups.findIndex((group) => isInGroup(path, group.path))
    return index < 0 ? LAST : index
  }
  return everyRoute(registry)
    .map((route) => (registry.off?.[route.area] ? turnedOff(route) : route))
    .filter((route) => !route.access || route.access.some((id) => held.has(id)))
    .sort((one, other) => position(one.path) - position(other.path))
}

/** Hidden routes left out; a group with one visible page is that page, an empty one is not shown (Specification 2). */
export function menuEntries(registry: PageRegistry, routes: readonly AllowedRoute[]): MenuEntry[] {
  const visible = routes.filter((route) => !route.hidden)
  const entry = ({ path, area, title, icon, link }: AllowedRoute): MenuEntry => ({ key: path, area, title, icon, link })
  const groups = groupsOf(registry)
  const grouped = groups.flatMap((group): MenuEntry[] => {
    const children = visible.filter((route) => isInGroup(route.path, group.path))
    const [first] = children
    if (!first) return []
    if (children.length === 1) return [{ ...entry(first), icon: first.icon ?? group.icon }]
    return [{ key: group.path, area: group.area, title: group.title, icon: group.icon, children: children.map(entry) }]
  })
  const loose = visible.filter((route) => !groups.some((group) => isInGroup(route.path, group.path)))
  return [...grouped, ...loose.map(entry)]
}

/** The route that answers a path. */
export function findRoute(routes: readonly AllowedRoute[], path: string): AllowedRoute | undefined {
  return routes.find((route) => matchPath(route.path, path))
}

/** Where `/`, `/user` and the path of a group lead; undefined for paths that stand for themselves. */
export function redirectOf(routes: readonly AllowedRoute[], path: string): string | undefined {
  if (path === '/user') return '/user/profile'
  // A path with parameters is no place to start.
  const plain = routes.filter((route) => !route.link && !route.path.includes(':'))
  const shown = plain.filter((route) => !route.hidden)
  if (path === '/' || path === '') return shown[0]?.path ?? '/user/profile'
  const isInside = (route: AllowedRoute) => isInGroup(route.path, path.replace(/\/$/, ''))
  // Whoever asks for a group that is turned off as a whole is told so, instead of that it never was.
  return (shown.find(isInside) ?? plain.find((route) => route.isOff && isInside(route)))?.path
}

/** What the signed-in user may open, in the order of the menu. */
export const allowedRoutesAtom = atom((get) => allowedRoutes(get(registryAtom), get(permissionIdsAtom)))

/** The top menu. */
export const menuAtom = atom((get) => menuEntries(get(registryAtom), get(allowedRoutesAtom)))
