import { useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useMemo } from 'react'
import { type CharacterRow, describeCharacters, visibleForm } from './describeCharacters.ts'

/** Nobody looks at single characters of a long text. */
const MOST_ROWS = 64

/** Characters of every script and of the one before them: this says nothing about a character. */
const NO_SCRIPT: readonly string[] = ['', 'Zyyy', 'Zinh']

/** What the first characters of a text are. */
export function CharacterTable({ text }: { text: string }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const rows = useMemo(() => describeCharacters(text, MOST_ROWS + 1), [text])
  const scripts = useMemo(() => new Intl.DisplayNames(language, { type: 'script' }), [language])
  if (rows.length === 0) return null
  const kindOf = ({ category, script }: CharacterRow) =>
    t(`unicode.category.${category}`) + (NO_SCRIPT.includes(script) ? '' : ` · ${scripts.of(script)}`)
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that arrow keys scroll it
    <section className="unicode-characters" aria-label={t('unicode.characters')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('unicode.character')}</th>
            <th scope="col">{t('unicode.codePoint')}</th>
            <th scope="col">{t('unicode.kind')}</th>
            <th scope="col">UTF-8</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a character is known by its place, and none keeps a state
            <tr key={at}>
              <td data-faint={visibleForm(row) !== row.character}>{visibleForm(row)}</td>
              <td className="wl-mono">{row.code}</td>
              <td>{kindOf(row)}</td>
              <td className="wl-mono">{row.utf8 || t('unicode.noBytes')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && <small className="wl-faint">{t('unicode.first', { count: MOST_ROWS })}</small>}
    </section>
  )
}
