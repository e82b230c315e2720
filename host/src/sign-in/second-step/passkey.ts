import { PasskeyAsk, PasskeyEnter } from '@windlass/shared-kit/contract/passkey'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { call } from '@windlass/shared-kit/http'

/** Browsers offer passkeys to pages with a name and over HTTPS only. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/**
 * Signs in with a passkey, as the second step of a challenge or instead of account and password.
 * Answers nothing when the person thought better of it.
 */
export async function enterByPasskey(challenge?: string): Promise<SignedIn | undefined> {
  const { ceremony, options } = await call(PasskeyAsk, challenge === undefined ? {} : { challenge })
  const { startAuthentication, WebAuthnError } = await import('@simplewebauthn/browser')
  // The server made them by the same standard that the browser reads.
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    const credential = await startAuthentication({ optionsJSON })
    return await call(PasskeyEnter, { ceremony, credential })
  } catch (error) {
    const isGivenUp = error instanceof Error && error.name === 'NotAllowedError'
    if (isGivenUp || (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED')) return undefined
    throw error
  }
}
