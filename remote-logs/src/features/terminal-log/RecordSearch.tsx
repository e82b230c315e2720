import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { clockText } from './playbackClock.ts'
import { useRecordSearch } from './useRecording.ts'

interface Props {
  recordId: number
  /** What is looked for, from the address. */
  text: string
  length: number
  time: number
  onSearch: (text: string) => void
  onGo: (time: number) => void
}

/** Finds a text in what was printed, and goes to the moment. */
export function RecordSearch({ recordId, text, length, time, onSearch, onGo }: Props) {
  const { t } = useTranslation('logs')
  const [draft, setDraft] = useState(text)
  const found = useRecordSearch(recordId, text)
  const moments = text === '' ? [] : (found.data?.list ?? [])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(draft.trim())
  }
  return (
    <search className="record-search">
      <form onSubmit={handleSubmit}>
        <Input
          type="search"
          allowClear
          aria-label={t('terminal.searchRecord')}
          placeholder={t('terminal.searchRecord')}
          maxLength={200}
          value={draft}
          onChange={({ target }) => {
            setDraft(target.value)
            if (target.value === '') onSearch('')
          }}
        />
      </form>
      <output className="wl-faint">
        {found.isFetching && t('terminal.searching')}
        {!found.isFetching && found.data && text !== '' && t('terminal.moments', { count: moments.length })}
        {found.data?.isCut && ` ${t('terminal.momentsCut')}`}
      </output>
      <ol>
        {moments.map((moment, index) => (
          // A line may occur many times in one moment.
          // oxlint-disable-next-line react/no-array-index-key -- the list is replaced as a whole
          <li key={index}>
            <button type="button" aria-current={Math.abs(moment.time - time) < 0.01} onClick={() => onGo(moment.time)}>
              <span className="wl-faint">{clockText(moment.time, length)}</span>
              <code>{moment.line}</code>
            </button>
          </li>
        ))}
      </ol>
    </search>
  )
}
