import './logs.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { RangeSelect } from '@windlass/shared-kit/range'
import { ListPage } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { type Key, type ReactNode, useState } from 'react'
import { LogFilters } from './LogFilters.tsx'
import { LogPager } from './LogPager.tsx'
import { LogTools } from './LogTools.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import type { useLog } from './useLog.ts'
import { useShownColumns } from './useShownColumns.ts'

interface Props<Row, Name extends string> {
  title: string
  log: ReturnType<typeof useLog<Row, Name>>
  fields: Readonly<Record<Name, string>>
  rowKey: (row: Row) => Key
  columns: readonly DataColumn<Row>[]
  /** Name of the permission the log needs. */
  permission: string
  empty: { title: string; explanation: string }
  /** Shows the details of a row in a way of its own. */
  onOpen?: (row: Row) => void
  /** What lies over the page, for example the details of one row. */
  children?: ReactNode
}

/** A log: what it is searched by, and its rows, newest first. */
export function LogPage<Row extends object, Name extends string>(props: Props<Row, Name>) {
  const { title, log, fields, rowKey, columns, permission, empty, onOpen, children } = props
  const { t } = useTranslation('logs')
  const [opened, setOpened] = useState<Row>()
  const { shown, choices, toggle } = useShownColumns(log.key, columns)
  return (
    <ListPage
      title={title}
      filters={
        <>
          <LogFilters
            // Back and forward change the filters from outside; the fields follow.
            key={JSON.stringify(log.filters)}
            fields={fields}
            values={log.filters}
            isFiltered={log.isFiltered}
            onSearch={log.search}
            onReset={log.reset}
          />
          <div className="log-range">
            <RangeSelect
              label={t('times')}
              range={log.range}
              onPreset={log.choosePreset}
              onRange={log.chooseRange}
              onAll={log.chooseAllTimes}
            />
          </div>
        </>
      }
      refresh={{ isRunning: log.list.isFetching, onRefresh: log.refresh }}
      action={<LogTools columns={choices} onToggle={toggle} fileAddress={log.fileAddress} />}
    >
      <DataTable
        label={title}
        of={log.list}
        rows={log.rows}
        rowKey={rowKey}
        columns={shown}
        permission={permission}
        empty={empty}
        onClearFilters={log.isFiltered ? log.reset : undefined}
        onOpen={onOpen ?? setOpened}
      />
      {log.rows.length > 0 && <LogPager {...log.paging} />}
      <RowDrawer title={title} row={opened} columns={columns} onClose={() => setOpened(undefined)} />
      {children}
    </ListPage>
  )
}
