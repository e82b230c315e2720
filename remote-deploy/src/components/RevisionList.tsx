import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Input } from 'antd'
import { useId, useState } from 'react'

const SECOND_MS = 1000
const SHORT = 8
/** Fewer are seen at a glance. */
const SEARCH_FROM = 6

interface Props {
  of: Loadable & { data?: readonly CommitInfo[] | undefined }
  label: string
  /** What is sent for a row: its commit, or the name of its tag. */
  valueOf: (commit: CommitInfo) => string
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (value: string) => void
}

const holds = (words: readonly string[]) => (commit: CommitInfo) => {
  const text = `${commit.commit}\n${commit.tag}\n${commit.message}\n${commit.author}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Commits or tags to choose one of, with who, when and what changed; the arrow keys move. */
export function RevisionList({ of, label, valueOf, id, value, onChange }: Props) {
  const { t } = useTranslation('deploy')
  const name = useId()
  const [search, setSearch] = useState('')
  const commits = of.data ?? []
  const shown = commits.filter(holds(search.toLowerCase().split(/\s+/).filter(Boolean)))
  return (
    <LoadState of={of}>
      {commits.length >= SEARCH_FROM && (
        <Input
          type="search"
          allowClear
          aria-label={t('publish.search')}
          placeholder={t('publish.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter searches here; it sends the form elsewhere.
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
        />
      )}
      <fieldset className="dp-revisions" id={id} aria-label={label}>
        {shown.map((commit) => (
          <Revision
            key={`${commit.tag} ${commit.commit}`}
            {...{ commit, name }}
            value={valueOf(commit)}
            isChosen={valueOf(commit) === value}
            onChoose={() => onChange?.(valueOf(commit))}
          />
        ))}
        {shown.length === 0 && (
          <p className="wl-faint">{t(commits.length === 0 ? 'publish.nothingThere' : 'publish.nothingFits')}</p>
        )}
      </fieldset>
    </LoadState>
  )
}

interface RevisionProps {
  commit: CommitInfo
  name: string
  value: string
  isChosen: boolean
  onChoose: () => void
}

function Revision({ commit: { commit, tag, message, author, timestamp, diff }, ...props }: RevisionProps) {
  const { t } = useTranslation('deploy')
  return (
    <div className="dp-revision" data-chosen={props.isChosen}>
      <label>
        <input type="radio" name={props.name} value={props.value} checked={props.isChosen} onChange={props.onChoose} />
        <span>
          {tag !== '' && <b className="dp-label">{tag}</b>} {message || commit}
          <span className="wl-faint">
            <code>{commit.slice(0, SHORT)}</code> {author} · <TimeText value={timestamp * SECOND_MS} />
          </span>
        </span>
      </label>
      {diff !== '' && (
        <details>
          <summary>{t('publish.changes')}</summary>
          <pre>{diff}</pre>
        </details>
      )}
    </div>
  )
}
