import type { QuietReason } from '@windlass/shared-kit/contract/monitor'
import type { Db } from '../../platform/db.ts'
import type { CheckTools } from './checks/check.ts'
import { runCheck } from './checks/runCheck.ts'
import { createMaintenanceStore } from './maintenance.store.ts'
import { openUntil } from './maintenanceWindow.ts'
import { createMonitorStore, type MonitorRecord } from './monitor.store.ts'
import { orderOf } from './monitorRow.ts'

/** How long what was seen of a parent holds for its other children. */
const PARENT_FRESH_MS = 3_000

type Reason = Exclude<QuietReason, 'told'>

/** Why failures of a monitor do not count at the moment; "" when they do. */
export interface Quiet {
  reasonFor(monitor: MonitorRecord, now: number, signal: AbortSignal): Promise<Reason | ''>
}

/** Looks it up when it matters, so that what was begun on another node counts at once. */
export function createQuiet(db: Db, tools: CheckTools): Quiet {
  const monitors = createMonitorStore(db)
  const windows = createMaintenanceStore(db)
  const parents = new Map<number, { at: number; isDown: Promise<boolean> }>()

  const look = async ({ namespaceId, parentId }: MonitorRecord, signal: AbortSignal): Promise<boolean> => {
    const parent = await monitors.find(namespaceId, parentId)
    if (!parent || parent.state === 0) return false
    return (await runCheck(orderOf(parent), tools, signal)).error !== ''
  }

  /** Asks the parent itself: its own check may be due later than the child's, and then it would be too late. */
  const isParentDown = async (monitor: MonitorRecord, now: number, signal: AbortSignal): Promise<boolean> => {
    if (monitor.parentId === 0) return false
    for (const [id, { at }] of parents) if (now - at > PARENT_FRESH_MS) parents.delete(id)
    const known = parents.get(monitor.parentId)
    if (known) return known.isDown
    const isDown = look(monitor, signal)
    parents.set(monitor.parentId, { at: now, isDown })
    return isDown
  }

  return {
    reasonFor: async (monitor, now, signal) => {
      const { namespaceId, id } = monitor
      const planned = await windows.list(namespaceId, id)
      if (planned.some((window) => openUntil(window, now) > 0)) return 'maintenance'
      if ((await windows.silences(namespaceId, now, id)).size > 0) return 'deploy'
      return (await isParentDown(monitor, now, signal)) ? 'parent' : ''
    },
  }
}
