import { NotifyType } from '@windlass/shared-kit/contract/enums'
import { type Monitor, MonitorType, type MonitorTypeNumber } from '@windlass/shared-kit/contract/monitor'
import type { MonitorInput } from './useMonitors.ts'

/** What the form holds. Items and servers are kept apart, so that a change of the type and back loses neither. */
export interface MonitorFields {
  name: string
  type: MonitorTypeNumber
  items: string[]
  serverIds: number[]
  process: string
  script: string
  timeout: number
  second: number
  times: number
  silentCycle: number
  description: string
  parentId: number
  certificateDays: number
  notifyType: MonitorInput['notifyType']
  notifyTarget: string
  successServerId: number
  successScript: string
  failServerId: number
  failScript: string
}

/** In minutes: what is offered; a monitor that has another keeps it. */
export const SILENT_CYCLES: readonly number[] = [5, 10, 15, 30, 60, 180, 360, 720, 1440]

/** What scripts on a server may name. */
export const SERVER_VARIABLES: readonly { name: string }[] = [
  ...['SERVER_ID', 'SERVER_NAME', 'SERVER_IP', 'SERVER_PORT', 'SERVER_OWNER', 'SERVER_PASSWORD', 'SERVER_PATH'],
  ...['SERVER_JUMP_IP', 'SERVER_JUMP_PORT', 'SERVER_JUMP_OWNER', 'SERVER_JUMP_PASSWORD', 'SERVER_JUMP_PATH'],
].map((name) => ({ name }))

export const TAB_NAMES = ['base', 'notice', 'success', 'fail'] as const
export type TabName = (typeof TAB_NAMES)[number]

const TAB_OF: Readonly<Record<string, TabName>> = {
  ...{ notifyType: 'notice', notifyTarget: 'notice', times: 'notice', silentCycle: 'notice', parentId: 'notice' },
  ...{ successServerId: 'success', successScript: 'success', failServerId: 'fail', failScript: 'fail' },
}

/** The tab a field is on. */
export const tabOf = (field: number | string | undefined): TabName => TAB_OF[String(field)] ?? 'base'

/** Whether the monitor looks at servers rather than at addresses. */
export const isOnServers = (type: number): boolean => type === MonitorType.Process || type === MonitorType.Script

/** What a new monitor starts with. */
const NEW: MonitorFields = {
  ...{ name: '', type: MonitorType.Site, items: [''], serverIds: [], process: '', script: '', timeout: 10 },
  ...{ second: 60, times: 1, silentCycle: 1440, description: '', parentId: 0, certificateDays: 0 },
  ...{ notifyType: NotifyType.WeCom, notifyTarget: '' },
  ...{ successServerId: 0, successScript: '', failServerId: 0, failScript: '' },
}

const TYPES = Object.values(MonitorType)
const CHANNELS = [
  NotifyType.WeCom,
  NotifyType.DingTalk,
  NotifyType.Feishu,
  NotifyType.EMail,
  NotifyType.Custom,
] as const

/** The channels a notice can take. */
export const NOTICE_CHANNELS: readonly MonitorInput['notifyType'][] = CHANNELS

/** What the form starts with. */
export function fieldsOf(monitor: Monitor | undefined): MonitorFields {
  if (!monitor) return NEW
  const { target, type, notifyType, parentId = 0, certificateDays = 0, ...rest } = monitor
  const items = target.items ?? []
  return {
    ...rest,
    ...{ process: target.process, script: target.script, timeout: target.timeout, parentId, certificateDays },
    type: TYPES.find((one) => one === type) ?? MonitorType.Site,
    notifyType: CHANNELS.find((one) => one === notifyType) ?? NotifyType.WeCom,
    items: isOnServers(type) || items.length === 0 ? [''] : items,
    serverIds: isOnServers(type) ? items.map(Number) : [],
  }
}

/** What the form sends; fields of another type of monitor are left behind. */
export function inputOf(fields: MonitorFields): MonitorInput {
  const { items, serverIds, process, script, timeout, ...rest } = fields
  const { type } = fields
  const isServers = isOnServers(type)
  return {
    ...{ name: rest.name.trim(), type, second: rest.second, times: rest.times, silentCycle: rest.silentCycle },
    ...{ notifyType: rest.notifyType, notifyTarget: rest.notifyTarget.trim(), description: rest.description },
    ...{ parentId: rest.parentId, certificateDays: type <= MonitorType.Port ? rest.certificateDays : 0 },
    ...{ successServerId: rest.successServerId, successScript: rest.successScript },
    ...{ failServerId: rest.failServerId, failScript: rest.failScript },
    target: {
      items: isServers ? serverIds.map(String) : items.map((item) => item.trim()).filter((item) => item !== ''),
      timeout,
      process: type === MonitorType.Process ? process.trim() : '',
      script: type === MonitorType.Script ? script : '',
    },
  }
}
