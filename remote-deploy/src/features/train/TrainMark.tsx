import type { CarState, TrainState } from '@windlass/shared-kit/contract/deployTrain'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'

const MARKS: Readonly<Record<CarState | TrainState, MarkState>> = {
  waiting: 'waiting',
  running: 'running',
  success: 'success',
  failed: 'failed',
  cancelled: 'failed',
  interrupted: 'failed',
  skipped: 'disabled',
  goingBack: 'running',
  wentBack: 'success',
  goBackFailed: 'failed',
}

/** Where a run or one car of it stands. */
export function TrainMark({ state }: { state: CarState | TrainState }) {
  const { t } = useTranslation('deploy')
  return <StateMark state={MARKS[state]}>{t(`train.state.${state}`)}</StateMark>
}
