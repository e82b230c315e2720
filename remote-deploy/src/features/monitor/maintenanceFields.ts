import type { MonitorMaintenance } from '@windlass/shared-kit/contract/monitorMaintenance'
import { fieldTime, ownZone, readField } from '@windlass/shared-kit/i18n'
import type { MaintenanceInput } from './useMonitors.ts'

/** What the form of a window holds; the times of one day as the browser's own field writes them. */
export interface MaintenanceFields {
  name: string
  isForAll: boolean
  kind: 'once' | 'weekly'
  start: string
  end: string
  weekdays: number[]
  startClock: string
  minutes: number
  timeZone: string
}

const HOUR_MS = 3_600_000
const MINUTES = 60

/** What the form starts with; a new window is the next hour. */
export function maintenanceFieldsOf(window: MonitorMaintenance | undefined, now: number): MaintenanceFields {
  if (!window) {
    const [start, end] = [fieldTime(now), fieldTime(now + HOUR_MS)]
    const weekly = { weekdays: [6], startClock: '22:00', minutes: MINUTES }
    return { name: '', isForAll: false, kind: 'once', start, end, ...weekly, timeZone: ownZone() }
  }
  const { name, monitorId, kind, startTime, endTime, weekdays, startClock, minutes, timeZone } = window
  return {
    ...{ name, kind, weekdays, startClock, minutes, timeZone },
    isForAll: monitorId === 0,
    start: startTime > 0 ? fieldTime(startTime) : '',
    end: endTime > 0 ? fieldTime(endTime) : '',
  }
}

/** What the form sends. Times of a single window are those of whoever fills it in. */
export function maintenanceInputOf(fields: MaintenanceFields, monitorId: number): MaintenanceInput {
  const { name, isForAll, kind, start, end, weekdays, startClock, minutes, timeZone } = fields
  const base = { name: name.trim(), monitorId: isForAll ? 0 : monitorId, kind }
  if (kind === 'weekly') return { ...base, weekdays, startClock, minutes, timeZone }
  return { ...base, startTime: readField(start), endTime: readField(end), timeZone: ownZone() }
}
