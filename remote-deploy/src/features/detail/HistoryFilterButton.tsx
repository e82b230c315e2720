import { FilterOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { filterCount, type HistoryFilter } from './historyFilter.ts'

const HistoryFilterForm = lazy(() => import('./HistoryFilterForm.tsx'))

interface Props {
  filter: HistoryFilter
  onFilter: (filter: HistoryFilter) => void
}

/** Opens the filter, and says how much of it is set. */
export function HistoryFilterButton({ filter, onFilter }: Props) {
  const { t } = useTranslation('deploy')
  const [isOpen, setOpen] = useState(false)
  const count = filterCount(filter)
  const form = (
    <Suspense>
      <HistoryFilterForm
        filter={filter}
        onApply={(next) => {
          setOpen(false)
          onFilter(next)
        }}
      />
    </Suspense>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" destroyOnHidden open={isOpen} onOpenChange={setOpen} content={form}>
      <Button size="small" type={count > 0 ? 'default' : 'text'} icon={<FilterOutlined />}>
        {count > 0 ? t('filter.count', { count }) : t('filter.open')}
      </Button>
    </Popover>
  )
}
