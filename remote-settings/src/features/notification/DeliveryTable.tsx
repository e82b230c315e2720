import type { NotificationDelivery } from '@windlass/shared-kit/contract/notification'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { type Loadable, type MarkState, MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, type DataPaging, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'

type Row = NotificationDelivery

interface Actions {
  onOpen: (row: Row) => void
  onRetry: (row: Row) => void
}

interface Props extends Actions {
  of: Loadable
  rows: readonly Row[]
  paging: DataPaging
  onClearFilters: (() => void) | undefined
}

const MARKS: Readonly<Record<Row['state'], MarkState>> = { waiting: 'waiting', sent: 'success', failed: 'failed' }

/** Where a notice stands. */
export function DeliveryMark({ state }: { state: Row['state'] }) {
  const { t } = useTranslation('settings')
  return <StateMark state={MARKS[state]}>{t(`notification.state.${state}`)}</StateMark>
}

/** Asks for another attempt, of those that were not received. */
export function RetryButton({ row, onRetry }: { row: Row } & Pick<Actions, 'onRetry'>) {
  const { t } = useTranslation('settings')
  if (row.state === 'sent') return null
  return (
    <Can any={[Permission.EditNotification]}>
      <Button size="small" type="text" onClick={() => onRetry(row)}>
        {t('notification.delivery.retry')}
      </Button>
    </Can>
  )
}

/** Notices, the latest first. */
export function DeliveryTable({ of, rows, paging, onClearFilters, ...actions }: Props) {
  const { t } = useTranslation('settings')
  return (
    <DataTable
      label={t('notification.tab.deliveries')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowNotificationPage')}
      empty={{ title: t('notification.delivery.emptyTitle'), explanation: t('notification.delivery.emptyExplanation') }}
      onClearFilters={onClearFilters}
      paging={paging}
      onOpen={actions.onOpen}
    />
  )
}

function useColumns(actions: Actions): DataColumn<Row>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'state',
      title: t('notification.delivery.state'),
      width: 130,
      render: ({ state }) => <DeliveryMark state={state} />,
    },
    {
      key: 'subject',
      title: t('notification.delivery.subject'),
      card: 'title',
      render: ({ subject }) => <b className="wl-cut">{subject || '–'}</b>,
    },
    { key: 'use', title: t('notification.useBy'), width: 130, render: ({ useBy }) => t(`notification.use.${useBy}`) },
    {
      key: 'channel',
      title: t('notification.channelLabel'),
      width: 130,
      render: ({ type }) => t(`notification.channel.${type}`),
    },
    {
      key: 'target',
      title: t('notification.delivery.target'),
      render: ({ target }) => <MonoText isCut>{target}</MonoText>,
    },
    {
      key: 'attempts',
      title: t('notification.delivery.attempts'),
      width: 150,
      render: (row) => <Attempts row={row} />,
    },
    {
      key: 'answer',
      title: t('notification.delivery.answer'),
      render: ({ answer }) => <Answer>{answer}</Answer>,
    },
    {
      key: 'time',
      title: t('notification.delivery.time'),
      width: 120,
      render: ({ insertTime }) => <TimeText value={insertTime} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 180,
      card: 'actions',
      render: (row) => <RowActions row={row} {...actions} />,
    },
  ]
}

/** How often it was tried, and when it is next. */
function Attempts({ row: { attempts, nextTime } }: { row: Row }) {
  return (
    <span>
      {attempts}
      {nextTime !== '' && (
        <span className="wl-faint">
          {' · '}
          <TimeText value={nextTime} />
        </span>
      )}
    </span>
  )
}

function Answer({ children }: { children: string }) {
  return (
    <span className="wl-cut" title={children}>
      {children || '–'}
    </span>
  )
}

function RowActions({ row, onOpen, onRetry }: Actions & { row: Row }) {
  const { t } = useTranslation('settings')
  return (
    <span className="wl-row-actions">
      <Button size="small" type="text" onClick={() => onOpen(row)}>
        {t('notification.delivery.open')}
      </Button>
      <RetryButton row={row} onRetry={onRetry} />
    </span>
  )
}
