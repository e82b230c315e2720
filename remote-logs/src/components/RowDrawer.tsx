import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useIsMobile } from '@windlass/shared-kit/ui'
import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { Drawer } from 'antd'

const WIDTH_PX = 560

interface Props<Row> {
  title: string
  /** Absent while closed. */
  row: Row | undefined
  columns: readonly DataColumn<Row>[]
  onClose: () => void
}

/** Everything about one row, nothing of it cut. */
export function RowDrawer<Row>({ title, row, columns, onClose }: Props<Row>) {
  const { t } = useTranslation('logs')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={title}
      open={row !== undefined && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('closeDetail') }}
      onClose={onClose}
    >
      {row && (
        <dl className="log-detail">
          {columns.map(({ key, title: name, render }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>{render(row, 0) || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </Drawer>
  )
}
