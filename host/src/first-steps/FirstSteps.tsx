import './first-steps.css'
import { toast } from '@windlass/shared-kit/feedback'
import { useOwnTexts, useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { reloadSession } from '../guard/loadSession.ts'
import { showFirstSteps } from './firstStepsState.ts'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'
import { StepCard, stepText } from './StepCard.tsx'
import { BOARD, placeOf, STEP_PAGES } from './stepPlaces.ts'
import { useFirstSteps } from './useFirstSteps.ts'

const TEXTS = { en, 'zh-cn': chinese }

/** The way from a new console to its first deploy, over the pages it leads through; each step is ticked by what is there. */
export default function FirstSteps() {
  const { pathname } = useLocation()
  return STEP_PAGES.includes(pathname) ? <Guide pathname={pathname} /> : null
}

function Guide({ pathname }: { pathname: string }) {
  const { t } = useOwnTexts('firstSteps', TEXTS)
  const guide = useFirstSteps()
  const { steps, extras, next, isComplete, hasFailed } = guide
  const [folded, setFolded] = useState<{ pathname: string; isOpen: boolean }>()
  const isOpen = folded?.pathname === pathname ? folded.isOpen : pathname === BOARD
  const finish = useEffectEvent(() => {
    toast.success(t('complete'))
    // What is left is told again with the next page that is loaded.
    reloadSession().catch(() => undefined)
  })
  useEffect(() => {
    if (isComplete) finish()
  }, [isComplete])
  if (steps.length === 0 && !hasFailed) return null
  return (
    <section className="first-steps" aria-label={t('title')}>
      <div className="first-steps-head">
        <strong>{t('title')}</strong>
        {hasFailed ? (
          <Failure onRetry={guide.retry} />
        ) : (
          <Progress guide={guide} isOpen={isOpen} onFold={() => setFolded({ pathname, isOpen: !isOpen })} />
        )}
        <HideButton />
      </div>
      {isOpen && (
        <ol>
          {steps.map((step, index) => (
            <StepCard
              key={step.name}
              step={step}
              number={index + 1}
              isNext={step === next}
              isHere={placeOf(step) === pathname}
            />
          ))}
        </ol>
      )}
      {isOpen && extras.length > 0 && (
        <p>
          <span>{t('optional')}</span>
          {extras.map((extra) => (
            <Link key={extra.name} to={placeOf(extra)}>
              {t(`step.${extra.name}.act`)}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('firstSteps')
  return (
    <>
      <span>{t('failed')}</span>
      <button type="button" className="button-quiet" onClick={onRetry}>
        {t('retry')}
      </button>
    </>
  )
}

interface ProgressProps {
  guide: ReturnType<typeof useFirstSteps>
  isOpen: boolean
  onFold: () => void
}

function Progress({ guide: { steps, next }, isOpen, onFold }: ProgressProps) {
  const { t } = useTranslation('firstSteps')
  const done = steps.filter(({ isDone }) => isDone).length
  const fold = t(isOpen ? 'fold' : 'show')
  return (
    <>
      <progress value={done} max={steps.length} aria-hidden="true" />
      <output>{t('progress', { done, count: steps.length })}</output>
      {!isOpen && next && (
        <Link className="first-steps-next" to={placeOf(next)}>
          {t('next', { step: t(stepText(next)) })}
        </Link>
      )}
      <button
        type="button"
        className="first-steps-fold"
        aria-expanded={isOpen}
        aria-label={fold}
        title={fold}
        onClick={onFold}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={isOpen ? 'M3.5 10 8 5.5l4.5 4.5' : 'M3.5 6 8 10.5 12.5 6'} />
        </svg>
      </button>
    </>
  )
}

function HideButton() {
  const { t } = useTranslation('firstSteps')
  const hide = async () => {
    await showFirstSteps(false)
    toast.success(t('hidden'))
  }
  // A refusal is shown by the host; the steps then stay.
  const hideOrStay = () => void hide().catch(() => undefined)
  return (
    <button type="button" className="first-steps-hide" aria-label={t('hide')} title={t('hide')} onClick={hideOrStay}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 4l8 8M12 4l-8 8" />
      </svg>
    </button>
  )
}
