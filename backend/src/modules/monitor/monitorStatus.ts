import type { MonitorHealth, MonitorStatus, QuietReason } from '@windlass/shared-kit/contract/monitor'
import type { Db } from '../../platform/db.ts'
import { saidIn } from '../../platform/sentences/sentences.ts'
import { createIncidentStore, type IncidentRecord } from './incident.store.ts'
import { createMaintenanceStore, type MaintenanceRecord } from './maintenance.store.ts'
import { openUntil } from './maintenanceWindow.ts'
import { createMonitorStore, type StateRecord } from './monitor.store.ts'
import { createSampleStore, HOUR_MS } from './sample.store.ts'

const HOURS = 24

type HourRow = Awaited<ReturnType<ReturnType<typeof createSampleStore>['hours']>>[number]

/** Everything that tells how the monitors of a namespace stand, read at one time. */
interface Readings {
  now: number
  states: Map<number, StateRecord>
  incidents: Map<number, IncidentRecord>
  windows: MaintenanceRecord[]
  silences: Map<number, number>
  hours: Map<number, HourRow[]>
}

async function read(db: Db, namespaceId: number): Promise<Readings> {
  const now = Date.now()
  const firstHour = Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS
  const [states, incidents, windows, silences, hourRows] = await Promise.all([
    createMonitorStore(db).states(namespaceId),
    createIncidentStore(db).listOpen(namespaceId),
    createMaintenanceStore(db).list(namespaceId),
    createMaintenanceStore(db).silences(namespaceId, now),
    createSampleStore(db).hours(namespaceId, firstHour),
  ])
  const down = incidents.filter(({ kind }) => kind === 'down')
  return {
    ...{ now, windows, silences },
    states: new Map(states.map((state) => [state.monitorId, state])),
    incidents: new Map(down.map((incident) => [incident.monitorId, incident])),
    hours: Map.groupBy(hourRows, ({ monitorId }) => monitorId),
  }
}

/** What keeps failures of a monitor quiet now, the most deliberate first. */
function quietOf(id: number, readings: Readings): { quiet: QuietReason | null; quietUntil: number } {
  const { now, windows, silences } = readings
  const planned = windows.filter(({ monitorId }) => monitorId === 0 || monitorId === id)
  const windowEnd = Math.max(0, ...planned.map((window) => openUntil(window, now)))
  if (windowEnd > 0) return { quiet: 'maintenance', quietUntil: windowEnd }
  const silencedUntil = silences.get(id) ?? 0
  if (silencedUntil > now) return { quiet: 'deploy', quietUntil: silencedUntil }
  const state = readings.states.get(id)
  if (state?.quiet === 'parent') return { quiet: 'parent', quietUntil: 0 }
  const isTold = state?.health === 'down' && Number(state.silenceUntil) > now
  return isTold ? { quiet: 'told', quietUntil: state.silenceUntil } : { quiet: null, quietUntil: 0 }
}

function hoursOf(id: number, { now, hours }: Readings): Pick<MonitorStatus, 'uptime' | 'hours'> {
  const rows = hours.get(id) ?? []
  const byHour = new Map(rows.map((row) => [row.startTime, row]))
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const means = Array.from({ length: HOURS }, (_each, index) => {
    const row = byHour.get(thisHour - (HOURS - 1 - index) * HOUR_MS)
    return row && row.count > row.failures ? Math.round(row.latencySum / (row.count - row.failures)) : null
  })
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const failures = rows.reduce((sum, row) => sum + row.failures, 0)
  return { uptime: count === 0 ? null : (count - failures) / count, hours: means }
}

/** How each monitor of a namespace stands; ask the answer with a monitor's id. */
export async function readStatuses(db: Db, namespaceId: number): Promise<(id: number) => MonitorStatus> {
  const readings = await read(db, namespaceId)
  return (id) => {
    const state = readings.states.get(id)
    const incident = readings.incidents.get(id)
    const error = state?.error ?? ''
    const errorSaid = saidIn(error)
    return {
      // The column is written from this type only.
      health: (state?.health ?? 'waiting') as MonitorHealth,
      ...quietOf(id, readings),
      error,
      ...(errorSaid && { errorSaid }),
      lastCheckTime: state?.lastCheck ?? 0,
      latency: state?.latency ?? 0,
      failures: state?.failures ?? 0,
      certificateTime: state?.certificateTime ?? 0,
      incidentId: incident?.id ?? 0,
      acknowledgedBy: incident?.acknowledgedBy ?? '',
      ...hoursOf(id, readings),
    }
  }
}
