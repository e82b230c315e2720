import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import type {
  CronAdd,
  CronCopy,
  CronEdit,
  CronHistory,
  CronList,
  CronLogList,
  CronRun,
  CronRunState,
} from '@windlass/shared-kit/contract/cron'
import { NotifyType, State } from '@windlass/shared-kit/contract/enums'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { requireTarget } from '../notification/noticeTarget.ts'
import { type CronColumns, type CronRecord, createCronStore } from './cron.store.ts'
import { requireCommand, requireExpression } from './cronInput.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { TARGET_PURPOSE, wireCron, wireRun } from './cronRow.ts'

/** What is said of a task that is gone, or of somebody else's. */
export const GONE = 'no such task; load the list again'
const SHOWN: Readonly<Record<'' | 'failed' | 'success', readonly CronRunState[]>> = {
  '': ['running', 'success', 'failed'],
  failed: ['failed'],
  success: ['success'],
}

/** Scheduled tasks: who may see and change them. */
export interface CronService {
  list(caller: Caller, serverId: number): Promise<OutputOf<typeof CronList>>
  logs(caller: Caller, input: InputOf<typeof CronLogList>): Promise<{ list: CronRun[]; total: number }>
  history(caller: Caller, input: InputOf<typeof CronHistory>): Promise<OutputOf<typeof CronHistory>['list']>
  add(caller: Caller, input: InputOf<typeof CronAdd>): Promise<number>
  edit(caller: Caller, input: InputOf<typeof CronEdit>): Promise<void>
  toggle(caller: Caller, id: number, isEnabled: boolean): Promise<void>
  copy(caller: Caller, input: InputOf<typeof CronCopy>): Promise<OutputOf<typeof CronCopy>['list']>
  remove(caller: Caller, id: number): Promise<void>
  /** A task that the caller may see. @throws AppError */
  require(caller: Caller, id: number): Promise<CronRecord>
  /** Says whether a run is of a task that the caller may see, removed or not. @throws AppError */
  requireSeen(caller: Caller, run: { cronId: number; serverId: number }): Promise<void>
}

type Fields = Omit<InputOf<typeof CronAdd>, 'serverId'>
type Parts = Pick<Platform, 'db' | 'secrets'>

/** Creates the rules about tasks. */
export function createCronService(platform: Parts): CronService {
  const { db, secrets } = platform
  const store = createCronStore(db)
  const logs = createCronLogStore(db)

  const requireServers = async ({ namespaceId }: Caller, ids: readonly number[]): Promise<void> => {
    const wanted = [...new Set(ids)]
    if ((await store.servers(namespaceId, wanted)).length !== wanted.length) throw failed('no such server')
  }
  const requireTask = async ({ namespaceId }: Caller, serverId: number, cronId: number): Promise<void> => {
    if (!(await store.hasTask(namespaceId, serverId, cronId))) throw failed(GONE)
  }
  const require = async ({ namespaceId }: Caller, id: number): Promise<CronRecord> => {
    const row = await store.find(namespaceId, id)
    if (!row) throw failed(GONE)
    return row
  }
  return {
    require,
    requireSeen: (caller, { serverId, cronId }) => requireTask(caller, serverId, cronId),
    ...changes(platform, { requireServers, require }),
    list: async (caller, serverId) => {
      await requireServers(caller, [serverId])
      const now = Date.now()
      const rows = await store.list(caller.namespaceId, serverId)
      const agent = { now, ...(await store.heard(serverId)) }
      return { list: rows.map((row) => wireCron(row, caller, secrets, now)), agent }
    },
    logs: async (caller, { serverId, cronId, page, rows, result = '' }) => {
      await requireTask(caller, serverId, cronId)
      const filter = { serverId, cronId, states: SHOWN[result] }
      const list = await logs.list(filter, { page, rows })
      return { list: list.map(wireRun), total: await logs.total(filter) }
    },
    history: async (caller, { serverId, cronId }) => {
      await requireTask(caller, serverId, cronId)
      const rows = await logs.history({ serverId, cronId, states: ['success', 'failed'] })
      return rows.map(({ reportTime, state, duration }) => ({
        time: reportTime,
        isFailed: state === 'failed',
        duration,
      }))
    },
  }
}

interface Checks {
  requireServers(caller: Caller, ids: readonly number[]): Promise<void>
  require(caller: Caller, id: number): Promise<CronRecord>
}

function changes({ db, secrets }: Parts, { requireServers, require }: Checks) {
  const store = createCronStore(db)

  /** Who is told; nothing where an older client says nothing about it. */
  const noticeOf = ({ notifyType, notifyTarget = '' }: Pick<Fields, 'notifyTarget' | 'notifyType'>): CronColumns => {
    if (notifyType === undefined) return {}
    if (notifyType === NotifyType.None) return { notifyType, notifyTarget: '' }
    const target = notifyTarget.trim()
    requireTarget(notifyType, target)
    return { notifyType, notifyTarget: secrets.encrypt(target, TARGET_PURPOSE) }
  }
  const columnsOf = ({ expression, command, singleMode, logLevel, description, isEnabled, ...notice }: Fields) => ({
    ...{ singleMode, logLevel, description: description.trim() },
    expression: requireExpression(expression),
    command: requireCommand(command),
    ...(isEnabled !== undefined && { isEnabled: isEnabled ? 1 : 0 }),
    ...noticeOf(notice),
  })
  const change = async ({ namespaceId, name }: Caller, id: number, columns: CronColumns & { state?: number }) => {
    if (!(await store.change(namespaceId, id, { ...columns, editor: name }))) throw failed(GONE)
  }

  return {
    add: async (caller, { serverId, ...fields }) => {
      const columns = columnsOf(fields)
      await requireServers(caller, [serverId])
      return store.add({ ...columns, serverId, namespaceId: caller.namespaceId, creator: caller.name })
    },
    edit: (caller, { id, ...fields }) => change(caller, id, columnsOf(fields)),
    toggle: (caller, id, isEnabled) => change(caller, id, { isEnabled: isEnabled ? 1 : 0 }),
    remove: (caller, id) => change(caller, id, { state: State.Disabled }),
    copy: async (caller, { id, serverIds, isEnabled = false }) => {
      const { expression, command, singleMode, logLevel, description, notifyType, notifyTarget } =
        await require(caller, id)
      await requireServers(caller, serverIds)
      const columns = { expression, command, singleMode, logLevel, description, notifyType, notifyTarget }
      return db.transaction().execute(async (trx) => {
        const inside = createCronStore(trx)
        const made: OutputOf<typeof CronCopy>['list'] = []
        for (const serverId of new Set(serverIds)) {
          const there = await inside.same(caller.namespaceId, serverId, columns)
          const row = { ...columns, serverId, namespaceId: caller.namespaceId, creator: caller.name }
          const newId = there?.id ?? (await inside.add({ ...row, isEnabled: isEnabled ? 1 : 0 }))
          made.push({ serverId, id: newId, isNew: there === undefined })
        }
        return made
      })
    },
  } satisfies Partial<CronService>
}
