import { ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { type MarkState, StateMark } from './StateMark.tsx'
import { useUiText } from './useUiText.ts'

/** "3 failed": a number about the list that is also a filter. */
export interface SummaryChip {
  key: string
  label: string
  count: number
  state?: MarkState
  isActive: boolean
  onToggle: () => void
}

interface Props {
  title: string
  chips?: readonly SummaryChip[]
  /** The `/` key puts the cursor here. */
  search?: { value: string; placeholder: string; onChange: (text: string) => void }
  /** Further filters, right of the search field. */
  filters?: ReactNode
  refresh?: { isRunning: boolean; onRefresh: () => void }
  /** The one primary action. */
  action?: ReactNode
  children: ReactNode
}

/** A page about many things of one kind: what they are, how many, how to find one, and the one thing to do. */
export function ListPage({ title, chips, search, filters, refresh, action, children }: Props) {
  return (
    <section className="wl-list-page">
      <header className="wl-list-header">
        <h1>{title}</h1>
        {chips && chips.length > 0 && (
          <div className="wl-chips">
            {chips.map((chip) => (
              <Chip key={chip.key} chip={chip} />
            ))}
          </div>
        )}
        <div className="wl-list-tools">
          {search && <SearchField {...search} />}
          {filters}
          {refresh && <RefreshButton {...refresh} />}
          {action}
        </div>
      </header>
      {children}
    </section>
  )
}

function Chip({ chip }: { chip: SummaryChip }) {
  const words = (
    <>
      <b>{chip.count}</b> {chip.label}
    </>
  )
  return (
    <button className="wl-chip" type="button" aria-pressed={chip.isActive} onClick={chip.onToggle}>
      {chip.state ? <StateMark state={chip.state}>{words}</StateMark> : <span>{words}</span>}
    </button>
  )
}

function SearchField({ value, placeholder, onChange }: NonNullable<Props['search']>) {
  const { t } = useUiText()
  return (
    <Input
      className="wl-search"
      type="search"
      allowClear
      prefix={<SearchOutlined aria-hidden="true" />}
      suffix={value === '' ? <kbd aria-hidden="true">/</kbd> : undefined}
      aria-label={placeholder}
      title={t('searchHint')}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        onChange('')
        event.currentTarget.blur()
      }}
    />
  )
}

function RefreshButton({ isRunning, onRefresh }: NonNullable<Props['refresh']>) {
  const { t } = useUiText()
  return (
    <Button
      type="text"
      icon={<ReloadOutlined spin={isRunning} />}
      aria-label={t('refresh')}
      title={t('refresh')}
      onClick={onRefresh}
    />
  )
}
