import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import type { MarkState } from '@windlass/shared-kit/ui'

/** How a monitor is summed up; a monitor can count in several. */
export const MONITOR_GROUPS = ['down', 'silent', 'maintenance', 'up'] as const
export type MonitorGroup = (typeof MONITOR_GROUPS)[number]

export const GROUP_MARKS: Readonly<Record<MonitorGroup, MarkState>> = {
  down: 'failed',
  silent: 'disabled',
  maintenance: 'waiting',
  up: 'success',
}

/** What a monitor's state is called, and its shape. */
export interface ShownState {
  word: 'down' | 'failing' | 'suspended' | 'up' | 'waiting'
  mark: MarkState
}

/** The state to show; a server that does not send one leaves only whether the monitor is on. */
export function shownState({ state, status }: Pick<Monitor, 'state' | 'status'>): ShownState {
  if (state === 0) return { word: 'suspended', mark: 'disabled' }
  const health = status?.health ?? 'waiting'
  const marks: Readonly<Record<typeof health, MarkState>> = {
    down: 'failed',
    failing: 'waiting',
    up: 'success',
    waiting: 'waiting',
  }
  return { word: health, mark: marks[health] }
}

/** Which of the groups a monitor is in. */
export function groupsOf({ state, status }: Pick<Monitor, 'state' | 'status'>): MonitorGroup[] {
  if (state === 0 || status === undefined) return []
  const groups: MonitorGroup[] = []
  if (status.health === 'down') groups.push('down')
  if (status.quiet === 'maintenance') groups.push('maintenance')
  else if (status.quiet !== null) groups.push('silent')
  if (status.health === 'up') groups.push('up')
  return groups
}

/** What matches the words and the group; what needs somebody comes first. */
export function matchingMonitors(rows: readonly Monitor[], { search, group }: { search: string; group: string }) {
  const words = search.trim().toLowerCase()
  const isMatch = (row: Monitor) =>
    (words === '' || [row.name, ...(row.target.items ?? [])].some((text) => text.toLowerCase().includes(words))) &&
    (group === '' || groupsOf(row).some((one) => one === group))
  const urgency = (row: Monitor) => ['down', 'failing', 'waiting', 'up', 'suspended'].indexOf(shownState(row).word)
  return rows.filter(isMatch).sort((one, other) => urgency(one) - urgency(other))
}
