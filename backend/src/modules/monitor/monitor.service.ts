import { Permission } from '@windlass/shared-kit/contract'
import type { Monitor, MonitorRange, MonitorSaid } from '@windlass/shared-kit/contract/monitor'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { saidIn } from '../../platform/sentences/sentences.ts'
import { visibleTarget } from '../notification/noticeTarget.ts'
import type { ServerService } from '../server/server.service.ts'
import { runCheck } from './checks/runCheck.ts'
import { CHANGED_TOPIC } from './engine.ts'
import { createIncidentStore } from './incident.store.ts'
import { createMaintenanceStore } from './maintenance.store.ts'
import { createMonitorStore, type MonitorRecord } from './monitor.store.ts'
import {
  type CheckColumns,
  type CheckInput,
  completeCheck,
  completeMonitor,
  type MonitorInput,
  serversOf,
} from './monitorInput.ts'
import { monitorRow, TARGET_PURPOSE } from './monitorRow.ts'
import { runMonitorScript } from './monitorScript.ts'
import { readStatuses } from './monitorStatus.ts'
import { createSampleStore, type HistoryCut, HOUR_MS } from './sample.store.ts'

/** Who may save a monitor, and so sees whom it tells. */
const WRITERS = [Permission.AddMonitor, Permission.EditMonitor] as const
const UNKNOWN = 'this monitor does not exist any more; load the list again'
const MINUTE_MS = 60_000
const DAY_MS = 24 * HOUR_MS
/** A chain of parents this long is a mistake. */
const DEEPEST = 20

/** How long each range is, and into what it is cut: two to four hundred buckets, which a plot can show. */
const CUTS: Readonly<Record<MonitorRange, { lengthMs: number; bucketMs: number }>> = {
  '1h': { lengthMs: HOUR_MS, bucketMs: MINUTE_MS },
  '24h': { lengthMs: DAY_MS, bucketMs: 5 * MINUTE_MS },
  '7d': { lengthMs: 7 * DAY_MS, bucketMs: HOUR_MS },
  '30d': { lengthMs: 30 * DAY_MS, bucketMs: 3 * HOUR_MS },
  '365d': { lengthMs: 365 * DAY_MS, bucketMs: DAY_MS },
}

/** Monitors: who may see and change them, and how they stand. */
export interface MonitorService {
  list(caller: Caller): Promise<Monitor[]>
  /** Looks once and keeps nothing. @throws AppError with the reason when the check, or a script, fails */
  check(caller: Caller, input: CheckInput): Promise<void>
  /** Answers the id of the new monitor. */
  add(caller: Caller, input: MonitorInput): Promise<number>
  edit(caller: Caller, id: number, input: MonitorInput): Promise<void>
  toggle(caller: Caller, id: number, state: number): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  history(caller: Caller, id: number, range: MonitorRange): Promise<HistoryCut & { buckets: History }>
  acknowledge(caller: Caller, incidentId: number, reason: string): Promise<void>
  /** @throws AppError unless the monitor is one of the namespace */
  require(namespaceId: number, id: number): Promise<MonitorRecord>
  /**
   * Lets nobody be told about failures of monitors until a time, whichever node checks them and whatever restarts;
   * `reason` names who wants it, and a later call with the same one replaces what it wanted before. Ids that are no
   * monitors of the namespace are left out.
   */
  silence(ids: readonly number[], namespaceId: number, untilMs: number, reason: string, trx?: Db): Promise<void>
}

type History = Awaited<ReturnType<ReturnType<typeof createSampleStore>['history']>>

/** What monitors need of the rest of the server. */
export interface MonitorServices {
  servers: Pick<ServerService, 'target' | 'names'>
}

function monitorTools(platform: Platform, { servers }: MonitorServices) {
  const { db, bus, env, secrets, ssh } = platform
  const store = createMonitorStore(db)

  const find = async (namespaceId: number, id: number, reader = store): Promise<MonitorRecord> => {
    const row = await reader.find(namespaceId, id)
    if (!row) throw failed(UNKNOWN)
    return row
  }
  return {
    ...{ db, env, secrets, ssh, servers, store, find },
    changed: (id: number) => bus.publish(CHANGED_TOPIC, { id }),
    requireServers: async (namespaceId: number, columns: CheckColumns) => {
      const wanted = serversOf(columns)
      const known = await servers.names(namespaceId, wanted)
      const missing = wanted.filter((id) => !known.has(id))
      if (missing.length > 0) throw failed(`there is no server ${missing.join(', ')}; choose the servers from the list`)
    },
    /** A monitor must not hang on itself, however long the way round. */
    requireParent: async (namespaceId: number, id: number, parentId: number) => {
      let next = parentId
      for (let depth = 0; next !== 0; depth++) {
        if (next === id || depth === DEEPEST) throw failed('a monitor cannot be above itself; choose another parent')
        const parent = await store.find(namespaceId, next)
        if (!parent) throw failed('the parent does not exist any more; choose another one')
        next = parent.parentId
      }
    },
  }
}

type Tools = ReturnType<typeof monitorTools>

/** Why a check failed, and what became of the script that it set off. */
const said = (error: string, also: string): MonitorSaid | undefined => {
  const [first, second] = [saidIn(error), saidIn(also)]
  return first && second ? { en: `${first.en}\n${second.en}`, 'zh-cn': `${first['zh-cn']}\n${second['zh-cn']}` } : first
}

async function check(tools: Tools, caller: Caller, input: CheckInput): Promise<void> {
  const columns = completeCheck(input, tools.env.MONITOR_HOST_SCRIPTS)
  const { namespaceId } = caller
  await tools.requireServers(namespaceId, columns)
  const { type, target } = columns
  const result = await runCheck({ namespaceId, type, target, certificateDays: 0 }, tools)
  const script = async (which: 'success' | 'fail', item: string): Promise<string> => {
    try {
      await runMonitorScript({ namespaceId, columns, which, item }, tools)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  if (result.error !== '') {
    const also = await script('fail', result.failedItem)
    throw failed(
      `MonitorErr : ${result.error}${also === '' ? '' : `\nFailScriptErr : ${also}`}`,
      said(result.error, also),
    )
  }
  for (const item of target.items ?? []) {
    const problem = await script('success', item)
    if (problem !== '') throw failed(`Monitor : Success\nSuccessScriptErr: ${problem}`, saidIn(problem))
  }
}

function changes(tools: Tools) {
  const { db, env, secrets, changed } = tools
  /** What waits to be told about the old monitor is over with it. */
  const restart = async (trx: Db, namespaceId: number, id: number, state: number) => {
    await createMonitorStore(trx).reset(id, state)
    await createIncidentStore(trx).end({ namespaceId, monitorId: id }, Date.now(), ['down', 'certificate'])
  }
  const complete = async (namespaceId: number, id: number, input: MonitorInput, before?: MonitorRecord) => {
    const kept = before ?? { parentId: 0, certificateDays: 0 }
    const columns = completeMonitor(input, kept, env.MONITOR_HOST_SCRIPTS)
    await tools.requireServers(namespaceId, completeCheck(input, true))
    await tools.requireParent(namespaceId, id, columns.parentId)
    return { ...columns, notifyTarget: secrets.encrypt(columns.notifyTarget, TARGET_PURPOSE) }
  }
  return {
    add: async ({ namespaceId }, input) => {
      const columns = await complete(namespaceId, 0, input)
      const id = await db.transaction().execute((trx) => createMonitorStore(trx).add(namespaceId, columns))
      await changed(id)
      return id
    },
    edit: async ({ namespaceId }, id, input) => {
      const before = await tools.find(namespaceId, id)
      const columns = await complete(namespaceId, id, input, before)
      await db.transaction().execute(async (trx) => {
        if (!(await createMonitorStore(trx).edit(namespaceId, id, columns))) throw failed(UNKNOWN)
        await restart(trx, namespaceId, id, before.state)
      })
      await changed(id)
    },
    toggle: async ({ namespaceId }, id, state) => {
      await db.transaction().execute(async (trx) => {
        if (!(await createMonitorStore(trx).setState(namespaceId, id, state))) throw failed(UNKNOWN)
        await restart(trx, namespaceId, id, state)
      })
      await changed(id)
    },
    remove: async ({ namespaceId }, id) => {
      const isGone = await db.transaction().execute((trx) => createMonitorStore(trx).remove(namespaceId, id))
      if (!isGone) throw failed(UNKNOWN)
      await changed(id)
    },
    acknowledge: async (caller, incidentId, reason) => {
      const words = reason.trim()
      if (words === '') throw failed('write why, so that others know what is being done')
      const { namespaceId, name: acknowledgedBy } = caller
      const stamp = { acknowledgedBy, acknowledgeReason: words, acknowledgeTime: Date.now() }
      const monitorId = await createIncidentStore(db).acknowledge(namespaceId, incidentId, stamp)
      if (monitorId === undefined) {
        throw failed('this incident is over, or somebody has acknowledged it already; load it again')
      }
    },
  } satisfies Partial<MonitorService>
}

function cutOf(range: MonitorRange): HistoryCut {
  const { lengthMs, bucketMs } = CUTS[range]
  const to = Math.ceil(Date.now() / bucketMs) * bucketMs
  return { from: to - lengthMs, to, bucketMs }
}

/** Creates the rules about monitors. */
export function createMonitorService(platform: Platform, services: MonitorServices): MonitorService {
  const tools = monitorTools(platform, services)
  const { db, secrets, store, find } = tools
  return {
    ...changes(tools),
    list: async (caller) => {
      const { namespaceId } = caller
      const [rows, statusOf] = [await store.list(namespaceId), await readStatuses(db, namespaceId)]
      return rows.map((row) => {
        const target = secrets.decrypt(row.notifyTarget, TARGET_PURPOSE)
        const visible = visibleTarget(caller, WRITERS, { type: row.notifyType, target })
        const errorContentSaid = saidIn(row.errorContent)
        return {
          ...monitorRow(row, visible),
          ...(errorContentSaid && { errorContentSaid }),
          status: statusOf(row.id),
        }
      })
    },
    check: (caller, input) => check(tools, caller, input),
    history: async ({ namespaceId }, id, range) => {
      await find(namespaceId, id)
      const cut = cutOf(range)
      return { ...cut, buckets: await createSampleStore(db).history(namespaceId, id, cut) }
    },
    require: (namespaceId, id) => find(namespaceId, id),
    silence: async (ids, namespaceId, untilMs, reason, trx = db) => {
      const own = await createMonitorStore(trx).own(namespaceId, ids)
      const rows = own.map((monitorId) => ({ monitorId, holder: reason, until: untilMs }))
      await createMaintenanceStore(trx).silence(rows)
    },
  }
}
