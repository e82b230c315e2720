import type { MonitorHealth, QuietReason } from '@windlass/shared-kit/contract/monitor'
import type { CheckOrder } from './checks/check.ts'
import { FRESH, type Standing } from './judge.ts'
import type { StateColumns } from './lease.store.ts'
import type { MonitorRecord, StateRecord } from './monitor.store.ts'
import { orderOf } from './monitorRow.ts'

/** A monitor that this node looks after. */
export interface Watched {
  monitor: MonitorRecord
  order: CheckOrder
  standing: Standing
  nextDue: number
  lastCheck: number
  latency: number
  certificateTime: number
  /** When its certificate was looked at last, as this process remembers it. */
  certificateLook: number
  /** Its success or fail script still runs: another one would meet it. */
  isScriptRunning: boolean
}

/** Takes a monitor up where it was left, or anew when it was edited since. */
export function watch(monitor: MonitorRecord, state: StateRecord, isAnew: boolean): Watched {
  const standing: Standing = {
    // Both columns are written from these types only.
    health: state.health as MonitorHealth,
    quiet: state.quiet as QuietReason | '',
    failures: state.failures,
    silenceUntil: state.silenceUntil,
    error: state.error,
  }
  return {
    monitor,
    order: orderOf(monitor),
    standing: isAnew ? FRESH : standing,
    nextDue: isAnew ? Date.now() : state.nextDue,
    lastCheck: isAnew ? 0 : state.lastCheck,
    latency: state.latency,
    certificateTime: isAnew ? 0 : state.certificateTime,
    certificateLook: 0,
    isScriptRunning: false,
  }
}

/** How a monitor stands, as it is stored. */
export const stateOf = ({
  monitor,
  standing,
  nextDue,
  lastCheck,
  latency,
  certificateTime,
}: Watched): StateColumns => ({
  ...standing,
  ...{ monitorId: monitor.id, nextDue, lastCheck, latency, certificateTime },
})
