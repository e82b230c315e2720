import { hasLoginMarker, store } from '@windlass/shared-kit/session'
import { allowedRoutesAtom, everyRoute, findRoute, redirectOf } from '../areas/areaRoutes.ts'
import { loadPage } from '../areas/loadPage.ts'
import { registryAtom } from '../areas/registry.ts'
import { loadLayout } from './LayoutLoader.tsx'
import { loadSession } from './loadSession.ts'

/** A first page that takes longer appears later, inside a console that already works. */
const FIRST_PAGE_LIMIT_MS = 3_000

/** Pages for people who may not be signed in. */
const WITHOUT_SESSION = ['/login', '/invite']

const currentPath = () => location.hash.slice(1).split('?')[0] || '/'

async function prepare(): Promise<void> {
  const guess = everyRoute(store.get(registryAtom)).find((route) =>
    currentPath() === '/' ? route.pinned : findRoute([route], currentPath()),
  )
  // Code and session do not wait for each other; whether the guess was right is decided below.
  const early = guess && loadPage(guess).catch(() => undefined)
  await Promise.all([loadLayout(), loadSession()])
  const routes = store.get(allowedRoutesAtom)
  const route = findRoute(routes, redirectOf(routes, currentPath()) ?? currentPath())
  if (route && route.path !== guess?.path) await loadPage(route)
  else await early
}

/** Loads what the first picture of a signed-in user needs, so that it is drawn in one go. */
export async function prepareFirstPage(): Promise<void> {
  if (!hasLoginMarker() || WITHOUT_SESSION.includes(currentPath())) return
  const limit = new Promise<void>((resolve) => setTimeout(resolve, FIRST_PAGE_LIMIT_MS))
  // Whatever fails here fails again where the page is drawn, and is told there.
  await Promise.race([prepare().catch(() => undefined), limit])
}
