import { useAtomValue } from '@windlass/shared-kit/session'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { allowedRoutesAtom, everyRoute, findRoute, redirectOf } from '../areas/areaRoutes.ts'
import { PageLoading } from '../areas/PageLoading.tsx'
import { registryAtom } from '../areas/registry.ts'
import { safeRedirect } from '../guard/signInAddress.ts'
import { NotFound } from './NotFound.tsx'
import { takeSwitched } from './switchNamespace.ts'
import { renew } from './tabs.ts'

const RefusedPage = lazy(() => import('./RefusedPage.tsx'))

const REFRESH = '/redirect'
const NOT_FOUND = '/404'

/** Addresses that are no page: the start, groups, the refresh helper, what one may not open, and everything unknown (Specification 2). */
export function Landing() {
  const { pathname, search } = useLocation()
  const routes = useAtomValue(allowedRoutesAtom)
  const registry = useAtomValue(registryAtom)
  if (pathname === NOT_FOUND) return <NotFound />
  const refreshed = pathname.startsWith(`${REFRESH}/`) ? pathname.slice(REFRESH.length) : undefined
  // Whoever wrote the link may have meant another site; the router would fail on that.
  if (refreshed !== undefined && safeRedirect(refreshed) === refreshed)
    return <Refresh path={refreshed} search={search} />
  const target = redirectOf(routes, pathname)
  if (target && target !== pathname) return <Navigate to={target + search} replace />
  // In the namespace that was just chosen this page may be out of reach; that is not the user's mistake.
  if (takeSwitched()) return <Navigate to="/" replace />
  const refused = findRoute(everyRoute(registry), pathname)
  if (refused) {
    return (
      <Suspense fallback={<PageLoading />}>
        <RefusedPage key={pathname} route={refused} />
      </Suspense>
    )
  }
  return <Navigate to={NOT_FOUND} replace state={{ from: pathname }} />
}

/** Builds the page anew and replaces itself in the history, so that Back does not come here again. */
function Refresh({ path, search }: { path: string; search: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    renew(path)
    navigate(path + search, { replace: true })
  }, [navigate, path, search])
  return null
}
