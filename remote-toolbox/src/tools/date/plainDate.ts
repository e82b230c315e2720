const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?/i
const WEEKDAY = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b\.?/i
const TIME = /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]m)?/i
const ZONE = /(?:\b(?:UTC|GMT|Z)\b)?\s*[+-]\d{2}:?\d{2}$|\b(?:UTC|GMT|Z)$/i
const YEAR = /\b\d{4}\b/
const DAY = /\b(\d{1,2})(?:st|nd|rd|th)?\b/i

/** "21 Nov 2026 08:30:15 +0100" in any order: logs, mails, git, HTTP. Undefined unless every word of it is understood. */
function fromEnglish(text: string): string | undefined {
  // Web servers join the year and the time by a colon, and JavaScript names the zone in brackets at the end.
  let rest = text.replace(/\s*\(.*\)$/, '').replace(/(\d{4}):(\d{2}:)/, '$1 $2')
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim()
    return found
  }
  const time = take(TIME)?.[0] ?? '0:00'
  const zone = take(ZONE)?.[0] ?? ''
  const month = MONTHS.indexOf(take(MONTH)?.[1]?.toLowerCase() ?? '') + 1
  const year = take(YEAR)?.[0]
  const day = take(DAY)?.[1]
  take(WEEKDAY)
  if (!year || !day || /[^\s,/-]/.test(rest)) return undefined
  const offset = zone.replace(/\s/g, '').replace(/^[a-z]+(?=[+-])/i, '')
  return `${year}-${month}-${day} ${time}${offset}`
}

const CHINESE = /^(\d{4})\s*年\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?\s*(.*)$/
const CHINESE_TIME = /^(\d{1,2})\s*[时点](?:\s*(\d{1,2})\s*分)?(?:\s*(\d{1,2})\s*秒)?$/

/** "2026年11月21日 8时30分" */
function fromChinese([, year, month, day = '1', rest = '']: RegExpExecArray): string {
  const two = (part = '0') => part.padStart(2, '0')
  const time = rest.replace(CHINESE_TIME, (_, hour, minute, second) => `${hour}:${two(minute)}:${two(second)}`)
  return `${year}-${month}-${day} ${time}`.trim()
}

/** Other ways to write a date, turned into the one of ISO 8601; texts that are none of them stay as they are. */
export function plainDate(text: string): string {
  const written = text.trim().replaceAll('−', '-')
  const chinese = CHINESE.exec(written)
  if (chinese) return fromChinese(chinese)
  if (/^\d{14}$/.test(written)) return `${written.slice(0, 8)}T${written.slice(8)}`
  return MONTH.test(written) ? (fromEnglish(written) ?? written) : written
}
