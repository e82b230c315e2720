import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

export interface MonitorTable extends Timed {
  namespaceId: number
  name: string
  type: number
  /** JSON, `MonitorTarget` of the contract. */
  target: string
  second: number
  times: number
  silentCycle: number
  description: string
  notifyType: number
  notifyTarget: string
  state: Generated<number>
  /** What the last notice said; writing it is no edit, so `updateTime` stays. */
  errorContent: Generated<string>
  successServerId: number
  successScript: string
  failServerId: number
  failScript: string
  parentId: number
  certificateDays: number
}

/** How a monitor stands and which node looks after it. */
export interface MonitorStateTable {
  monitorId: number
  /** The node that checks it, "" when none does. */
  node: Generated<string>
  /** Another node may take the monitor over after this time. */
  leaseUntil: Generated<number>
  nextDue: Generated<number>
  lastCheck: Generated<number>
  /** A `MonitorHealth` of the contract. */
  health: Generated<string>
  /** In a row, since the last notice. */
  failures: Generated<number>
  /** Nobody is told again before this time. */
  silenceUntil: Generated<number>
  /** Why the last failure was not counted, a `QuietReason` of the contract; "" when it was. */
  quiet: Generated<string>
  /** Of the last check, "" when it passed. */
  error: Generated<string>
  latency: Generated<number>
  certificateTime: Generated<number>
}

/** One check (`span` 0), or all checks of the hour that begins at `startTime` (`span` is the hour in milliseconds). */
export interface MonitorSampleTable {
  monitorId: number
  span: number
  startTime: number
  count: number
  failures: number
  /** Of the checks that passed, as the other latencies. */
  latencySum: number
  latencyMin: number
  latencyMax: number
}

export interface MonitorIncidentTable {
  id: Generated<number>
  namespaceId: number
  monitorId: number
  /** `down` or `certificate` */
  kind: string
  reason: string
  startTime: number
  /** 0 while it lasts. */
  endTime: Generated<number>
  notices: Generated<number>
  acknowledgedBy: Generated<string>
  acknowledgeReason: Generated<string>
  acknowledgeTime: Generated<number>
}

export interface MonitorMaintenanceTable extends Timed {
  namespaceId: number
  /** 0 means every monitor of the namespace. */
  monitorId: number
  name: string
  /** `once` or `weekly` */
  kind: string
  startTime: number
  endTime: number
  /** JSON: days of the week, 0 is Sunday. */
  weekdays: string
  startClock: string
  minutes: number
  timeZone: string
}

/** Somebody (a deploy, for instance) wants nobody told about a monitor for a while. */
export interface MonitorSilenceTable {
  monitorId: number
  /** Who wants it, so that two do not end each other's. */
  holder: string
  until: number
}

/** The tables of monitors. */
export interface MonitorTables {
  monitor: MonitorTable
  monitorState: MonitorStateTable
  monitorSample: MonitorSampleTable
  monitorIncident: MonitorIncidentTable
  monitorMaintenance: MonitorMaintenanceTable
  monitorSilence: MonitorSilenceTable
}
