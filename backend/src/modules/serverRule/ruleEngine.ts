import { setImmediate as othersTurn } from 'node:timers/promises'
import type { NotifyTypeNumber } from '@windlass/shared-kit/contract/enums'
import { BLANK_SERVER } from '@windlass/shared-kit/contract/server'
import { METRIC_KEPT_DAYS } from '@windlass/shared-kit/contract/serverMetrics'
import type { Db } from '../../platform/db.ts'
import { createLane } from '../../platform/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { Bucket } from '../metrics/metricReader.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { isDue, judgeRule, type RuleVerdict, ruleText, valueText, windowStart, windowValue } from './judgeRule.ts'
import { createServerRuleStore, type FiringRecord, type RuleRecord } from './serverRule.store.ts'
import { TARGET_PURPOSE, wireRule } from './serverRuleRow.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Into the minute, so that what agents measured at its start has arrived. */
const OFFSET_MS = 5_000
/** A console that slept for longer begins with the minute it wakes in. */
const MISSED_MINUTES = 10

/** What is read together for many rules; with SQLite nothing else runs while a statement does. */
const RULES_AT_ONCE = 200
const VALUES_AT_ONCE = 20_000
/** Fewer than a pool has connections: others want some as well. */
const CONCLUDED_AT_ONCE = 4
const FAILED = 'a warning rule could not be looked at'

/** Looks at warning rules each minute and tells when they match for long enough. */
export interface RuleEngine {
  /** Looks at every rule that is due in a minute (since 1970). @param signal ends it between rules */
  evaluate(minute: number, signal?: AbortSignal): Promise<void>
  /** Looks at the minutes that are over since the last call. */
  catchUp(signal: AbortSignal): Promise<void>
}

interface EngineParts extends Pick<Platform, 'db' | 'secrets' | 'log'> {
  metrics: Pick<MetricsService, 'minutes'>
  notifications: Pick<NotificationService, 'send'>
}

/** What lasts, by rule. */
type OpenFirings = ReadonlyMap<number, FiringRecord>

/** What a rule made of its window. */
interface Evaluation {
  rule: RuleRecord
  value: number
  verdict: RuleVerdict
  open: FiringRecord | undefined
  minute: number
}

/** Tells whoever the rule names, with what a custom receiver may know about the server. */
async function notify({ secrets, notifications }: EngineParts, trx: Db, { rule, value }: Evaluation, isOver: boolean) {
  const server = await createServerRuleStore(trx).server(rule.namespaceId, rule.serverId)
  if (!server) return
  const { id, name, ip, port, owner, description, os, osInfo, namespaceId, insertTime, updateTime } = server
  await notifications.send(
    {
      namespaceId: rule.namespaceId,
      useBy: 'server_monitor',
      // The column was filled from the enumeration of the contract.
      type: rule.notifyType as NotifyTypeNumber,
      target: secrets.decrypt(rule.notifyTarget, TARGET_PURPOSE),
      data: {
        Server: {
          ...BLANK_SERVER,
          ...{ id, name, ip, port, owner, description, os, osInfo, namespaceId, state: server.state },
          ...{ insertTime: formatTimestamp(insertTime), updateTime: formatTimestamp(updateTime) },
        },
        ServerMonitor: wireRule(rule, ''),
        CycleValue: valueText(value),
        Recovered: isOver,
      },
    },
    trx,
  )
}

/** Writes down what follows, together with the notice of it: neither is there without the other. */
async function conclude(parts: EngineParts, evaluation: Evaluation): Promise<void> {
  const { rule, verdict, open, value, minute } = evaluation
  const now = minute * MINUTE_MS
  const isOver = !verdict.isHit && open !== undefined
  const isSame = verdict.memory.last === rule.last && verdict.memory.silentUntil === rule.silentUntil
  if (isSame && !isOver && !verdict.warns) return
  await parts.db.transaction().execute(async (trx) => {
    const store = createServerRuleStore(trx)
    if (!(await store.remember(rule, verdict.memory, minute))) return
    if (isOver) {
      await store.end(rule.id, now)
      // Whoever was never told that it began need not hear that it is over.
      if (open.notices > 0) await notify(parts, trx, evaluation, true)
      return
    }
    if (!verdict.warns) return
    const notices = verdict.tells ? 1 : 0
    if (open) await store.told(open.id, open.notices + notices)
    else {
      const { namespaceId, serverId, id: ruleId } = rule
      const text = ruleText(rule)
      await store.begin({ namespaceId, serverId, ruleId, text, value: valueText(value), startTime: now, notices })
    }
    if (verdict.tells) await notify(parts, trx, evaluation, false)
  })
}

/** Looks at rules with the same window; what they look at is read together. */
async function lookAt(parts: EngineParts, rules: readonly RuleRecord[], open: OpenFirings, minute: number) {
  const [first] = rules
  if (!first) return
  const now = minute * MINUTE_MS
  // The window is open at its start.
  const found = await parts.metrics.minutes(rules, { from: windowStart(first, now) + 1, to: now })
  const one = async (rule: RuleRecord, lines: readonly Bucket[][]): Promise<void> => {
    const value = windowValue(
      rule.formula,
      lines.flatMap((buckets) => buckets.map(({ mean }) => mean)),
    )
    if (value === undefined) return
    const verdict = judgeRule(rule, rule, value, now)
    await conclude(parts, { rule, value, open: open.get(rule.id), minute, verdict })
  }
  // Side by side, so that what they write is forced to the disk together.
  const lane = createLane(CONCLUDED_AT_ONCE)
  const work = rules.map((rule, index) =>
    lane
      .run(() => one(rule, found[index] ?? []))
      .catch((error: unknown) => parts.log.error({ err: error, rule: rule.id }, FAILED)),
  )
  await Promise.all(work)
}

/** Creates it; it looks at nothing by itself. */
export function createRuleEngine(parts: EngineParts): RuleEngine {
  const { db, log } = parts
  const store = createServerRuleStore(db)
  let lastMinute = 0

  const evaluate: RuleEngine['evaluate'] = async (minute, signal) => {
    const due = (await store.due(minute)).filter((rule) => isDue(rule, minute))
    const open = new Map((await store.openFirings(due.map(({ id }) => id))).map((firing) => [firing.ruleId, firing]))
    for (const [cycle, rules] of Map.groupBy(due, ({ groupCycle }) => groupCycle)) {
      const size = Math.min(RULES_AT_ONCE, Math.ceil(VALUES_AT_ONCE / cycle))
      for (let from = 0; from < rules.length; from += size) {
        if (signal?.aborted) return
        const piece = rules.slice(from, from + size)
        await lookAt(parts, piece, open, minute).catch((error: unknown) => {
          log.error({ err: error, rules: piece.map(({ id }) => id) }, FAILED)
        })
        // SQLite answers at once, so that nobody else would have a turn until the last rule.
        await othersTurn()
      }
    }
    if (minute % 60 === 0) await store.forgetBefore(Date.now() - METRIC_KEPT_DAYS * DAY_MS)
  }

  const catchUp: RuleEngine['catchUp'] = async (signal) => {
    const minute = Math.floor((Date.now() - OFFSET_MS) / MINUTE_MS)
    const first = lastMinute === 0 || minute - lastMinute > MISSED_MINUTES ? minute : lastMinute + 1
    for (let each = first; each <= minute && !signal.aborted; each++) {
      lastMinute = each
      await evaluate(each, signal)
    }
  }

  return { evaluate, catchUp }
}
