import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

/** How a server is measured; one row for each server that ever was. */
export interface MetricSourceTable {
  serverId: number
  /** A `CollectWay` of the contract. */
  collect: Generated<string>
  /** When the server is asked over SSH again; whoever moves it on asks. */
  nextTime: Generated<number>
  sshTime: Generated<number>
  sshError: Generated<string>
  sshFailures: Generated<number>
  agentTime: Generated<number>
  agentVersion: Generated<string>
  /** Which key its last report was signed with: `own`, `legacy`, or "" before the first. */
  agentKey: Generated<string>
  /** Minutes its clock is ahead of UTC. */
  agentZone: Generated<number>
  /** Which of the keys that were ever made for it is in force. */
  keyGeneration: Generated<number>
  /** The one that will be, while it is on its way to the server; 0 when none is. */
  keyNext: Generated<number>
}

/** One line of a chart: an item of a type on a server. */
export interface MetricSeriesTable {
  id: Generated<number>
  serverId: number
  type: number
  item: string
  /** Within the hour, when something was measured last. */
  seenTime: Generated<number>
}

/** A value of the last hours, in the order in which values come: writing one touches one page, whatever the number of series. */
export interface MetricSampleTable {
  /** Minutes since 1970. */
  minute: number
  seriesId: number
  value: number
}

/** A whole hour of a series. */
export interface MetricHourTable {
  seriesId: number
  /** Hours since 1970. */
  hour: number
  count: number
  mean: number
  least: number
  most: number
}

/** The single minutes of an hour, packed. */
export interface MetricPackTable {
  seriesId: number
  hour: number
  pack: Buffer
}

/** A warning rule with what it remembers between two evaluations. */
export interface ServerMonitorTable extends Timed {
  namespaceId: number
  serverId: number
  item: string
  formula: string
  operator: string
  value: string
  groupCycle: number
  lastCycle: number
  silentCycle: number
  startTime: string
  endTime: string
  notifyType: number
  /** Encrypted: whoever has the address can write into the room behind it. */
  notifyTarget: string
  /** Matches in a row. */
  last: Generated<number>
  silentUntil: Generated<number>
  /** The minute (since 1970) that changed something last; of several nodes, the one that moves it on does so. */
  evaluatedMinute: Generated<number>
}

/** One time a rule warned. */
export interface ServerMonitorFiringTable {
  id: Generated<number>
  namespaceId: number
  serverId: number
  ruleId: number
  text: string
  value: string
  startTime: number
  /** 0 while it lasts. */
  endTime: Generated<number>
  notices: Generated<number>
}

/** The tables of measurements and of the rules about them. */
export interface MetricTables {
  metricSource: MetricSourceTable
  metricSeries: MetricSeriesTable
  metricSample: MetricSampleTable
  metricHour: MetricHourTable
  metricPack: MetricPackTable
  serverMonitor: ServerMonitorTable
  serverMonitorFiring: ServerMonitorFiringTable
}
