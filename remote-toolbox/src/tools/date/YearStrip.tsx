import { useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useMemo } from 'react'
import { yearSeasons } from './yearSeasons.ts'

interface Props {
  instant: number
  year: number
  zone: string
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month)
const percent = (part: number) => `${(part * 100).toFixed(2)}%`

/** The year of a moment as a strip: its months, the time of daylight saving, and the moment. */
export function YearStrip({ instant, year, zone }: Props) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const { seasons, now } = useMemo(() => yearSeasons(instant, year, zone), [instant, year, zone])
  const name = new Intl.DateTimeFormat(language, { month: 'narrow', timeZone: 'UTC' })
  const saving = seasons.filter(({ isSaving }) => isSaving)
  return (
    <div className="date-year" aria-hidden="true">
      <div className="date-year-bar">
        {saving.map(({ from, to }) => (
          <span key={from} className="date-year-saving" style={{ left: percent(from), width: percent(to - from) }} />
        ))}
        <span className="date-year-now" style={{ left: percent(now) }} />
      </div>
      <div className="date-year-months">
        {MONTHS.map((month) => (
          <span key={month}>{name.format(Date.UTC(2026, month, 15))}</span>
        ))}
      </div>
      {saving.length > 0 && <small className="date-year-key">{t('date.savingKey')}</small>}
    </div>
  )
}
