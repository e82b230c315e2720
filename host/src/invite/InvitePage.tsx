import '../sign-in/sign-in.css'
import './invite.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { hasLoginMarker } from '@windlass/shared-kit/session'
import { WindlassMark } from '@windlass/shared-kit/theme'
import { lazy, Suspense, useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { PageSkeleton } from '../guard/PageSkeleton.tsx'
import { Preferences } from '../sign-in/Preferences.tsx'
import { InviteForm } from './InviteForm.tsx'
import { useInvitation } from './useInvitation.ts'

const SecondStep = lazy(() => import('../sign-in/second-step/SecondStep.tsx'))

/** Where an invitation leads: somebody without an account makes his own, and is signed in. */
export default function InvitePage() {
  const { t } = useTranslation('host')
  const navigate = useNavigate()
  const invitation = useInvitation()
  const { offer, problem, question } = invitation
  const title = t(problem === '' ? 'invite.title' : 'invite.unreadable')
  useEffect(() => {
    document.title = `${title} · Windlass`
  }, [title])

  if (!offer && problem === '') return <PageSkeleton />
  return (
    <main className="sign-in">
      <section className="sign-in-card invite-card" aria-labelledby="invite-title">
        <header>
          <WindlassMark size={40} />
          <h1 id="invite-title">{title}</h1>
        </header>
        {question ? (
          <Suspense>
            <SecondStep question={question} onEntered={invitation.enter} onCancel={() => navigate('/login')} />
          </Suspense>
        ) : offer ? (
          <>
            <Offer {...offer} />
            {hasLoginMarker() && <p className="sign-in-note">{t('invite.signedIn')}</p>}
            <InviteForm
              fixedAccount={offer.account}
              isBusy={invitation.isBusy}
              refusal={invitation.refusal}
              onSubmit={invitation.accept}
            />
          </>
        ) : (
          <div className="invite-problem">
            <p role="alert">{problem}</p>
            {invitation.canLookAgain && (
              <button type="button" onClick={invitation.lookAgain}>
                {t('invite.again')}
              </button>
            )}
            <Link to="/login">{t('invite.toSignIn')}</Link>
          </div>
        )}
      </section>
      <Preferences />
    </main>
  )
}

type OfferProps = NonNullable<ReturnType<typeof useInvitation>['offer']>

/** Who invites, and to what; names in lines of their own, where no writing direction mixes with ours. */
function Offer({ inviterName, grants, expireTime }: OfferProps) {
  const { t } = useTranslation('host')
  return (
    <dl className="invite-offer">
      <div>
        <dt>{t('invite.by')}</dt>
        <dd>
          <bdi>{inviterName}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('invite.gives')}</dt>
        <dd>
          <ul>
            {grants.map(({ namespaceName, roleName }) => (
              <li key={namespaceName}>
                <bdi>{namespaceName}</bdi>
                <bdi className="invite-role">{roleName}</bdi>
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>{t('invite.until')}</dt>
        <dd>
          <time>{expireTime.slice(0, 'YYYY-MM-DD HH:MM'.length)}</time>
        </dd>
      </div>
    </dl>
  )
}
