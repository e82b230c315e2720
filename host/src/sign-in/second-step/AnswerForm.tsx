import { SecondFactorAnswer, type SecondFactorQuestion } from '@windlass/shared-kit/contract/secondFactor'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError, call, TransportError } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type FormEvent, useState } from 'react'
import { Field } from '../Field.tsx'
import { canUsePasskeys, enterByPasskey } from './passkey.ts'

interface Props {
  question: SecondFactorQuestion
  onEntered: (signedIn: SignedIn) => void
  onCancel: () => void
}

/** Asks for the code of the app, for a passkey, or for a recovery code. */
export function AnswerForm({ question: { challenge, methods }, onEntered, onCancel }: Props) {
  const { t } = useTranslation('host')
  const hasApp = methods.includes('totp')
  const [isRecovery, setRecovery] = useState(!hasApp && !methods.includes('passkey'))
  const [code, setCode] = useState('')
  const { isBusy, run } = useAnswer(onEntered, () => setCode(''))
  const hasField = hasApp || isRecovery

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    void run(() => call(SecondFactorAnswer, { challenge, code: code.trim() }))
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <h2>{t('secondStep.title')}</h2>
      <p className="second-step-note">
        {t(isRecovery ? 'secondStep.recoveryNote' : hasApp ? 'secondStep.appNote' : 'secondStep.passkeyNote')}
      </p>
      {hasField && (
        <>
          <Field
            key={String(isRecovery)}
            label={t(isRecovery ? 'secondStep.recoveryCode' : 'secondStep.code')}
            value={code}
            onChange={setCode}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            isFirst
          />
          <button type="submit" className="button-primary" disabled={isBusy || code.trim() === ''} aria-busy={isBusy}>
            {t('secondStep.continue')}
          </button>
        </>
      )}
      {methods.includes('passkey') && canUsePasskeys() && !isRecovery && (
        <button
          type="button"
          className={hasField ? 'button-quiet' : 'button-primary'}
          disabled={isBusy}
          onClick={() => void run(() => enterByPasskey(challenge))}
        >
          {t('secondStep.usePasskey')}
        </button>
      )}
      <div className="second-step-ways">
        {(hasApp || methods.includes('passkey')) && (
          <button type="button" className="second-step-link" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'secondStep.otherWay' : 'secondStep.lost')}
          </button>
        )}
        <button type="button" className="second-step-link" onClick={onCancel}>
          {t('secondStep.back')}
        </button>
      </div>
    </form>
  )
}

/** Tries one way in at a time; what was typed goes when it was wrong. */
function useAnswer(onEntered: (signedIn: SignedIn) => void, onWrong: () => void) {
  const { t } = useTranslation('host')
  const [isBusy, setBusy] = useState(false)
  const run = async (enter: () => Promise<SignedIn | undefined>) => {
    setBusy(true)
    try {
      const signedIn = await enter()
      if (signedIn) return onEntered(signedIn)
    } catch (error) {
      // The transport has told what the server refused; what the browser refused is told here.
      const isTold = error instanceof ApiError || error instanceof TransportError
      if (!isTold) toast.error(t('secondStep.passkeyFailed'))
      onWrong()
    }
    setBusy(false)
  }
  return { isBusy, run }
}
