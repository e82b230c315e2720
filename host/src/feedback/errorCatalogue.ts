import { Code, SIGN_IN_AGAIN } from '@windlass/shared-kit/contract'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError, onCallError, type TransportError } from '@windlass/shared-kit/http'
import { i18n } from '@windlass/shared-kit/i18n'
import { atom, forgetNamespace, hasLoginMarker, store } from '@windlass/shared-kit/session'
import { pickNamespace } from '../guard/loadSession.ts'

/** The server's reason why one must sign in again; one dialog, however many calls fail together. */
export const signInAgainAtom = atom<string | null>(null)

let isPicking = false

/** Silent for the user (Specification 8), and then on in a namespace that is theirs. */
async function replaceNamespace(): Promise<void> {
  if (isPicking) return
  isPicking = true
  forgetNamespace()
  try {
    await pickNamespace()
    location.reload()
  } catch (error) {
    // Every further call will say what is wrong, in words for the user.
    console.error('no namespace to go on in', error)
  } finally {
    isPicking = false
  }
}

const textOf = (error: ApiError | TransportError): string =>
  error instanceof ApiError ? error.message : i18n.t(`transport.${error.kind}`, { ns: 'host', detail: error.message })

function handle(error: ApiError | TransportError): void {
  if (error instanceof ApiError && SIGN_IN_AGAIN.includes(error.code) && hasLoginMarker()) {
    store.set(signInAgainAtom, error.message)
  } else if (error instanceof ApiError && error.code === Code.NamespaceInvalid) {
    void replaceNamespace()
  } else {
    toast.error(textOf(error), error.requestId)
  }
}

/** Subscribes once, for the whole console: what each failure means to the user (Specification 8). */
export function startErrorCatalogue(): () => void {
  return onCallError(handle)
}
