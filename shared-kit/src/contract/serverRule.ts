import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { NotifyType } from './enums.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

/** What is made of the values of a window. */
export const RULE_FORMULAS = ['avg', 'max', 'min'] as const
export type RuleFormula = (typeof RULE_FORMULAS)[number]
/** How it is compared with the threshold. */
export const RULE_OPERATORS = ['>=', '>', '<=', '<', '!='] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]

const { WeCom, DingTalk, Feishu, EMail, Custom } = NotifyType
const CHANNELS = { WeCom, DingTalk, Feishu, EMail, Custom } as const
const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

const RuleFields = {
  /** `cpu_usage`, for example. */
  item: Type.String({ minLength: 1, maxLength: 255 }),
  formula: Type.Enum([...RULE_FORMULAS]),
  operator: Type.Enum([...RULE_OPERATORS]),
  /** The threshold, decimal text. */
  value: Type.String({ minLength: 1, maxLength: 255 }),
  /** Minutes: the window, and how often it is looked at. */
  groupCycle: Type.Integer({ minimum: 1, maximum: 1440 }),
  /** How many times in a row it must match before somebody is told. */
  lastCycle: Type.Integer({ minimum: 1, maximum: 1440 }),
  /** Minutes after a notice without another one. */
  silentCycle: Type.Integer({ minimum: 1, maximum: 10_080 }),
  /** `HH:MM` of the console's clock; a period whose start is after its end goes over midnight. */
  startTime: Clock,
  endTime: Clock,
  notifyType: Type.Enum(CHANNELS),
  /** Of a list: only a hint, for those who may not change rules. */
  notifyTarget: Type.String({ minLength: 1, maxLength: 1000 }),
}

/** A warning rule of a server. */
export const ServerRule = Type.Object({
  id: Type.Integer(),
  serverId: Type.Integer(),
  item: Type.String(),
  formula: Type.String(),
  operator: Type.String(),
  value: Type.String(),
  groupCycle: Type.Integer(),
  lastCycle: Type.Integer(),
  silentCycle: Type.Integer(),
  startTime: Type.String(),
  endTime: Type.String(),
  notifyType: Type.Integer(),
  notifyTarget: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
  /** How it stands; Unix milliseconds, 0 when there is none. */
  status: Type.Optional(
    Type.Object({
      /** Matches in a row so far. */
      last: Type.Integer(),
      silentUntil: Type.Integer(),
      /** Since when it warns. */
      firingTime: Type.Integer(),
      /** When it was looked at last and changed something. */
      evaluateTime: Type.Integer(),
    }),
  ),
})
export type ServerRule = Static<typeof ServerRule>

/** One time a rule warned. */
export const RuleFiring = Type.Object({
  id: Type.Integer(),
  ruleId: Type.Integer(),
  /** The rule as it was: `avg cpu_usage >= 80`. */
  text: Type.String(),
  /** What was found when it began. */
  value: Type.String(),
  /** Unix milliseconds; the end is 0 while it lasts. */
  startTime: Type.Integer(),
  endTime: Type.Integer(),
  /** How often somebody was told; 0 when it began in the silence after another one. */
  notices: Type.Integer(),
})
export type RuleFiring = Static<typeof RuleFiring>

/** What a rule would have done. Times are Unix milliseconds. */
export const RulePreview = Type.Object({
  from: Type.Integer(),
  to: Type.Integer(),
  /** Values of the item, thinned for a plot; with several items of one name, the first. */
  points: Type.Array(
    Type.Object({ time: Type.Integer(), value: Type.Number(), min: Type.Number(), max: Type.Number() }),
  ),
  /** Between two points, in milliseconds. */
  step: Type.Integer(),
  /** Each time it would have been looked at. */
  evaluations: Type.Array(Type.Object({ time: Type.Integer(), value: Type.Number(), isHit: Type.Boolean() })),
  /** When it would have begun to warn; `isTold` is false in the silence after another one. */
  firings: Type.Array(Type.Object({ time: Type.Integer(), value: Type.Number(), isTold: Type.Boolean() })),
  /** Of the window that ends now; null when nothing was measured in it. */
  now: Type.Union([Type.Object({ value: Type.Number(), isHit: Type.Boolean() }), Type.Null()]),
})
export type RulePreview = Static<typeof RulePreview>

/** The rules of a server, newest first. */
export const ServerRuleList = endpoint({
  method: 'GET',
  path: '/server/getAllMonitor',
  access: [Permission.ShowServerMonitorPage],
  input: Type.Object({ serverId: Id }),
  output: listOf(ServerRule),
})

export const ServerRuleAdd = endpoint({
  method: 'POST',
  path: '/server/addMonitor',
  access: [Permission.AddServerWarningRule],
  input: Type.Object({ serverId: Id, ...RuleFields }),
  output: Created,
  logged: true,
})

/** Replaces a rule; it starts to count anew. Its server stays. */
export const ServerRuleEdit = endpoint({
  method: 'PUT',
  path: '/server/editMonitor',
  access: [Permission.EditServerWarningRule],
  input: Type.Object({ id: Id, ...RuleFields }),
  logged: true,
})

export const ServerRuleDelete = endpoint({
  method: 'DELETE',
  path: '/server/deleteMonitor',
  access: [Permission.DeleteServerWarningRule],
  input: ById,
  logged: true,
})

/** What a rule would have done in the last day, and whether it matches now. Nothing is stored and nobody is told. */
export const ServerRulePreview = endpoint({
  method: 'POST',
  path: '/server/previewMonitor',
  access: [Permission.AddServerWarningRule, Permission.EditServerWarningRule],
  input: Type.Object({
    serverId: Id,
    item: RuleFields.item,
    formula: RuleFields.formula,
    operator: RuleFields.operator,
    value: RuleFields.value,
    groupCycle: RuleFields.groupCycle,
    lastCycle: RuleFields.lastCycle,
    silentCycle: RuleFields.silentCycle,
    startTime: RuleFields.startTime,
    endTime: RuleFields.endTime,
  }),
  output: RulePreview,
})

/** When the rules of a server warned, newest first; the last hundred. */
export const ServerRuleHistory = endpoint({
  method: 'GET',
  path: '/server/getMonitorHistory',
  access: [Permission.ShowServerMonitorPage],
  input: Type.Object({ serverId: Id }),
  output: listOf(RuleFiring),
})
