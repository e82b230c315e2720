import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input, type InputRef } from 'antd'
import type { KeyboardEvent, RefObject } from 'react'
import type { JsonSearch } from './useJsonSearch.ts'

const STEPS = [
  { name: 'previous', direction: -1, icon: <UpOutlined aria-hidden="true" /> },
  { name: 'next', direction: 1, icon: <DownOutlined aria-hidden="true" /> },
] as const

interface Props {
  search: JsonSearch
  input: RefObject<InputRef | null>
  /** Back to where the hits are. */
  onLeave: () => void
}

/** Finds keys and values: Enter goes to the next hit, with Shift to the one before. */
export function JsonSearchBar({ search, input, onLeave }: Props) {
  const { t } = useTranslation('toolbox')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void search.go(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape' && search.query.text !== '') {
      // Of the box only once nothing is looked for any more.
      event.stopPropagation()
      search.setText('')
      onLeave()
    }
  }
  const { text, isCaseSensitive } = search.query
  const hits = search.result?.count
  return (
    <search className="json-search">
      <Input
        ref={input}
        size="small"
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('json.search')}
        aria-label={t('json.search')}
        value={text}
        status={hits === 0 ? 'warning' : ''}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={handleKeyDown}
        suffix={<output className="json-count">{countText(search, t)}</output>}
      />
      <Button
        size="small"
        type={isCaseSensitive ? 'primary' : 'default'}
        ghost={isCaseSensitive}
        aria-pressed={isCaseSensitive}
        aria-label={t('json.matchCase')}
        title={t('json.matchCase')}
        onClick={() => search.setCaseSensitive(!isCaseSensitive)}
      >
        Aa
      </Button>
      {STEPS.map(({ name, direction, icon }) => (
        <Button
          key={name}
          size="small"
          icon={icon}
          disabled={!hits}
          aria-label={t(`json.${name}`)}
          title={t(`json.${name}`)}
          onClick={() => search.go(direction)}
        />
      ))}
    </search>
  )
}

function countText({ result }: JsonSearch, t: ReturnType<typeof useTranslation>['t']): string {
  if (!result) return ''
  if (result.count === 0) return t('json.noHit')
  return t('json.hit', { place: (result.finding?.place ?? 0) + 1, count: result.count })
}
