import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'

interface Props {
  tags: readonly { tag: string; count: number }[]
  chosen: readonly string[]
  onChange: (tags: readonly string[]) => void
}

/** So many are one click away; the others are found by typing. */
const IN_SIGHT = 4

/** Narrows the list to the servers that have all chosen tags. */
export function TagFilter({ tags, chosen, onChange }: Props) {
  const { t } = useTranslation('server')
  const inSight = tags.slice(0, IN_SIGHT)
  const toggle = (tag: string) =>
    onChange(chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag])
  const hasMore = tags.length > IN_SIGHT || chosen.some((tag) => !tags.some((known) => known.tag === tag))
  return (
    <>
      <span className="wl-chips server-tag-chips">
        {inSight.map(({ tag, count }) => (
          <button
            key={tag}
            type="button"
            className="wl-chip"
            aria-pressed={chosen.includes(tag)}
            onClick={() => toggle(tag)}
          >
            {tag} <b>{count}</b>
          </button>
        ))}
      </span>
      {hasMore && (
        <Select
          className="server-tag-filter"
          mode="multiple"
          maxTagCount={1}
          allowClear
          aria-label={t('tag.filter')}
          placeholder={t('tag.filter')}
          value={[...chosen]}
          options={tags.map(({ tag, count }) => ({ value: tag, label: `${isolated(tag)} (${count})` }))}
          onChange={onChange}
        />
      )}
    </>
  )
}
