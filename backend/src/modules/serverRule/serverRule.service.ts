import type { InputOf } from '@windlass/shared-kit/contract'
import type {
  RuleFiring,
  RulePreview,
  ServerRule,
  ServerRuleAdd,
  ServerRuleEdit,
  ServerRulePreview,
} from '@windlass/shared-kit/contract/serverRule'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import { requireTarget, visibleTarget } from '../notification/noticeTarget.ts'
import { previewRange, previewRule } from './previewRule.ts'
import { createServerRuleStore, type RuleColumns } from './serverRule.store.ts'
import { statusOf, TARGET_PURPOSE, WRITERS, wireFiring, wireRule } from './serverRuleRow.ts'

const GONE = 'this rule does not exist any more; load the list again'
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

type RuleInput = Omit<InputOf<typeof ServerRuleAdd>, 'serverId'>

/** Warning rules of servers. */
export interface ServerRuleService {
  list(caller: Caller, serverId: number): Promise<ServerRule[]>
  history(caller: Caller, serverId: number): Promise<RuleFiring[]>
  add(caller: Caller, input: InputOf<typeof ServerRuleAdd>): Promise<number>
  edit(caller: Caller, input: InputOf<typeof ServerRuleEdit>): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  preview(caller: Caller, input: InputOf<typeof ServerRulePreview>): Promise<RulePreview>
}

/** @throws AppError */
function requireNumber(value: string): string {
  const text = value.trim()
  if (!DECIMAL.test(text) || !Number.isFinite(Number(text))) throw failed('value must be a number, as 80 or 0.5')
  return text
}

/** Creates the rules about rules. */
export function createServerRuleService(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  metrics: Pick<MetricsService, 'minutes'>,
): ServerRuleService {
  const store = createServerRuleStore(db)

  const requireServer = async (namespaceId: number, serverId: number): Promise<void> => {
    if (!(await store.server(namespaceId, serverId))) throw failed('no such server')
  }
  const columnsOf = ({ notifyTarget, value, item, ...rest }: RuleInput): RuleColumns => {
    const target = notifyTarget.trim()
    requireTarget(rest.notifyType, target)
    const { formula, operator, groupCycle, lastCycle, silentCycle, startTime, endTime, notifyType } = rest
    return {
      ...{ formula, operator, groupCycle, lastCycle, silentCycle, startTime, endTime, notifyType },
      item: item.trim(),
      value: requireNumber(value),
      notifyTarget: secrets.encrypt(target, TARGET_PURPOSE),
    }
  }

  return {
    list: async (caller, serverId) => {
      const rows = await store.list(caller.namespaceId, serverId)
      const open = new Map((await store.openFirings(rows.map(({ id }) => id))).map((each) => [each.ruleId, each]))
      return rows.map((row) => {
        const plain = secrets.decrypt(row.notifyTarget, TARGET_PURPOSE)
        const target = visibleTarget(caller, WRITERS, { type: row.notifyType, target: plain })
        return { ...wireRule(row, target), status: statusOf(row, open.get(row.id)) }
      })
    },

    history: async ({ namespaceId }, serverId) => {
      await requireServer(namespaceId, serverId)
      return (await store.firings(namespaceId, serverId)).map(wireFiring)
    },

    add: async ({ namespaceId }, { serverId, ...input }) => {
      await requireServer(namespaceId, serverId)
      return store.add(namespaceId, serverId, columnsOf(input))
    },

    edit: ({ namespaceId }, { id, ...input }) => {
      const columns = columnsOf(input)
      return db.transaction().execute(async (trx) => {
        const inside = createServerRuleStore(trx)
        if (!(await inside.edit(namespaceId, id, columns))) throw failed(GONE)
        await inside.end(id, Date.now())
      })
    },

    remove: ({ namespaceId }, id) =>
      db.transaction().execute(async (trx) => {
        const inside = createServerRuleStore(trx)
        if (!(await inside.remove(namespaceId, id))) throw failed(GONE)
        await inside.forget(id)
      }),

    preview: async ({ namespaceId }, { serverId, item, ...terms }) => {
      await requireServer(namespaceId, serverId)
      const checked = { ...terms, value: requireNumber(terms.value) }
      const now = Date.now()
      const [lines = []] = await metrics.minutes([{ serverId, item: item.trim() }], previewRange(checked, now))
      return previewRule(checked, lines, now)
    },
  }
}
