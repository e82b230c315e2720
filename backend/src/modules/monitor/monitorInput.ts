import type { InputOf } from '@windlass/shared-kit/contract'
import {
  type MonitorAdd,
  type MonitorCheck,
  type MonitorTarget,
  MonitorType,
  type MonitorTypeNumber,
  ScriptPlace,
} from '@windlass/shared-kit/contract/monitor'
import { failed } from '../../platform/errors.ts'
import { requireTarget } from '../notification/noticeTarget.ts'
import { parseHostPort } from './checks/hostPort.ts'
import { isPingHost } from './checks/pingCheck.ts'
import type { MonitorColumns } from './monitor.store.ts'

/** What people write about a monitor. */
export type MonitorInput = InputOf<typeof MonitorAdd>
/** The part of it that a check needs. */
export type CheckInput = InputOf<typeof MonitorCheck>

/** That part with nothing left out. */
export interface CheckColumns {
  type: MonitorTypeNumber
  target: MonitorTarget
  successServerId: number
  successScript: string
  failServerId: number
  failScript: string
}

const SITE = /^https?:\/\/[^\s/]/i

function siteProblem(item: string): string | undefined {
  if (!SITE.test(item) || URL.parse(item) === null) return `"${item}" is no address of a site; write https://…`
  return undefined
}

const ITEM_PROBLEMS: Readonly<Record<MonitorTypeNumber, (item: string) => string | undefined>> = {
  [MonitorType.Site]: siteProblem,
  [MonitorType.Port]: (item) =>
    parseHostPort(item) ? undefined : `"${item}" is no host and port; write them as 127.0.0.1:8080`,
  [MonitorType.Ping]: (item) => (isPingHost(item) ? undefined : `"${item}" is no host name or address`),
  [MonitorType.Process]: (item) => serverProblem(item),
  [MonitorType.Script]: (item) => serverProblem(item),
}

const serverProblem = (item: string) =>
  /^[1-9]\d{0,9}$/.test(item) ? undefined : `"${item}" is no server; choose the servers from the list`

/** Whether the items are servers, which are reached over SSH. */
const isOnServers = (type: number): boolean => type === MonitorType.Process || type === MonitorType.Script

function completeTarget({ type, target = {} }: CheckInput): MonitorTarget {
  const items = (target.items ?? []).map((item) => item.trim()).filter((item) => item !== '')
  if (items.length === 0) throw failed('the monitor needs at least one item to look at')
  const problem = items.map(ITEM_PROBLEMS[type]).find((each) => each !== undefined)
  if (problem !== undefined) throw failed(problem)
  const { timeout = 0, process = '', script = '' } = target
  if (type === MonitorType.Process && process.trim() === '') throw failed('write which process must be running')
  if (type === MonitorType.Script && script.trim() === '') throw failed('write the script that checks')
  return { items, timeout, process: process.trim(), script }
}

/** Whether a script would run on the console's own machine. */
export const isHostScript = (type: number, serverId: number): boolean =>
  serverId === ScriptPlace.Host || (serverId === ScriptPlace.Follow && !isOnServers(type))

function refuseHostScripts(columns: CheckColumns): void {
  const { type } = columns
  for (const [name, serverId, script] of [
    ['success', columns.successServerId, columns.successScript],
    ['fail', columns.failServerId, columns.failScript],
  ] as const) {
    const isWanted = serverId === ScriptPlace.Host || (script.trim() !== '' && isHostScript(type, serverId))
    if (isWanted) {
      throw failed(
        `the ${name} script would run on the console's own machine, which MONITOR_HOST_SCRIPTS does not allow; choose a server for it`,
      )
    }
  }
}

/** Checks what a check needs and completes it. @throws AppError that says what to write */
export function completeCheck(input: CheckInput, allowsHostScripts: boolean): CheckColumns {
  const columns: CheckColumns = {
    type: input.type,
    target: completeTarget(input),
    successServerId: input.successServerId ?? ScriptPlace.Follow,
    successScript: input.successScript ?? '',
    failServerId: input.failServerId ?? ScriptPlace.Follow,
    failScript: input.failScript ?? '',
  }
  if (!allowsHostScripts) refuseHostScripts(columns)
  return columns
}

/** What an edit leaves as it is when it does not name it. */
export type Kept = Pick<MonitorColumns, 'parentId' | 'certificateDays'>

/** Checks a whole monitor and completes it. @throws AppError that says what to write */
export function completeMonitor(input: MonitorInput, kept: Kept, allowsHostScripts: boolean): MonitorColumns {
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  const notifyTarget = input.notifyTarget.trim()
  requireTarget(input.notifyType, notifyTarget)
  const { target, ...check } = completeCheck(input, allowsHostScripts)
  return {
    ...check,
    name,
    target: JSON.stringify(target),
    second: input.second,
    times: input.times,
    silentCycle: input.silentCycle,
    description: input.description ?? '',
    notifyType: input.notifyType,
    notifyTarget,
    parentId: input.parentId ?? kept.parentId,
    certificateDays: input.certificateDays ?? kept.certificateDays,
  }
}

/** The servers a monitor names, which must be there when it is saved. */
export function serversOf({ type, target, ...scripts }: CheckColumns): number[] {
  const items = isOnServers(type) ? (target.items ?? []).map(Number) : []
  const named = [scripts.successServerId, scripts.failServerId].filter((id) => id > 0)
  return [...new Set([...items, ...named])]
}
