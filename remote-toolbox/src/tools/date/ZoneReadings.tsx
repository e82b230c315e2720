import { type LanguageCode, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useMemo } from 'react'
import { dayOfYear, isLeapYear, weekOf, weeksInYear } from '../../parts/calendar.ts'
import { changeClocks, durationText, spanText } from '../../parts/changeText.ts'
import { type DaylightSaving, daylightSavingAt } from '../../parts/daylightSaving.ts'
import { type Reading, Readings } from '../../parts/Readings.tsx'
import { writeOffset } from '../../parts/zonedTime.ts'
import { offsetOf } from './dateState.ts'
import { millisecondsOf } from './readTimestamp.ts'
import { clockIn, writeOrdinalDate, writeWeekDate, writeYear } from './writeDate.ts'
import { YearStrip } from './YearStrip.tsx'

interface Props {
  nanos: bigint
  zone: string
}

const longDay = (instant: number, zone: string, language: LanguageCode) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: zone }).format(instant)

/** What calendars and clocks of the zone say at a moment: day, week, offset and daylight saving. */
export function ZoneReadings({ nanos, zone }: Props) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const instant = millisecondsOf(nanos)
  const saving = useMemo(() => daylightSavingAt(instant, zone), [instant, zone])
  const clock = clockIn(nanos, zone)
  const { year, week } = weekOf(clock)
  const day = longDay(instant, zone, language)
  const days = isLeapYear(clock.year) ? 366 : 365
  const items: Reading[] = [
    { name: t('date.day'), text: day, node: <span>{day}</span> },
    {
      name: t('date.week'),
      text: writeWeekDate(clock),
      node: (
        <Counted
          code={writeWeekDate(clock)}
          note={t('date.weekOf', { week, total: weeksInYear(year), year: writeYear(year) })}
        />
      ),
    },
    {
      name: t('date.dayOfYear'),
      text: writeOrdinalDate(clock),
      node: <Counted code={writeOrdinalDate(clock)} note={t('date.dayOf', { day: dayOfYear(clock), total: days })} />,
    },
    { name: t('date.offset'), text: writeOffset(offsetOf(nanos, zone)) },
    {
      name: t('date.saving'),
      text: '',
      node: (
        <span data-saving={saving.state}>
          {t(`date.savings.${saving.state}`, { shift: durationText(saving.shift, language) })}
        </span>
      ),
    },
    { name: t('date.next'), text: '', node: <NextChange saving={saving} instant={instant} /> },
  ]
  return (
    <section aria-label={t('date.inZone', { zone })}>
      <h3 className="date-zone">{t('date.inZone', { zone: zone.replaceAll('_', ' ') })}</h3>
      <Readings items={items} />
      <YearStrip instant={instant} year={clock.year} zone={zone} />
    </section>
  )
}

function Counted({ code, note }: { code: string; note: string }) {
  return (
    <span>
      <code className="wl-mono">{code}</code> <span className="wl-faint">{note}</span>
    </span>
  )
}

function NextChange({ saving: { next }, instant }: { saving: DaylightSaving; instant: number }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  if (!next) return <span>{t('date.noChange')}</span>
  const shift = next.after - next.before
  const values = { ...changeClocks(next), shift: durationText(shift, language) }
  return (
    <span>
      {t(shift > 0 ? 'date.forward' : 'date.back', values)}{' '}
      <span className="wl-faint">{t('date.later', { span: spanText(next.at - instant, language) })}</span>
    </span>
  )
}
