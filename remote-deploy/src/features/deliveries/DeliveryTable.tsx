import type { WebhookDelivery } from '@windlass/shared-kit/contract/webhook'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { WEBHOOK_HOSTS } from '../../components/webhookHosts.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import type { useDeliveries } from './useDeliveries.ts'

interface Props {
  of: ReturnType<typeof useDeliveries>['list']
  page: number
  pageSize: number
  /** Offered while nothing has come yet. */
  setUp: ReactNode
  onPage: (page: number, pageSize: number) => void
  /** Set while a filter is on. */
  onClearFilters?: () => void
  onOpen: (delivery: WebhookDelivery) => void
}

const SHORT_ID = 8

/** `refs/heads/main` as people say it. */
const refText = (ref: string) => ref.replaceAll('refs/heads/', '').replaceAll('refs/tags/', 'tag ')

/** What code hosts have told, the latest first. */
export function DeliveryTable({ of, page, pageSize, setUp, onPage, onClearFilters, onOpen }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('pages.deliveries')}
      of={of}
      rows={of.data?.list ?? []}
      rowKey={({ id }) => id}
      columns={useColumns(onOpen)}
      permission={t('permission.SwitchProjectWebhook')}
      empty={{ title: t('deliveries.emptyTitle'), explanation: t('deliveries.emptyExplanation'), action: setUp }}
      onClearFilters={onClearFilters}
      paging={{ page, pageSize, total: of.data?.pagination.total ?? 0, onChange: onPage }}
      onOpen={onOpen}
    />
  )
}

function useColumns(onOpen: Props['onOpen']): DataColumn<WebhookDelivery>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'outcome',
      title: t('deliveries.outcomeTitle'),
      width: 160,
      render: ({ outcome }) => <OutcomeMark outcome={outcome} />,
    },
    {
      key: 'time',
      title: t('deliveries.time'),
      width: 130,
      card: 'title',
      render: (delivery) => (
        <Button type="link" size="small" className="dp-delivery-time" onClick={() => onOpen(delivery)}>
          <TimeText value={delivery.time} />
        </Button>
      ),
    },
    {
      key: 'from',
      title: t('deliveries.from'),
      width: 190,
      render: ({ provider, event }) => {
        const name = WEBHOOK_HOSTS.find(({ id }) => id === provider)?.name ?? provider
        return `${name} · ${isolated(event)}`
      },
    },
    {
      key: 'ref',
      title: t('branch'),
      width: 220,
      render: ({ ref, commit }) => (
        <span title={ref}>
          {refText(ref)} {commit && <MonoText>{commit.slice(0, SHORT_ID)}</MonoText>}
        </span>
      ),
    },
    { key: 'answer', title: t('deliveries.answer'), isTall: true, render: (delivery) => <Answer {...delivery} /> },
  ]
}

function Answer({ answer, replayedBy }: WebhookDelivery) {
  const { t } = useTranslation('deploy')
  return (
    <span>
      {answer}
      {replayedBy && <span className="wl-faint"> · {t('deliveries.replayedBy', { name: replayedBy })}</span>}
    </span>
  )
}
