import './textFlaws.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import type { Flaw } from './flaw.ts'
import { textPlace } from './textPlace.ts'

/** More of them say nothing new. */
const MOST_SHOWN = 10

interface Props {
  /** The text as it is written. */
  text: string
  flaws: readonly Flaw[]
  /** Says of each kind what is wrong, in one phrase. */
  reasonOf: (kind: string) => string
  /** Shows the flaw where it stands. */
  onFind: (flaw: Flaw) => void
}

/** What of a text could not be read: how much, where, why, and marked in what stands around it. */
export function TextFlaws({ text, flaws, reasonOf, onFind }: Props) {
  const { t } = useTranslation('toolbox')
  const hasFlaws = flaws.length > 0
  return (
    <section className={hasFlaws ? 'toolbox-flaws' : 'toolbox-flaws toolbox-flawless'}>
      {/* Always there, because what comes together with its words is not read out. */}
      <output className={hasFlaws ? undefined : 'wl-hidden'}>
        {hasFlaws && t('flaws.count', { count: flaws.length })}
      </output>
      {hasFlaws && (
        <ul>
          {flaws.slice(0, MOST_SHOWN).map((flaw) => (
            <FlawLine key={flaw.at} text={text} flaw={flaw} reason={reasonOf(flaw.kind)} onFind={() => onFind(flaw)} />
          ))}
        </ul>
      )}
      {flaws.length > MOST_SHOWN && <small>{t('flaws.more', { count: flaws.length - MOST_SHOWN })}</small>}
    </section>
  )
}

interface LineProps {
  text: string
  flaw: Flaw
  reason: string
  onFind: () => void
}

function FlawLine({ text, flaw, reason, onFind }: LineProps) {
  const { t } = useTranslation('toolbox')
  const { line, column, before, flaw: broken, after } = textPlace(text, flaw)
  return (
    <li>
      <Button type="link" size="small" onClick={onFind}>
        {t('flaws.place', { line, column })}
      </Button>
      <code className="wl-mono">
        {before}
        <mark>{broken}</mark>
        {after}
      </code>
      <span>{reason}</span>
    </li>
  )
}
