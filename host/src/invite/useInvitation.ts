import type { OutputOf } from '@windlass/shared-kit/contract'
import { InvitationAccept, InvitationLook } from '@windlass/shared-kit/contract/invitation'
import type { SecondFactorQuestion } from '@windlass/shared-kit/contract/secondFactor'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { call, TransportError } from '@windlass/shared-kit/http'
import { i18n, useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { enterConsole } from '../sign-in/enterConsole.ts'
import { secondQuestion } from '../sign-in/second-step/secondQuestion.ts'
import { forgetToken, keptToken } from './keptToken.ts'

/** What the invited person chooses. */
export interface OwnFields {
  account: string
  name: string
  password: string
}

type Offer = OutputOf<typeof InvitationLook>

/** In the words of the server, where it had any. */
const wordsOf = (error: unknown): string => {
  if (error instanceof TransportError) return i18n.t(`transport.${error.kind}`, { ns: 'host', detail: error.message })
  return error instanceof Error ? error.message : String(error)
}

/** An invitation from its link to the first page of the console. */
export function useInvitation() {
  const { t } = useTranslation('host')
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const [token] = useState(() => keptToken(parameters.get('token')))
  const [offer, setOffer] = useState<Offer>()
  const [problem, setProblem] = useState(token === '' ? t('invite.noToken') : '')
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [question, setQuestion] = useState<SecondFactorQuestion>()

  const isInAddress = parameters.has('token')
  useEffect(() => {
    if (isInAddress) navigate('/invite', { replace: true })
  }, [isInAddress, navigate])

  const look = () => {
    call(InvitationLook, { token }, { quiet: true }).then(setOffer, (error: unknown) => setProblem(wordsOf(error)))
  }
  const lookFirst = useEffectEvent(() => token !== '' && look())
  useEffect(() => {
    lookFirst()
  }, [])

  const enter = (signedIn: SignedIn) => {
    forgetToken()
    enterConsole(signedIn)
    navigate('/', { replace: true })
  }

  const accept = async (fields: OwnFields) => {
    setBusy(true)
    setRefusal('')
    try {
      enter(await call(InvitationAccept, { token, ...fields }, { quiet: true }))
    } catch (error) {
      const asked = secondQuestion(error)
      if (asked) {
        forgetToken()
        setQuestion(asked)
      } else setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  const lookAgain = () => {
    setProblem('')
    look()
  }
  const canLookAgain = token !== ''
  return { offer, problem, refusal, isBusy, question, canLookAgain, accept, enter, lookAgain }
}
