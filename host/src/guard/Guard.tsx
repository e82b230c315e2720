import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { clearLoginMarker, hasLoginMarker, useAtomValue, userAtom } from '@windlass/shared-kit/session'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { SignInPage } from '../sign-in/SignInPage.tsx'
import { callbackParameters } from './callbackParameters.ts'
import { LayoutLoader } from './LayoutLoader.tsx'
import { loadSession, restartSession } from './loadSession.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { signInAddress } from './signInAddress.ts'

const SIGN_IN = '/login'
const INVITE = '/invite'

const InvitePage = lazy(() => import('../invite/InvitePage.tsx'))

/** Decides what the address shows (Specification 2, "Navigation guard"). */
export function Guard() {
  const location = useLocation()
  const user = useAtomValue(userAtom)
  const fullPath = location.pathname + location.search

  if (location.pathname === SIGN_IN) {
    // A sign-in coming back from another system must be finished even if somebody is signed in here.
    if (hasLoginMarker() && !callbackParameters()) return <Navigate to="/" replace />
    return <SignInPage />
  }
  if (location.pathname === INVITE) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <InvitePage />
      </Suspense>
    )
  }
  if (!hasLoginMarker()) return <Navigate to={signInAddress(fullPath)} replace />
  return user ? <LayoutLoader /> : <SessionGate fullPath={fullPath} />
}

/** Fetches the session; when that fails the way leads to the sign-in page. */
function SessionGate({ fullPath }: { fullPath: string }) {
  const navigate = useNavigate()
  const { t } = useTranslation('host')
  const giveUp = useEffectEvent((error: unknown) => {
    clearLoginMarker()
    restartSession()
    toast.error(error instanceof Error && error.message ? error.message : t('hasError'))
    navigate(signInAddress(fullPath), { replace: true })
  })
  useEffect(() => {
    loadSession().catch((error: unknown) => giveUp(error))
  }, [])
  return <PageSkeleton />
}
