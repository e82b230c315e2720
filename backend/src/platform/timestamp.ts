const two = (value: number) => String(value).padStart(2, '0')

/** Times are stored as milliseconds and go over the wire as local `YYYY-MM-DD HH:MM:SS`; unset (0 or null) is "". */
export function formatTimestamp(ms: number | null): string {
  if (!ms) return ''
  const at = new Date(ms)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** A time for people whose zone nobody knows, such as those who read a notice. */
export const utcText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Reads the wire form back as milliseconds; undefined when the text is no such time. */
export function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
  const at = new Date(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return at.getDate() === day ? at.getTime() : undefined
}
