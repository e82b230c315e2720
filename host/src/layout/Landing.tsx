import { useAtomValue } from '@windlass/shared-kit/session'
import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { allowedRoutesAtom, redirectOf } from '../areas/areaRoutes.ts'
import { NotFound } from './NotFound.tsx'
import { takeSwitched } from './switchNamespace.ts'
import { renew } from './tabs.ts'

const REFRESH = '/redirect'
const NOT_FOUND = '/404'

/** Addresses that are no page: the start, groups, the refresh helper, and everything unknown (Specification 2). */
export function Landing() {
  const { pathname, search } = useLocation()
  const routes = useAtomValue(allowedRoutesAtom)
  if (pathname === NOT_FOUND) return <NotFound />
  if (pathname.startsWith(`${REFRESH}/`)) return <Refresh path={pathname.slice(REFRESH.length)} search={search} />
  const target = redirectOf(routes, pathname)
  if (target && target !== pathname) return <Navigate to={target + search} replace />
  // In the namespace that was just chosen this page may be out of reach; that is not the user's mistake.
  if (takeSwitched()) return <Navigate to="/" replace />
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
