import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'

interface Props<Name extends string> {
  /** The name of each field, and what it is called. */
  fields: Readonly<Record<Name, string>>
  values: Record<Name, string>
  isFiltered: boolean
  onSearch: (values: Record<Name, string>) => void
  onReset: () => void
}

/** What a log is searched by: nothing happens while typing, because each search is work for the server. */
export function LogFilters<Name extends string>({ fields, values, isFiltered, onSearch, onReset }: Props<Name>) {
  const { t } = useTranslation('logs')
  const [draft, setDraft] = useState(values)
  // The keys of an object literal are its names; the standard library says only "string".
  const names = Object.keys(fields) as Name[]
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(draft)
  }
  return (
    <search>
      <form className="log-filters" onSubmit={handleSubmit}>
        {names.map((name, index) => (
          <Input
            key={name}
            // The first one is where the `/` key goes.
            type={index === 0 ? 'search' : 'text'}
            allowClear
            aria-label={t('exact', { field: fields[name] })}
            placeholder={t('exact', { field: fields[name] })}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          />
        ))}
        <Button htmlType="submit">{t('search')}</Button>
        {isFiltered && (
          <Button type="text" onClick={onReset}>
            {t('reset')}
          </Button>
        )}
      </form>
    </search>
  )
}
