import { Code } from '@windlass/shared-kit/contract'
import type { SecondFactorQuestion } from '@windlass/shared-kit/contract/secondFactor'
import {
  type LoginConfig,
  type SignedIn,
  UserConfig,
  UserLogin,
  UserOpenIdBegin,
} from '@windlass/shared-kit/contract/session'
import { ApiError, call } from '@windlass/shared-kit/http'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { rememberSignIn } from '../guard/begunSignIn.ts'
import { safeRedirect } from '../guard/signInAddress.ts'
import { enterConsole } from './enterConsole.ts'
import { secondQuestion } from './second-step/secondQuestion.ts'
import { useSignInCallback } from './useSignInCallback.ts'

/** What the user typed. */
export interface SignInFields {
  account: string
  password: string
  newPassword: string
}

/** A new password that the server does not take. */
export interface RefusedChoice {
  password: string
  /** In the words of the server. */
  reason: string
}

/** Leaves for the OpenID provider; the browser comes back to this page. */
async function goToProvider(redirect: string): Promise<void> {
  const { url } = await call(UserOpenIdBegin)
  rememberSignIn({ state: new URL(url).searchParams.get('state') ?? '', redirect })
  location.assign(url)
}

/** Everything the sign-in page asks the server, and what follows from the answers. */
export function useSignIn() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const [config, setConfig] = useState<LoginConfig>()
  const [isBusy, setBusy] = useState(false)
  const [needsNewPassword, setNeedsNewPassword] = useState(false)
  /** The password that was chosen and not taken, and why. */
  const [refusedChoice, setRefusedChoice] = useState<RefusedChoice>()
  /** What has to follow the password, once that was right. */
  const [question, setQuestion] = useState<SecondFactorQuestion>()
  const [captchaKey, setCaptchaKey] = useState('')
  /** Counts failed attempts that a captcha must follow; a new number means a new captcha. */
  const [captchaRound, setCaptchaRound] = useState(0)
  const [account, setAccount] = useState('')

  const { isCallback, wanted } = useSignInCallback({
    onEntered: (signedIn) => enter(signedIn),
    onQuestion: setQuestion,
  })
  const redirect = safeRedirect(wanted.current ?? parameters.get('redirect'))

  const enter = (signedIn: SignedIn) => {
    enterConsole(signedIn)
    navigate(safeRedirect(wanted.current ?? parameters.get('redirect')), { replace: true })
  }

  const submit = async (fields: SignInFields) => {
    setBusy(true)
    setAccount(fields.account.trim())
    try {
      enter(await call(UserLogin, { ...fields, account: fields.account.trim(), captchaKey }))
    } catch (error) {
      const asked = secondQuestion(error)
      if (asked) return setQuestion(asked)
      const mustChange = error instanceof ApiError && error.code === Code.PasswordMustChange
      setNeedsNewPassword((needed) => needed || mustChange)
      if (mustChange && fields.newPassword !== '')
        setRefusedChoice({ password: fields.newPassword, reason: error.message })
      // The transport has told the host of anything else, which shows it; here only the form reacts.
      if (!mustChange && config?.captcha.enabled) setCaptchaRound((round) => round + 1)
      setCaptchaKey('')
    } finally {
      setBusy(false)
    }
  }

  const goToOpenId = async () => {
    setBusy(true)
    // Told by the transport; when it works the page is left, and stays busy until then.
    await goToProvider(redirect).catch(() => setBusy(false))
  }

  useEffect(() => {
    if (!isCallback) call(UserConfig).then(setConfig, () => undefined)
  }, [isCallback])

  return {
    ...{ config, isCallback, isBusy, needsNewPassword, refusedChoice, captchaRound, account, redirect },
    ...{ question, setQuestion, enter, submit, setCaptchaKey, goToOpenId },
  }
}
