import type { DeployStage, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { formatDuration, stageRows } from './traceStages.ts'

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
        <li key={stage.id}>
          <StateMark state={stage.isOk ? 'success' : 'failed'}>
            {t(`stage.${stage.name}`)}
            {stage.serverName && ` · ${stage.serverName}`}
          </StateMark>
          <span className="wl-faint dp-duration">{formatDuration(stage.seconds)}</span>
        </li>
      ))}
      {running !== '' && (
        <li>
          <StateMark state="running">{t(`stage.${running}`)}</StateMark>
        </li>
      )}
    </ol>
  )
}
