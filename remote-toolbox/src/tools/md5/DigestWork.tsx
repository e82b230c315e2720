import { formatBytes, formatNumber, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button } from 'antd'
import { WorkProgress } from '../../parts/WorkProgress.tsx'
import { ALGORITHMS, namesOf } from './algorithms.ts'
import { type Pace, roughTime, secondsLeft } from './pace.ts'
import { LANES } from './startDigests.ts'
import type { DigestRun } from './useFileDigests.ts'

interface Props {
  run: DigestRun
  /** Of the file. */
  name: string
  size: number
  onCancel: () => void
  onRestart: () => void
}

/** Names of the errors by which browsers say that a file is not there as it was any more. */
const UNREADABLE = ['NotReadableError', 'NotFoundError', 'NotAllowedError']

/** What is going on with a file: how far it is, or why it went no further. */
export function DigestWork({ run, name, size, onCancel, onRestart }: Props) {
  const { t } = useTranslation('toolbox')
  if (run.state === 'done') return null
  if (run.state === 'running') return <DigestProgress run={run} name={name} size={size} onCancel={onCancel} />
  const isUnreadable = run.problem instanceof Error && UNREADABLE.includes(run.problem.name)
  const problem = isUnreadable ? 'unreadable' : 'failed'
  const isFailed = run.state === 'failed'
  return (
    <Alert
      type={isFailed ? 'error' : 'info'}
      showIcon
      role={isFailed ? 'alert' : 'status'}
      title={t(`md5.${isFailed ? problem : 'cancelled'}`)}
      description={isFailed ? (isUnreadable ? t('md5.unreadableHint') : String(run.problem)) : undefined}
      action={<Button onClick={onRestart}>{t('md5.restart')}</Button>}
    />
  )
}

/** The lane that the next digest comes from. */
function DigestProgress({ run, name, size, onCancel }: Omit<Props, 'onRestart'>) {
  const { t } = useTranslation('toolbox')
  const next = ALGORITHMS.find(({ id }) => run.digests[id] === undefined)?.id ?? 'md5'
  const lane = LANES.find((algorithms) => algorithms.includes(next)) ?? []
  const pace = run.paces[next]
  return (
    <WorkProgress
      label={t('md5.hashing', { names: namesOf(lane).join(', '), name })}
      done={pace?.done ?? 0}
      total={size}
      note={pace && <PaceNote pace={pace} total={size} />}
      onCancel={onCancel}
    />
  )
}

function PaceNote({ pace, total }: { pace: Pace; total: number }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const left = secondsLeft(pace, total)
  if (left === undefined || pace.rate === undefined) return null
  const { value, unit } = roughTime(left)
  const time = formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' }, language)
  return (
    <>
      {' · '}
      {t('md5.rate', { size: formatBytes(pace.rate) })}
      {' · '}
      {t('md5.left', { time })}
    </>
  )
}
