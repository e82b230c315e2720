import type { NoticeUse } from '@windlass/shared-kit/contract/notification'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input } from 'antd'
import { useState } from 'react'
import { useFields } from './useNotifications.ts'

/** Those a first look shows; the search finds the others. */
const FIRST = 14
/** What people put into notices, in that order; the rest follows as it comes. */
const USUAL = [
  ...['.Project.Name', '.DeployState', '.DeployDetail', '.Project.PublisherName', '.CommitInfo.Author'],
  ...['.CommitInfo.Message', '.CommitInfo.Commit', '.CommitInfo.Branch', '.CommitInfo.Tag', '.Project.Environment'],
  ...['.Monitor.Name', '.Event', '.ErrorMsg', '.Monitor.Description', '.Monitor.Target.Items[]'],
  ...['.Server.Name', '.Server.IP', '.Server.Description', '.ServerMonitor.Item', '.ServerMonitor.Formula'],
  ...['.CycleValue', '.ServerMonitor.Operator', '.ServerMonitor.Value', '.Link'],
]

/** How a template prints a field; one inside a list needs a loop. */
function snippetOf(path: string): string {
  const [list, inner] = path.split('[]')
  return inner === undefined ? `{{ ${path} }}` : `{{ range ${list} }}{{ ${inner || '.'} }} {{ end }}`
}

const rankOf = (path: string): number => {
  const rank = USUAL.findIndex((usual) => path.endsWith(usual))
  return rank === -1 ? USUAL.length : rank
}

/** The fields of a notice with a sample of each; a click puts one into the text. */
export function FieldPalette({ useBy, onInsert }: { useBy: NoticeUse; onInsert: (snippet: string) => void }) {
  const { t } = useTranslation('settings')
  const [search, setSearch] = useState('')
  const fields = useFields(useBy)
  const wanted = search.trim().toLowerCase()
  const found = (fields.data ?? [])
    .filter(({ path, sample }) => `${path}\n${sample}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => rankOf(one.path) - rankOf(other.path))
  const shown = wanted === '' ? found.slice(0, FIRST) : found
  return (
    <fieldset className="nt-palette">
      <legend>{t('notification.fields')}</legend>
      <Input
        type="search"
        size="small"
        allowClear
        aria-label={t('notification.fieldSearch')}
        placeholder={t('notification.fieldSearch')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter here means the search, not the form around it.
        onPressEnter={(event) => event.preventDefault()}
      />
      <div className="nt-fields">
        {shown.map(({ path, sample }) => (
          <button key={path} type="button" title={sample} onClick={() => onInsert(snippetOf(path))}>
            {path}
          </button>
        ))}
        {found.length > shown.length && (
          <span className="wl-faint">{t('notification.moreFields', { count: found.length - shown.length })}</span>
        )}
      </div>
    </fieldset>
  )
}
