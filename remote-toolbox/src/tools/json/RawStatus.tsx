import { useTranslation } from '@windlass/shared-kit/i18n'
import type { OpenJson } from './useJsonDocument.ts'

/** What the text is so far, in one quiet line while it is typed. */
export function RawStatus({ opening, lines }: { opening: OpenJson['opening']; lines: number }) {
  const { t } = useTranslation('toolbox')
  if (opening.outcome === 'empty') return <small className="wl-faint">{t('json.empty')}</small>
  if (opening.outcome === 'opened') return <small className="wl-faint">{t('json.valid', { count: lines })}</small>
  if (opening.outcome === 'leaf') return <small className="toolbox-problem">{t('json.rootProblem')}</small>
  const { message, line, column } = opening.fault
  return (
    <small className="toolbox-problem">
      {t('json.place', { line, column })} {message}
    </small>
  )
}
