import { Code, SIGN_IN_AGAIN } from '@windlass/shared-kit/contract'
import type { Refusal } from '@windlass/shared-kit/contract/refusal'
import { signInRefusalOf } from '@windlass/shared-kit/contract/signInRefusal'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError, onCallError, type TransportError } from '@windlass/shared-kit/http'
import { i18n } from '@windlass/shared-kit/i18n'
import { refusalOf, refusalText } from '@windlass/shared-kit/permission'
import { atom, forgetNamespace, hasLoginMarker, store } from '@windlass/shared-kit/session'
import { pickNamespace } from '../guard/loadSession.ts'

/** The server's reason why one must sign in again; one dialog, however many calls fail together. */
export const signInAgainAtom = atom<string | null>(null)

/** Answers after which the sign-in page has another step. */
const GOES_ON: readonly number[] = [Code.SecondFactorNeeded, Code.PasswordMustChange]

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

function textOf(error: ApiError | TransportError): string {
  if (!(error instanceof ApiError)) return i18n.t(`transport.${error.kind}`, { ns: 'host', detail: error.message })
  const refused = signInRefusalOf(error.data)
  return refused ? i18n.t(`signInRefused.${refused.signIn}`, { ns: 'host', minutes: refused.minutes }) : error.message
}

/** Which permission is missing and who can grant it, instead of what the server calls it. */
async function tellRefusal(refusal: Refusal, { message, requestId }: ApiError | TransportError): Promise<void> {
  try {
    const { missing, help } = await refusalText(refusal)
    toast.error(`${missing} ${help}`, requestId)
  } catch {
    // The words could not be loaded; the server's are here.
    toast.error(message, requestId)
  }
}

function handle(error: ApiError | TransportError): void {
  const refusal = refusalOf(error)
  if (error instanceof ApiError && SIGN_IN_AGAIN.includes(error.code) && hasLoginMarker()) {
    store.set(signInAgainAtom, error.message)
  } else if (error instanceof ApiError && GOES_ON.includes(error.code)) {
    // No failure: the sign-in page goes on to its second step, or to a new password.
  } else if (error instanceof ApiError && error.code === Code.NamespaceInvalid) {
    void replaceNamespace()
  } else if (refusal) {
    void tellRefusal(refusal, error)
  } else {
    toast.error(textOf(error), error.requestId)
  }
}

/** Subscribes once, for the whole console: what each failure means to the user (Specification 8). */
export function startErrorCatalogue(): () => void {
  return onCallError(handle)
}
