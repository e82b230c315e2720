import type { SecondFactorQuestion } from '@windlass/shared-kit/contract/secondFactor'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { callbackParameters } from '../guard/callbackParameters.ts'
import { signInAddress } from '../guard/signInAddress.ts'
import { finishCallback } from './finishCallback.ts'
import { secondQuestion } from './second-step/secondQuestion.ts'

interface Props {
  onEntered: (signedIn: SignedIn) => void
  onQuestion: (question: SecondFactorQuestion | undefined) => void
}

/** Finishes a sign-in that comes back from another system; afterwards the page is the ordinary form. */
export function useSignInCallback({ onEntered, onQuestion }: Props) {
  const navigate = useNavigate()
  const [callback, setCallback] = useState(() => callbackParameters())
  /** Where the user wanted to go when he left for the provider. */
  const wanted = useRef<string>(undefined)

  const begin = useEffectEvent(() => {
    if (!callback) return
    const { signedIn, redirect } = finishCallback(callback)
    wanted.current = redirect
    // The parameters are spent; a reload must not try them again.
    history.replaceState(null, '', location.pathname + location.hash)
    signedIn.then(onEntered, (error: unknown) => {
      // Failures were shown by the host; what is left is the ordinary form.
      onQuestion(secondQuestion(error))
      navigate(signInAddress(redirect ?? '/'), { replace: true })
      setCallback(undefined)
    })
  })
  useEffect(() => begin(), [])

  return { isCallback: callback !== undefined, wanted }
}
