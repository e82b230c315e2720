import './sign-in.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { WindlassMark } from '@windlass/shared-kit/theme'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { loadLayout } from '../guard/LayoutLoader.tsx'
import { restartSession } from '../guard/loadSession.ts'
import { PageSkeleton } from '../guard/PageSkeleton.tsx'
import { Preferences } from './Preferences.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { SignInForm } from './SignInForm.tsx'
import { PasskeyButton } from './second-step/PasskeyButton.tsx'
import { useSignIn } from './useSignIn.ts'

const SecondStep = lazy(() => import('./second-step/SecondStep.tsx'))
const CaptchaButton = lazy(() => import('./captcha/CaptchaButton.tsx'))

/** By the time somebody has typed a password, the console behind it is there. */
const loadAhead = () => {
  // Asked again after the sign-in, where a failure is shown.
  loadLayout().catch(() => undefined)
}

/** The way in; loads no area and none of the large libraries. */
export function SignInPage() {
  const { t } = useTranslation('host')
  const signIn = useSignIn()
  const { setQuestion } = signIn
  const toPassword = useCallback(() => setQuestion(undefined), [setQuestion])
  useEffect(restartSession, [])
  useEffect(() => {
    document.title = `${t('signIn')} · Windlass`
  }, [t])

  if (signIn.isCallback) return <PageSkeleton />
  return (
    <main className="sign-in" onInputCapture={loadAhead}>
      <section className="sign-in-card" aria-labelledby="sign-in-title">
        <header>
          <WindlassMark size={40} />
          <h1 id="sign-in-title">Windlass</h1>
        </header>
        {signIn.question ? (
          <Suspense>
            <SecondStep question={signIn.question} onEntered={signIn.enter} onCancel={toPassword} />
          </Suspense>
        ) : (
          <>
            <SignInForm
              isBusy={signIn.isBusy}
              isDirectory={signIn.config?.ldap.enabled ?? false}
              needsNewPassword={signIn.needsNewPassword}
              refusedChoice={signIn.refusedChoice}
              onSubmit={signIn.submit}
            >
              {signIn.captchaRound > 0 && (
                <Suspense>
                  <CaptchaButton key={signIn.captchaRound} account={signIn.account} onPassed={signIn.setCaptchaKey} />
                </Suspense>
              )}
            </SignInForm>
            <ProviderButtons
              config={signIn.config}
              redirect={signIn.redirect}
              isBusy={signIn.isBusy}
              onOpenId={signIn.goToOpenId}
            />
            <PasskeyButton onEntered={signIn.enter} />
          </>
        )}
      </section>
      <Preferences />
    </main>
  )
}
