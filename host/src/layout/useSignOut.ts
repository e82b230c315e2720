import { useQueryClient } from '@tanstack/react-query'
import { UserLogout } from '@windlass/shared-kit/contract/session'
import { call } from '@windlass/shared-kit/http'
import { clearLoginMarker, forgetNamespace, forgetPrivate } from '@windlass/shared-kit/session'
import { useNavigate } from 'react-router-dom'
import { keepTabs } from './tabs.ts'

/** Ends the session on the server and forgets everything about it here. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return () => {
    // A server that does not know the call, or is away, must not keep anybody signed in here.
    call(UserLogout, {}, { quiet: true }).then(
      (ended) => {
        // Otherwise one click at the provider's button would be back in.
        if (ended?.endSessionUrl) location.assign(ended.endSessionUrl)
      },
      (error: unknown) => console.warn('the server did not sign out', error),
    )
    clearLoginMarker()
    forgetNamespace()
    forgetPrivate()
    keepTabs([])
    queryClient.clear()
    // The user is forgotten by the sign-in page: forgotten here, the guard would take this for an expired session.
    navigate('/login')
  }
}
