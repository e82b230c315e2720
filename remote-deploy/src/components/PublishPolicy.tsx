import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { useTranslation } from '@windlass/shared-kit/i18n'

type Words = ReturnType<typeof useTranslation>['t']

/** How the project is rolled out, in sentences; none for one that goes to all servers at once. */
function sentences({ policy, deployServerMode }: Pick<DeployRow, 'deployServerMode' | 'policy'>, t: Words): string[] {
  const { batchSize, batchPauseSeconds, failureThreshold, probe, onHalt, stopOnDrift } = policy
  const isSerial = deployServerMode === 'serial'
  const size = isSerial ? '1' : batchSize
  const inBatches = size !== ''
  return [
    inBatches && t('publish.policy.batches', { size }),
    inBatches && batchPauseSeconds > 0 && t('publish.policy.pause', { count: batchPauseSeconds }),
    probe && t(`publish.policy.probe.${probe.kind}`, { target: probe.target }),
    inBatches && t('publish.policy.threshold', { count: failureThreshold || 1 }),
    inBatches && onHalt === 'rollback' && t('publish.policy.rollback'),
    stopOnDrift && t('publish.policy.drift'),
  ].filter((line) => typeof line === 'string')
}

/** What happens after the button is pressed, for projects with rules of their own. */
export function PublishPolicy({ project }: { project: DeployRow }) {
  const { t } = useTranslation('deploy')
  const lines = sentences(project, t)
  if (lines.length === 0) return null
  return (
    <section className="dp-policy" aria-label={t('publish.policy.title')}>
      <h3>{t('publish.policy.title')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
