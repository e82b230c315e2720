import { Button, Checkbox } from 'antd'
import { type Key, type ReactNode, useState } from 'react'
import type { DataColumn, DataSelection } from './dataColumn.ts'
import { useUiText } from './useUiText.ts'

const CARDS_AT_ONCE = 100

interface Props<Row> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly DataColumn<Row>[]
  selection?: DataSelection<Row>
}

/** The rows of a table where there is no room for columns. */
export function DataCards<Row>({ label, rows, rowKey, columns, selection }: Props<Row>) {
  const { t } = useUiText()
  const [limit, setLimit] = useState(CARDS_AT_ONCE)
  const more = Math.min(CARDS_AT_ONCE, rows.length - limit)
  return (
    <>
      <ul className="wl-cards" aria-label={label}>
        {rows.slice(0, limit).map((row, index) => (
          <Card
            key={rowKey(row)}
            row={row}
            index={index}
            columns={columns}
            mark={selection && <Mark of={selection} row={row} rowKey={rowKey(row)} />}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button block onClick={() => setLimit(limit + more)}>
          {t('showMore', { number: more })}
        </Button>
      )}
    </>
  )
}

/** What the first column of a table does. */
function Mark<Row>({ of, row, rowKey }: { of: DataSelection<Row>; row: Row; rowKey: Key }) {
  const isMarked = of.keys.includes(rowKey)
  return (
    <Checkbox
      aria-label={of.labelOf(row)}
      checked={isMarked}
      onChange={() => of.onChange(isMarked ? of.keys.filter((key) => key !== rowKey) : [...of.keys, rowKey])}
    />
  )
}

interface CardProps<Row> {
  row: Row
  index: number
  columns: readonly DataColumn<Row>[]
  mark: ReactNode
}

function Card<Row>({ row, index, columns, mark }: CardProps<Row>) {
  const of = (place: DataColumn<Row>['card']) => columns.filter(({ card = 'line' }) => card === place)
  const actions = of('actions').map((column) => <div key={column.key}>{column.render(row, index)}</div>)
  return (
    <li className="wl-card">
      <div className={mark ? 'wl-card-title wl-card-marked' : 'wl-card-title'}>
        {mark}
        {of('title').map((column) => (
          <span key={column.key}>{column.render(row, index)}</span>
        ))}
      </div>
      <dl>
        {of('line').map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row, index)}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && <div className="wl-card-actions">{actions}</div>}
    </li>
  )
}
