import { Code } from '@windlass/shared-kit/contract'
import {
  type LoginConfig,
  type SignedIn,
  UserConfig,
  UserExtLogin,
  UserLogin,
  UserMediaLogin,
} from '@windlass/shared-kit/contract/session'
import { ApiError, call } from '@windlass/shared-kit/http'
import { readNamespace, setLoginMarker, storeNamespace } from '@windlass/shared-kit/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { callbackParameters, type SignInCallback } from '../guard/callbackParameters.ts'
import { restartSession } from '../guard/loadSession.ts'
import { safeRedirect } from '../guard/signInAddress.ts'

/** What the user typed. */
export interface SignInFields {
  account: string
  password: string
  newPassword: string
}

/** Keeps the stored namespace if it is one of the user's, else takes the last one (Specification 3). */
function chooseNamespace({ namespaceList }: SignedIn): void {
  const stored = readNamespace().id
  const chosen = namespaceList.find(({ id }) => id === stored) ?? namespaceList.at(-1)
  if (chosen) storeNamespace({ id: chosen.id, name: chosen.name, roleId: chosen.roleId ?? chosen.role_id })
}

const finishCallback = (callback: SignInCallback): Promise<SignedIn> =>
  callback.kind === 'ext'
    ? call(UserExtLogin, { account: callback.account, time: callback.time, token: callback.token })
    : call(UserMediaLogin, {
        authCode: callback.authCode,
        state: callback.state,
        redirectUri: location.origin + location.pathname,
      })

/** Everything the sign-in page asks the server, and what follows from the answers. */
export function useSignIn() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const [config, setConfig] = useState<LoginConfig>()
  const [callback, setCallback] = useState(() => callbackParameters())
  const [isBusy, setBusy] = useState(false)
  const [needsNewPassword, setNeedsNewPassword] = useState(false)
  const [captchaKey, setCaptchaKey] = useState('')
  /** Counts failed attempts that a captcha must follow; a new number means a new captcha. */
  const [captchaRound, setCaptchaRound] = useState(0)

  const enter = (signedIn: SignedIn) => {
    chooseNamespace(signedIn)
    setLoginMarker()
    restartSession()
    navigate(safeRedirect(parameters.get('redirect')), { replace: true })
  }

  const submit = async (fields: SignInFields) => {
    setBusy(true)
    try {
      enter(await call(UserLogin, { ...fields, account: fields.account.trim(), captchaKey }))
    } catch (error) {
      // The transport has told the host already, which shows it; here only the form reacts.
      const mustChange = error instanceof ApiError && error.code === Code.PasswordMustChange
      setNeedsNewPassword((needed) => needed || mustChange)
      if (!mustChange && config?.captcha.enabled) setCaptchaRound((round) => round + 1)
      setCaptchaKey('')
    } finally {
      setBusy(false)
    }
  }

  const finish = useEffectEvent((signedIn: SignedIn) => {
    // The parameters are spent; a reload must not try them again.
    history.replaceState(null, '', location.pathname + location.hash)
    if (callback?.kind !== 'media' || !window.opener) return enter(signedIn)
    chooseNamespace(signedIn)
    setLoginMarker()
    window.opener.location.reload()
    window.close()
  })
  useEffect(() => {
    // Failures were shown by the host; what is left is the ordinary form.
    if (callback) finishCallback(callback).then(finish, () => setCallback(undefined))
    else call(UserConfig).then(setConfig, () => undefined)
  }, [callback])

  return { config, isCallback: callback !== undefined, isBusy, needsNewPassword, captchaRound, submit, setCaptchaKey }
}
