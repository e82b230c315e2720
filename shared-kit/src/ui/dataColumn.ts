import type { Key, ReactNode } from 'react'

/** One column, and one line of the card that stands for the row on a narrow window. */
export interface DataColumn<Row> {
  key: string
  title: string
  render: (row: Row, index: number) => ReactNode
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Clicking the title sorts by this. */
  compare?: (one: Row, other: Row) => number
  /** On a card: the heading, the buttons below, an ordinary line, or nothing. */
  card?: 'title' | 'actions' | 'line' | 'none'
  /** The text may take several lines; the row grows. */
  isTall?: boolean
}

/** Pages that the server cuts; lists that are here completely need none. */
export interface DataPaging {
  page: number
  pageSize: number
  total: number
  /** While the next page is on its way. */
  isDisabled?: boolean
  onChange: (page: number, pageSize: number) => void
}

/** Rows that are marked for something that is done to several. */
export interface DataSelection<Row> {
  keys: readonly Key[]
  onChange: (keys: Key[]) => void
  /** Names the row for screen readers. */
  labelOf: (row: Row) => string
}
