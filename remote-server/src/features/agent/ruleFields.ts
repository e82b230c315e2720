import type { InputOf } from '@windlass/shared-kit/contract'
import { NotifyType } from '@windlass/shared-kit/contract/enums'
import {
  RULE_FORMULAS,
  RULE_OPERATORS,
  type RuleFormula,
  type RuleOperator,
  type ServerRule,
  type ServerRuleAdd,
  type ServerRulePreview,
} from '@windlass/shared-kit/contract/serverRule'
import { CHANNELS } from '../../components/notice/channels.ts'

type RuleInput = Omit<InputOf<typeof ServerRuleAdd>, 'serverId'>

/** What the form holds. */
export interface RuleFields extends RuleInput {
  formula: RuleFormula
  operator: RuleOperator
}

/** In minutes: what is offered; a rule that has another keeps it. */
export const GROUP_CYCLES: readonly number[] = [1, 5, 15, 30, 60]
export const LAST_CYCLES: readonly number[] = [1, 3, 5, 10, 15, 30, 60, 90, 120, 180]
export const SILENT_CYCLES: readonly number[] = [5, 10, 15, 30, 60, 180, 360, 720, 1440]

/** What a new rule starts with. */
const NEW: RuleFields = {
  ...{ item: '', formula: 'avg', operator: '>=', value: '', groupCycle: 60, lastCycle: 1, silentCycle: 1440 },
  ...{ startTime: '00:00', endTime: '23:59', notifyType: NotifyType.WeCom, notifyTarget: '' },
}

/** What the form starts with. */
export function fieldsOf(rule: ServerRule | undefined): RuleFields {
  if (!rule) return NEW
  const { item, formula, operator, value, groupCycle, lastCycle, silentCycle, notifyType } = rule
  return {
    ...{ item, value, groupCycle, lastCycle, silentCycle },
    ...{ startTime: rule.startTime, endTime: rule.endTime, notifyTarget: rule.notifyTarget },
    formula: RULE_FORMULAS.find((one) => one === formula) ?? NEW.formula,
    operator: RULE_OPERATORS.find((one) => one === operator) ?? NEW.operator,
    notifyType: CHANNELS.find((one) => one === notifyType) ?? NEW.notifyType,
  }
}

/** What the form sends. */
export const inputOf = (fields: RuleFields): RuleInput => ({
  ...fields,
  item: fields.item.trim(),
  value: fields.value.trim(),
  notifyTarget: fields.notifyTarget.trim(),
})

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** Whether a text is a threshold. */
export const isNumber = (text: string | undefined): boolean => NUMBER.test((text ?? '').trim())

/** What a preview asks about; undefined while something is missing. */
export function previewOf(
  serverId: number,
  fields: Partial<RuleFields> | undefined,
): InputOf<typeof ServerRulePreview> | undefined {
  const { item = '', formula, operator, value = '', groupCycle, lastCycle, silentCycle } = fields ?? {}
  const { startTime, endTime } = fields ?? {}
  if (item.trim() === '' || !isNumber(value) || !startTime || !endTime) return undefined
  if (!formula || !operator || !groupCycle || !lastCycle || !silentCycle) return undefined
  const terms = { formula, operator, groupCycle, lastCycle, silentCycle, startTime, endTime }
  return { serverId, item: item.trim(), value: value.trim(), ...terms }
}
