import './logs.css'
import { ListPage } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import type { Key, ReactNode } from 'react'
import { LogFilters } from './LogFilters.tsx'
import type { useLog } from './useLog.ts'

interface Props<Row, Name extends string> {
  title: string
  log: ReturnType<typeof useLog<Row, Name>>
  fields: Readonly<Record<Name, string>>
  rowKey: (row: Row) => Key
  columns: readonly DataColumn<Row>[]
  /** Name of the permission the log needs. */
  permission: string
  empty: { title: string; explanation: string }
  onOpen?: (row: Row) => void
  /** What lies over the page, for example the details of one row. */
  children?: ReactNode
}

/** A log: what it is searched by, and its rows, newest first. */
export function LogPage<Row extends object, Name extends string>(props: Props<Row, Name>) {
  const { title, log, fields, rowKey, columns, permission, empty, onOpen, children } = props
  return (
    <ListPage
      title={title}
      filters={
        <LogFilters
          // Back and forward change the filters from outside; the fields follow.
          key={JSON.stringify(log.filters)}
          fields={fields}
          values={log.filters}
          isFiltered={log.isFiltered}
          onSearch={log.search}
          onReset={log.reset}
        />
      }
      refresh={{ isRunning: log.list.isFetching, onRefresh: log.refresh }}
    >
      <DataTable
        label={title}
        of={log.list}
        rows={log.list.data ?? []}
        rowKey={rowKey}
        columns={columns}
        permission={permission}
        empty={empty}
        onClearFilters={log.isFiltered ? log.reset : undefined}
        paging={log.paging}
        onOpen={onOpen}
      />
      {children}
    </ListPage>
  )
}
