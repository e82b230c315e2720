import { formatNumber } from '@windlass/shared-kit/i18n'
import { failureRate, formatShare, isFailing } from './releaseFigures.ts'

interface Props {
  of: { loads: number; failures: number }
}

/** "3 (1.2 %)": quiet until they are many. */
export function FailureText({ of }: Props) {
  if (of.failures === 0) return <span className="rl-number wl-faint">{of.loads === 0 ? '–' : 0}</span>
  return (
    <span className={isFailing(of) ? 'rl-number rl-failures-many' : 'rl-number'}>
      {formatNumber(of.failures)} ({formatShare(failureRate(of))})
    </span>
  )
}
