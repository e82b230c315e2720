import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useState } from 'react'

const SHOWN_FIRST = 20

interface Props {
  title: string
  added: readonly string[]
  removed: readonly string[]
}

/** What came and what went: told by sign and colour, never by colour alone. */
export function ChangeList({ title, added, removed }: Props) {
  const { t } = useTranslation('settings')
  const [isWhole, setWhole] = useState(false)
  const lines = [
    ...removed.map((text) => ({ text, sign: '−', kind: 'removed' as const })),
    ...added.map((text) => ({ text, sign: '+', kind: 'added' as const })),
  ]
  const shown = isWhole ? lines : lines.slice(0, SHOWN_FIRST)
  return (
    <section>
      <h2>
        {title}{' '}
        <span className="wl-faint">
          {lines.length === 0
            ? t('release.compare.same')
            : t('release.compare.counts', { added: added.length, removed: removed.length })}
        </span>
      </h2>
      <ul className="rl-changes">
        {shown.map(({ text, sign, kind }) => (
          <li key={`${kind} ${text}`} className={`rl-${kind}`}>
            <span aria-hidden="true">{sign}</span>
            <span className="wl-hidden">{t(`release.compare.${kind}`)}</span>
            <code className="wl-mono">{text}</code>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('release.compare.showAll', { count: lines.length })}
        </Button>
      )}
    </section>
  )
}
