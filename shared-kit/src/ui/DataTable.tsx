import { Button, Pagination, Table } from 'antd'
import type { ColumnType } from 'antd/es/table'
import type { TableRowSelection } from 'antd/es/table/interface'
import { type Key, type ReactNode, useRef } from 'react'
import { METRIC } from '../theme/tokens.ts'
import { DataCards } from './DataCards.tsx'
import type { DataColumn, DataPaging, DataSelection } from './dataColumn.ts'
import { EmptyState } from './EmptyState.tsx'
import type { Loadable } from './Loadable.ts'
import { LoadState } from './LoadState.tsx'
import { useAvailableSpace } from './useAvailableSpace.ts'
import { useIsMobile } from './useIsMobile.ts'
import { useUiText } from './useUiText.ts'

/** More rows than this are drawn only where the window shows them. */
const VIRTUAL_FROM = 200
const SKELETON_ROWS = 8
const LEAST_COLUMN_PX = 120
const BORDERS_PX = 2
const SELECTION_PX = 40

interface Props<Row> {
  /** What the table is about, for screen readers. */
  label: string
  /** The query behind the rows: skeleton, refusal and failure are drawn from it. */
  of: Loadable
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly DataColumn<Row>[]
  /** Name of the permission the list needs, for the reader who is refused. */
  permission?: string
  /** For the first use: what is this, and one button. */
  empty?: { title: string; explanation?: ReactNode; action?: ReactNode }
  /** Set while a filter is on: an empty list then means that nothing matches. */
  onClearFilters?: () => void
  paging?: DataPaging
  selection?: DataSelection<Row>
  /** Also by Enter on the row's first button or link. */
  onOpen?: (row: Row) => void
  rowClassName?: (row: Row) => string
}

/** A dense, calm table; cards when the window is narrow. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const isMobile = useIsMobile()
  return (
    <LoadState of={props.of} loading={<TableSkeleton {...props} />} permission={props.permission}>
      {props.rows.length === 0 ? (
        <NoRows empty={props.empty} onClearFilters={props.onClearFilters ?? backToFirstPage(props.paging)} />
      ) : isMobile ? (
        <DataCards {...props} />
      ) : (
        <Rows {...props} />
      )}
      {props.paging && props.paging.total > 0 && <Pages {...props.paging} />}
    </LoadState>
  )
}

function antdColumns<Row extends object>(columns: readonly DataColumn<Row>[]): ColumnType<Row>[] {
  return columns.map(({ key, title, render, width, align, compare, card, isTall }) => ({
    key,
    title,
    width,
    align,
    sorter: compare,
    showSorterTooltip: false,
    className: card === 'actions' ? 'wl-actions' : isTall ? undefined : 'wl-one-line',
    render: (_value, row, index) => render(row, index),
  }))
}

function antdSelection<Row>({ keys, onChange, labelOf }: DataSelection<Row>): TableRowSelection<Row> {
  return {
    columnWidth: SELECTION_PX,
    selectedRowKeys: [...keys],
    onChange: (chosen) => onChange(chosen),
    getCheckboxProps: (row) => ({ 'aria-label': labelOf(row) }),
  }
}

/** Rows that are placed one by one cannot share out the room among their columns, so that is done here. */
function withWidths<Row>(columns: readonly DataColumn<Row>[], available: number): DataColumn<Row>[] {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const open = columns.filter(({ width }) => width === undefined).length
  const share = Math.max(LEAST_COLUMN_PX, Math.floor((available - BORDERS_PX - taken) / Math.max(1, open)))
  return columns.map((column) => ({ ...column, width: column.width ?? share }))
}

function Rows<Row extends object>(props: Props<Row>) {
  const { label, of, rows, rowKey, columns, selection, onOpen, rowClassName } = props
  const holder = useRef<HTMLDivElement>(null)
  const isVirtual = rows.length > VIRTUAL_FROM
  const { width, height } = useAvailableSpace(holder, isVirtual)
  return (
    <div ref={holder} className="wl-table" data-stale={of.isFetching}>
      <Table<Row>
        aria-label={label}
        size="small"
        tableLayout="fixed"
        rowKey={rowKey}
        columns={antdColumns(isVirtual ? withWidths(columns, width - (selection ? SELECTION_PX : 0)) : columns)}
        rowSelection={selection && antdSelection(selection)}
        dataSource={rows}
        pagination={false}
        virtual={isVirtual}
        // The virtual table wants numbers; others keep their header in sight by the style sheet.
        scroll={isVirtual ? { x: width - BORDERS_PX, y: height } : undefined}
        rowClassName={rowClassName}
        onRow={(row) => (onOpen ? { onClick: (event) => isPlainClick(event.target) && onOpen(row) } : {})}
      />
    </div>
  )
}

/** Clicks on what does something of its own, and the end of marking text, are not clicks on the row. */
function isPlainClick(target: EventTarget): boolean {
  const isOwn = target instanceof Element && target.closest('a, button, input, label, [role="button"]') !== null
  return !isOwn && getSelection()?.isCollapsed !== false
}

function TableSkeleton<Row extends object>({ columns }: Props<Row>) {
  const isMobile = useIsMobile()
  const rows = Array.from({ length: SKELETON_ROWS }, (_, index) => ({ index }))
  if (isMobile)
    return (
      <div className="wl-bars">
        {rows.map(({ index }) => (
          <i key={index} />
        ))}
      </div>
    )
  return (
    <div className="wl-table" style={{ minHeight: METRIC.row * (SKELETON_ROWS + 1) }}>
      <Table
        size="small"
        tableLayout="fixed"
        rowKey="index"
        dataSource={rows}
        pagination={false}
        columns={columns.map(({ key, title, width }) => ({
          key,
          title,
          width,
          render: () => <i className="wl-bar" />,
        }))}
      />
    </div>
  )
}

/** A page beyond the last one is empty, but the list is not. */
function backToFirstPage(paging: DataPaging | undefined): (() => void) | undefined {
  return paging && paging.page > 1 ? () => paging.onChange(1, paging.pageSize) : undefined
}

function NoRows({ empty, onClearFilters }: { empty: Props<object>['empty']; onClearFilters?: () => void }) {
  const { t } = useUiText()
  if (!onClearFilters) {
    const fallback = { title: t('empty.title'), explanation: t('empty.explanation') }
    return <EmptyState {...(empty ?? fallback)} />
  }
  return (
    <EmptyState
      title={t('filteredOut.title')}
      explanation={t('filteredOut.explanation')}
      action={<Button onClick={onClearFilters}>{t('clearFilters')}</Button>}
    />
  )
}

function Pages({ page, pageSize, total, isDisabled, onChange }: DataPaging) {
  const { t } = useUiText()
  return (
    <Pagination
      className="wl-pages"
      size="small"
      current={page}
      pageSize={pageSize}
      total={total}
      disabled={isDisabled}
      showSizeChanger
      pageSizeOptions={[20, 50, 100]}
      showTotal={(number) => t('total', { number })}
      onChange={onChange}
    />
  )
}
