import { type Monitor, MonitorTarget, MonitorType, type MonitorTypeNumber } from '@windlass/shared-kit/contract/monitor'
import { Check } from 'typebox/value'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { CheckOrder } from './checks/check.ts'
import type { MonitorRecord } from './monitor.store.ts'
import type { CheckColumns } from './monitorInput.ts'

const EMPTY: MonitorTarget = { items: [], timeout: 0, process: '', script: '' }
const TYPES: readonly number[] = Object.values(MonitorType)
const isType = (type: number): type is MonitorTypeNumber => TYPES.includes(type)

/** The target of a row; one that an older server wrote may lack members. */
function targetOf({ target }: Pick<MonitorRecord, 'target'>): MonitorTarget {
  const stored: unknown = JSON.parse(target || '{}')
  const whole: unknown = typeof stored === 'object' ? { ...EMPTY, ...stored } : EMPTY
  return Check(MonitorTarget, whole) ? whole : EMPTY
}

/** What a monitor looks at. */
export function orderOf(row: MonitorRecord): CheckOrder {
  const { namespaceId, type, certificateDays } = row
  return { namespaceId, type: isType(type) ? type : MonitorType.Site, target: targetOf(row), certificateDays }
}

/** What a check and its scripts need of a row. */
export function checkColumnsOf(row: MonitorRecord): CheckColumns {
  const { successServerId, successScript, failServerId, failScript } = row
  const { type, target } = orderOf(row)
  return { type, target, successServerId, successScript, failServerId, failScript }
}

/** What targets of notices are encrypted for. */
export const TARGET_PURPOSE = 'monitor.notify-target'

/** The only place where a monitor becomes what goes over the wire, with the target of its notices as it may be seen. */
export function monitorRow(row: MonitorRecord, notifyTarget: string): Monitor {
  return {
    ...row,
    notifyTarget,
    namespaceId: 0,
    target: targetOf(row),
    insertTime: formatTimestamp(row.insertTime),
    updateTime: formatTimestamp(row.updateTime),
  }
}
