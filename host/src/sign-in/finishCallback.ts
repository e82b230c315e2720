import { type SignedIn, UserExtLogin, UserMediaLogin, UserOpenIdLogin } from '@windlass/shared-kit/contract/session'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { i18n } from '@windlass/shared-kit/i18n'
import { takeSignIn } from '../guard/begunSignIn.ts'
import type { SignInCallback } from '../guard/callbackParameters.ts'
import { mediaHome } from './mediaHome.ts'

/** A sign-in that came back, and where the user wanted to go when he began it. */
interface Finished {
  signedIn: Promise<SignedIn>
  redirect: string | undefined
}

/** Refuses an answer that nobody here asked for: it would sign this browser in as somebody else. */
async function refuseForeign(): Promise<never> {
  const message = i18n.t('foreignSignIn', { ns: 'host' })
  toast.error(message)
  throw new Error(message)
}

/** Brings the server what a foreign sign-in page put into the address; failures were shown. */
export function finishCallback(callback: SignInCallback): Finished {
  if (callback.kind === 'ext') {
    const { account, time, token } = callback
    return { signedIn: call(UserExtLogin, { account, time, token }), redirect: undefined }
  }
  const begun = takeSignIn(callback.state)
  if (!begun) return { signedIn: refuseForeign(), redirect: undefined }
  const signedIn =
    callback.kind === 'openId'
      ? call(UserOpenIdLogin, { query: callback.query })
      : call(UserMediaLogin, { authCode: callback.authCode, state: callback.state, redirectUri: mediaHome() })
  return { signedIn, redirect: begun.redirect }
}
