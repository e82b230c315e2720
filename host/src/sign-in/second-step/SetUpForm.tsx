import {
  SecondFactorAccept,
  SecondFactorOffer,
  type SecondFactorQuestion,
  type TotpOffer,
} from '@windlass/shared-kit/contract/secondFactor'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type FormEvent, useEffect, useState } from 'react'
import { Field } from '../Field.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'

interface Props {
  question: SecondFactorQuestion
  onEntered: (signedIn: SignedIn) => void
  onCancel: () => void
}

/** Sets an authenticator app up, because the console lets nobody in without one. */
export function SetUpForm({ question: { challenge }, onEntered, onCancel }: Props) {
  const { t } = useTranslation('host')
  const [offer, setOffer] = useState<TotpOffer>()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<{ signedIn: SignedIn; recoveryCodes: string[] }>()
  useEffect(() => {
    // The transport tells why; what is left is the way back.
    call(SecondFactorOffer, { challenge }).then(setOffer, onCancel)
  }, [challenge, onCancel])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    setBusy(true)
    try {
      const { recoveryCodes, ...signedIn } = await call(SecondFactorAccept, { challenge, code: code.trim() })
      setDone({ signedIn, recoveryCodes })
    } catch (error) {
      console.warn('the code was not taken', error)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  if (done) return <RecoveryCodeList codes={done.recoveryCodes} onKept={() => onEntered(done.signedIn)} />
  return (
    <form onSubmit={handleSubmit} noValidate>
      <h2>{t('secondStep.setUpTitle')}</h2>
      <p className="second-step-note">{t('secondStep.setUpNote')}</p>
      {offer && (
        <>
          <img className="second-step-picture" src={offer.picture} alt={t('secondStep.pictureAlt')} />
          <p className="second-step-note">
            {t('secondStep.typeSecret')} <code>{offer.secret}</code>
          </p>
          <Field
            label={t('secondStep.code')}
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
            inputMode="numeric"
            isFirst
          />
          <button type="submit" className="button-primary" disabled={isBusy || code.trim() === ''} aria-busy={isBusy}>
            {t('secondStep.confirm')}
          </button>
        </>
      )}
      <div className="second-step-ways">
        <button type="button" className="second-step-link" onClick={onCancel}>
          {t('secondStep.back')}
        </button>
      </div>
    </form>
  )
}
