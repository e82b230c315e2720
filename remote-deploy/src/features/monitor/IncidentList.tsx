import type { MonitorIncident } from '@windlass/shared-kit/contract/monitor'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { formatElapsed, formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { FormDrawer, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useIncidents } from './useMonitors.ts'
import { useSaid } from './useSaid.ts'

const REASON_LENGTH = 255

/** When a monitor was down, why, and who was at it. */
export function IncidentList({ id }: { id: number }) {
  const { t } = useTranslation('deploy')
  const incidents = useIncidents(id)
  const [chosen, setChosen] = useState<MonitorIncident>()
  const handleSubmit = async ({ reason }: { reason: string }) => {
    if (!chosen) return
    await incidents.acknowledge({ id: chosen.id, reason })
    toast.success(t('monitor.acknowledged'))
  }
  return (
    <section className="dm-section">
      <header>
        <h2>{t('monitor.incidents')}</h2>
      </header>
      <DataTable
        label={t('monitor.incidents')}
        of={incidents.list}
        rows={incidents.list.data ?? []}
        rowKey={(row) => row.id}
        columns={useColumns(setChosen)}
        permission={t('permission.ShowMonitorPage')}
        empty={{ title: t('monitor.noIncidents'), explanation: t('monitor.noIncidentsExplanation') }}
      />
      <FormDrawer<{ reason: string }>
        open={chosen !== undefined}
        title={t('monitor.acknowledge')}
        initialValues={{ reason: '' }}
        submitText={t('monitor.acknowledge')}
        onSubmit={handleSubmit}
        onClose={() => setChosen(undefined)}
      >
        <p className="wl-faint">{t('monitor.acknowledgeHelp')}</p>
        <Form.Item
          name="reason"
          label={t('monitor.acknowledgeReason')}
          rules={[
            {
              required: true,
              whitespace: true,
              message: t('monitor.needed', { field: t('monitor.acknowledgeReason') }),
            },
          ]}
        >
          <Input.TextArea maxLength={REASON_LENGTH} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </FormDrawer>
    </section>
  )
}

function useColumns(onAcknowledge: (incident: MonitorIncident) => void): DataColumn<MonitorIncident>[] {
  const { t } = useTranslation('deploy')
  const said = useSaid()
  return [
    {
      key: 'state',
      title: t('state'),
      width: 150,
      render: ({ endTime, kind }) => (
        <StateMark state={endTime > 0 ? 'success' : kind === 'certificate' ? 'waiting' : 'failed'}>
          {t(endTime > 0 ? 'monitor.incidentOver' : `monitor.incidentKind.${kind}`)}
        </StateMark>
      ),
    },
    {
      key: 'start',
      title: t('monitor.began'),
      width: 185,
      card: 'title',
      render: ({ startTime }) => <TimeText value={startTime} isExact />,
    },
    {
      key: 'length',
      title: t('monitor.lasted'),
      width: 90,
      render: ({ startTime, endTime }) => (endTime > 0 ? formatElapsed(startTime, endTime) : t('monitor.stillOpen')),
    },
    {
      key: 'reason',
      title: t('monitor.reason'),
      isTall: true,
      render: ({ reason, reasonSaid }) => <span className="dm-reason">{said(reason, reasonSaid)}</span>,
    },
    { key: 'notices', title: t('monitor.notices'), width: 80, align: 'right', render: ({ notices }) => notices },
    {
      key: 'acknowledged',
      title: t('monitor.acknowledgedTitle'),
      isTall: true,
      render: (incident) => <Acknowledgement incident={incident} onAcknowledge={onAcknowledge} />,
    },
  ]
}

interface AcknowledgementProps {
  incident: MonitorIncident
  onAcknowledge: (incident: MonitorIncident) => void
}

function Acknowledgement({ incident, onAcknowledge }: AcknowledgementProps) {
  const { t } = useTranslation('deploy')
  const { acknowledgedBy, acknowledgeReason, acknowledgeTime, endTime } = incident
  if (acknowledgedBy !== '') {
    return (
      <span title={formatZonedTime(acknowledgeTime)}>
        <b>{acknowledgedBy}</b>: {acknowledgeReason}
      </span>
    )
  }
  if (endTime > 0) return <span className="wl-faint">–</span>
  return (
    <Can any={[Permission.AcknowledgeMonitor]} fallback={<span className="wl-faint">–</span>}>
      <Button size="small" onClick={() => onAcknowledge(incident)}>
        {t('monitor.acknowledge')}
      </Button>
    </Can>
  )
}
