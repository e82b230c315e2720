import { formatDateTime, formatRelativeTime, formatZonedTime, parseTimestamp } from '../i18n/format.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { CLOCK_STEP_MS, useNow } from './useNow.ts'

interface Props {
  /** As it came over the wire; "" when unset. */
  value: Date | number | string
  /** Instead of the dash when there is no time, for example "still open". */
  unset?: string
  /** The time itself instead of how long ago it was. */
  isExact?: boolean
}

/** "3 min ago", or the time itself; with the exact time and its zone on hover. */
export function TimeText({ value, unset, isExact = false }: Props) {
  const language = useLanguage()
  const now = useNow()
  const date = parseTimestamp(value)
  if (!date) return <span className="wl-faint">{unset ?? '–'}</span>
  // What happened since the clock last ticked is not in the future.
  const ahead = date.getTime() - now
  const text = isExact
    ? formatDateTime(date)
    : formatRelativeTime(date, ahead > 0 && ahead <= CLOCK_STEP_MS ? date.getTime() : now, language)
  return (
    <time className="wl-time" dateTime={date.toISOString()} title={formatZonedTime(date)}>
      {text}
    </time>
  )
}
