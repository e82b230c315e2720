import type { FirstStep } from '@windlass/shared-kit/contract/firstStep'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Link } from 'react-router-dom'
import { placeOf } from './stepPlaces.ts'

/** The key of what is done next in a step. */
export const stepText = ({ name, id }: FirstStep): string =>
  `step.${name}.${name === 'server' && id > 0 ? 'goOn' : 'act'}`

function explanationOf({ name, id, isDone }: FirstStep): string {
  if (isDone) return `step.${name}.done`
  if (name === 'server' && id > 0) return 'step.server.begun'
  return name === 'deploy' && id === 0 ? 'step.deploy.early' : `step.${name}.todo`
}

interface Props {
  step: FirstStep
  number: number
  isNext: boolean
  /** The step is done on the page that is shown. */
  isHere: boolean
}

/** One step: what it is good for, whether it is done, and the way to its form. */
export function StepCard({ step, number, isNext, isHere }: Props) {
  const { t } = useTranslation('firstSteps')
  const isTooEarly = step.name === 'deploy' && step.id === 0
  return (
    <li className="first-step" data-done={step.isDone} aria-current={isNext ? 'step' : undefined}>
      <span className="first-step-mark" aria-hidden="true">
        {step.isDone ? (
          <svg viewBox="0 0 16 16">
            <path d="M3 8.5 6.5 12 13 4.5" />
          </svg>
        ) : (
          number
        )}
      </span>
      <div>
        <b>{t(`step.${step.name}.title`)}</b>
        {step.isDone && <span className="wl-hidden">{t('done')}</span>}
        <span className="first-step-text">{t(explanationOf(step))}</span>
        {!step.isDone && !isHere && !isTooEarly && (
          <Link className={isNext ? 'first-step-act first-step-act-next' : 'first-step-act'} to={placeOf(step)}>
            {t(stepText(step))}
          </Link>
        )}
      </div>
    </li>
  )
}
