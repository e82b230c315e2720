import { Permission } from '@windlass/shared-kit/contract'
import type { RuleFiring, ServerRule } from '@windlass/shared-kit/contract/serverRule'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { FiringRecord, RuleRecord } from './serverRule.store.ts'

const MINUTE_MS = 60_000
/** What targets are encrypted for. */
export const TARGET_PURPOSE = 'server-monitor.notify-target'

/** A rule as the wire shows it, with the target as it may be seen. */
export function wireRule(row: RuleRecord, notifyTarget: string): ServerRule {
  const { id, serverId, item, formula, operator, value, groupCycle, lastCycle, silentCycle } = row
  return {
    ...{ id, serverId, item, formula, operator, value, groupCycle, lastCycle, silentCycle },
    ...{ startTime: row.startTime, endTime: row.endTime, notifyType: row.notifyType, notifyTarget },
    insertTime: formatTimestamp(row.insertTime),
    updateTime: formatTimestamp(row.updateTime),
  }
}

/** Who may save a rule, and so sees where it warns. */
export const WRITERS = [Permission.AddServerWarningRule, Permission.EditServerWarningRule] as const

/** How it stands, for a list. */
export const statusOf = (row: RuleRecord, open: FiringRecord | undefined): NonNullable<ServerRule['status']> => ({
  last: row.last,
  silentUntil: row.silentUntil,
  firingTime: open?.startTime ?? 0,
  evaluateTime: row.evaluatedMinute * MINUTE_MS,
})

/** One time a rule warned, as the wire shows it. */
export const wireFiring = ({ id, ruleId, text, value, startTime, endTime, notices }: FiringRecord): RuleFiring => ({
  ...{ id, ruleId, text, value, startTime, endTime, notices },
})
