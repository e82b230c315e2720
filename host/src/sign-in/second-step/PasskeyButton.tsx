import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError, TransportError } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useState } from 'react'
import { canUsePasskeys, enterByPasskey } from './passkey.ts'

/** Signs in without account and password; nothing where the browser offers no passkeys to this address. */
export function PasskeyButton({ onEntered }: { onEntered: (signedIn: SignedIn) => void }) {
  const { t } = useTranslation('host')
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null

  const handleClick = async () => {
    setBusy(true)
    try {
      const signedIn = await enterByPasskey()
      if (signedIn) return onEntered(signedIn)
    } catch (error) {
      // The transport has told what the server refused; what the browser refused is told here.
      const isTold = error instanceof ApiError || error instanceof TransportError
      if (!isTold) toast.error(t('secondStep.passkeyFailed'))
    }
    setBusy(false)
  }
  return (
    <button type="button" className="button-quiet sign-in-passkey" disabled={isBusy} onClick={handleClick}>
      {t('secondStep.signInByPasskey')}
    </button>
  )
}
