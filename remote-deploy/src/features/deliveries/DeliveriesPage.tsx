import './deliveries.css'
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '@windlass/shared-kit/contract/webhook'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { WebhookDrawer } from '../../components/WebhookDrawer.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { useDeliveries } from './useDeliveries.ts'

const isOutcome = (text: string): text is DeliveryOutcome => DELIVERY_OUTCOMES.some((outcome) => outcome === text)

/** What code hosts have told about a project, and what became of it. */
export default function DeliveriesPage() {
  const { t } = useTranslation('deploy')
  const projectId = Number(useParams()['projectId'])
  const url = useUrlState({ page: '1', rows: '20', outcome: '', delivery: '', setup: '' })
  const [page, rows] = [Number(url.values.page), Number(url.values.rows)]
  const outcome = isOutcome(url.values.outcome) ? url.values.outcome : ''
  const deliveries = useDeliveries(projectId, { page, rows, outcome })

  const handleReplay = async (id: number) => {
    const result = await deliveries.replay(id)
    const tell = result.outcome === 'started' ? toast.success : toast.warning
    tell(result.outcome === 'started' ? t('deliveries.replayed') : result.answer)
    url.change({ delivery: String(result.id) })
  }
  const setUp = <Button onClick={() => url.visit({ setup: '1' })}>{t('deliveries.setup.action')}</Button>
  return (
    <ProjectFrame projectId={projectId} current="deliveries" actions={setUp}>
      {(project) => (
        <>
          <OutcomeFilter value={outcome} onChange={(next) => url.change({ outcome: next, page: '1' })} />
          <DeliveryTable
            of={deliveries.list}
            page={page}
            pageSize={rows}
            setUp={setUp}
            onPage={(next, size) => url.change({ page: String(next), rows: String(size) })}
            onClearFilters={outcome === '' ? undefined : () => url.change({ outcome: '', page: '1' })}
            onOpen={({ id }) => url.visit({ delivery: String(id) })}
          />
          <DeliveryDrawer
            projectId={projectId}
            id={Number(url.values.delivery)}
            isReplaying={deliveries.isReplaying}
            onReplay={(id) => {
              // The transport tells why it did not work.
              handleReplay(id).catch((error: unknown) => console.warn('the delivery was not played again', error))
            }}
            onClose={() => url.change({ delivery: '' })}
          />
          <WebhookDrawer
            project={url.values.setup === '' ? undefined : project}
            onClose={() => url.change({ setup: '' })}
          />
        </>
      )}
    </ProjectFrame>
  )
}

interface FilterProps {
  value: DeliveryOutcome | ''
  onChange: (outcome: DeliveryOutcome | '') => void
}

function OutcomeFilter({ value, onChange }: FilterProps) {
  const { t } = useTranslation('deploy')
  return (
    <fieldset className="dp-delivery-filter wl-chips">
      <legend className="wl-hidden">{t('deliveries.outcomeTitle')}</legend>
      {(['', ...DELIVERY_OUTCOMES] as const).map((outcome) => (
        <button
          key={outcome}
          type="button"
          className="wl-chip"
          aria-pressed={value === outcome}
          onClick={() => onChange(outcome)}
        >
          {t(`deliveries.outcome.${outcome || 'all'}`)}
        </button>
      ))}
    </fieldset>
  )
}
