import type { DeliveryOutcome } from '@windlass/shared-kit/contract/webhook'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'

const MARKS: Readonly<Record<DeliveryOutcome, MarkState>> = {
  started: 'success',
  ignored: 'disabled',
  refused: 'failed',
  failed: 'failed',
  ping: 'success',
}

/** What became of a delivery. */
export function OutcomeMark({ outcome }: { outcome: DeliveryOutcome }) {
  const { t } = useTranslation('deploy')
  return <StateMark state={MARKS[outcome]}>{t(`deliveries.outcome.${outcome}`)}</StateMark>
}
