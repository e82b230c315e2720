import type { NotificationDelivery } from '@windlass/shared-kit/contract/notification'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryFilters, filterOf } from './DeliveryFilters.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { useDeliveries } from './useNotifications.ts'

const ROWS = 20
const MOST_ROWS = 100
const ALL = { state: '', about: '', by: '', page: '1' }

const numberIn = (text: string, fallback: number) => Math.max(1, Number.parseInt(text, 10) || fallback)

/** The notices of the namespace: which arrived, which are tried again, which were given up and why. */
export function DeliveryPanel() {
  const { t } = useTranslation('settings')
  const url = useUrlState({ ...ALL, rows: String(ROWS), notice: '' })
  const filter = filterOf(url.values)
  const page = numberIn(url.values.page, 1)
  const rows = Math.min(numberIn(url.values.rows, ROWS), MOST_ROWS)
  const deliveries = useDeliveries({ ...filter, page, rows })
  const { list = [], pagination } = deliveries.list.data ?? {}
  const isFiltered = filter.state !== '' || filter.useBy !== '' || filter.type !== 0

  const retry = (row: NotificationDelivery) =>
    deliveries.retry(row.id, { onSuccess: () => toast.success(t('notification.delivery.retried')) })
  return (
    <>
      <div className="nt-choice">
        <DeliveryFilters filter={filter} onChange={(patch) => url.change({ ...patch, page: '1' })} />
        <Button loading={deliveries.list.isFetching} onClick={() => void deliveries.list.refetch()}>
          {t('notification.delivery.refresh')}
        </Button>
      </div>
      <DeliveryTable
        of={deliveries.list}
        rows={list}
        onOpen={(row) => url.visit({ notice: String(row.id) })}
        onRetry={retry}
        onClearFilters={isFiltered ? () => url.change(ALL) : undefined}
        paging={{
          page,
          pageSize: rows,
          total: pagination?.total ?? 0,
          isDisabled: deliveries.list.isPlaceholderData,
          onChange: (next, size) => url.change({ page: String(next), rows: String(size) }),
        }}
      />
      <DeliveryDrawer
        row={list.find(({ id }) => String(id) === url.values.notice)}
        onRetry={retry}
        onClose={() => url.change({ notice: '' })}
      />
    </>
  )
}
