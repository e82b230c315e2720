import type { Cron } from '@windlass/shared-kit/contract/cron'

/** Which tasks are shown; "" is all. */
export type CronFilter = '' | 'disabled' | 'failed' | 'missed'

/** Whether a task is among those of a filter. */
export function isShown({ isEnabled = true, lastRun, missedTime = 0 }: Cron, filter: CronFilter): boolean {
  if (filter === 'disabled') return !isEnabled
  if (filter === 'failed') return lastRun?.state === 'failed'
  return filter !== 'missed' || missedTime > 0
}

/** Whether a task holds a text. */
export function matches({ command, description, expression }: Cron, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [command, description, expression].some((each) => each.toLowerCase().includes(wanted))
}

/** What a task is called: what somebody wrote about it, or what it does. */
export const taskName = ({ description, command }: Pick<Cron, 'command' | 'description'>): string =>
  description.split('\n').find((line) => line.trim() !== '') ?? command
