import type { DeployStage, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { lazy, Suspense, useState } from 'react'
import { formatDuration, type StageRow, stageRows } from './traceStages.ts'

const StageDetail = lazy(() => import('./StageDetail.tsx'))

interface Props {
  trace: readonly PublishTrace[]
  /** The stage that runs now; "" when none does. */
  running: DeployStage | ''
}

/** What was done, in order, with its time and its result; the stage that runs stands at the end. */
export function Stages({ trace, running }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <ol className="dp-stages" aria-label={t('detail.stages')}>
      {stageRows(trace).map((stage) => (
        <Stage key={stage.id} stage={stage} />
      ))}
      {running !== '' && (
        <li>
          <StateMark state="running">{t(`stage.${running}`)}</StateMark>
        </li>
      )}
    </ol>
  )
}

/** Opens to what ran there. */
function Stage({ stage }: { stage: StageRow }) {
  const { t } = useTranslation('deploy')
  const [isOpen, setOpen] = useState(false)
  const where = [stage.serverName, stage.step].filter((part) => part !== '')
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <StateMark state={stage.isOk ? 'success' : 'failed'}>
            {[t(`stage.${stage.name}`), ...where.map(isolated)].join(' · ')}
          </StateMark>
          <span className="wl-faint dp-duration">{formatDuration(stage.seconds)}</span>
        </summary>
        {isOpen && (
          <Suspense>
            <StageDetail stage={stage} />
          </Suspense>
        )}
      </details>
    </li>
  )
}
