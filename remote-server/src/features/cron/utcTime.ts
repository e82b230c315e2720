import { formatDateTime, offsetAt, ownZone } from '@windlass/shared-kit/i18n'

const MONTHS = 12
const CLOCK_END = 19

/** `2026-11-22 03:00:00`, by the clocks of UTC. */
export const utcText = (time: number): string => new Date(time).toISOString().slice(0, CLOCK_END).replace('T', ' ')

/** The same by the clocks of whoever looks. */
export const ownText = (time: number): string => formatDateTime(time)

/** Whether the clocks of whoever looks are changed within a year. */
export function changesClocks(now: number): boolean {
  const year = new Date(now).getUTCFullYear()
  const offsets = Array.from({ length: MONTHS }, (_, month) => offsetAt(Date.UTC(year, month, 1), ownZone()))
  return new Set(offsets).size > 1
}
