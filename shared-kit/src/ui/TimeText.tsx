import { formatDateTime, formatRelativeTime, parseTimestamp } from '../i18n/format.ts'
import { useNow } from './useNow.ts'
import { useUiText } from './useUiText.ts'

interface Props {
  /** As it came over the wire; "" when unset. */
  value: Date | number | string
  /** Instead of the dash when there is no time, for example "still open". */
  unset?: string
}

/** "3 min ago", with the exact time on hover. */
export function TimeText({ value, unset }: Props) {
  useUiText()
  const now = useNow()
  const date = parseTimestamp(value)
  if (!date) return <span className="wl-faint">{unset ?? '–'}</span>
  // A row that was just added is a moment ahead of a clock that ticks twice a minute.
  const text = formatRelativeTime(date, Math.max(now, Math.min(date.getTime(), Date.now())))
  return (
    <time className="wl-time" dateTime={date.toISOString()} title={formatDateTime(date)}>
      {text}
    </time>
  )
}
