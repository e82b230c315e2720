import {
  RULE_FORMULAS,
  RULE_OPERATORS,
  type RuleFormula,
  type RuleOperator,
} from '@windlass/shared-kit/contract/serverRule'

const MINUTE_MS = 60_000
/** Two numbers this close are the same: an average of equal values need not be one of them to the last digit. */
const TOLERANCE = 1e-9
const MOST_DECIMALS = 100

/** What a rule asks for. Cycles are in minutes, but for `lastCycle`, which counts. */
export interface RuleTerms {
  formula: string
  operator: string
  value: string
  groupCycle: number
  lastCycle: number
  silentCycle: number
  startTime: string
  endTime: string
}

/** What it remembers from one evaluation to the next. */
export interface RuleMemory {
  last: number
  silentUntil: number
}

/** What comes of an evaluation: `warns` that it has matched often enough, `tells` that somebody is told now. */
export interface RuleVerdict {
  memory: RuleMemory
  isHit: boolean
  warns: boolean
  tells: boolean
}

const formulaOf = (text: string): RuleFormula => RULE_FORMULAS.find((one) => one === text) ?? 'avg'

const FORMULAS: Readonly<Record<RuleFormula, (values: readonly number[]) => number>> = {
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
}

const OPERATORS: Readonly<Record<RuleOperator, (value: number, threshold: number) => boolean>> = {
  '>=': (value, threshold) => value >= threshold,
  '>': (value, threshold) => value > threshold,
  '<=': (value, threshold) => value <= threshold,
  '<': (value, threshold) => value < threshold,
  '!=': (value, threshold) => Math.abs(value - threshold) > TOLERANCE,
}

/** What the values of a window come to; undefined when there are none. */
export const windowValue = (formula: string, values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : FORMULAS[formulaOf(formula)](values)

/** Compares as numbers; what is no number, or no operator, never matches. */
export function isHit({ operator, value: threshold }: Pick<RuleTerms, 'operator' | 'value'>, value: number): boolean {
  const known = RULE_OPERATORS.find((one) => one === operator)
  return known !== undefined && OPERATORS[known](value, Number(threshold))
}

/** The window of an evaluation: after its start, up to now. A minute more than the cycle, for what comes late. */
export const windowStart = ({ groupCycle }: Pick<RuleTerms, 'groupCycle'>, now: number): number =>
  now - groupCycle * MINUTE_MS - MINUTE_MS

/** `HH:MM` of the console's clock. */
function clockOf(time: number): string {
  const at = new Date(time)
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
}

/** Whether it is looked at in this minute: on the grid of its cycle and within its period, which may go over midnight. */
export function isDue({ groupCycle, startTime, endTime }: RuleTerms, minute: number): boolean {
  if (minute % groupCycle !== 0) return false
  const clock = clockOf(minute * MINUTE_MS)
  return startTime <= endTime ? startTime <= clock && clock <= endTime : clock >= startTime || clock <= endTime
}

/** One evaluation with a value. Without one, nothing changes and nothing is asked here. */
export function judgeRule(terms: RuleTerms, memory: RuleMemory, value: number, now: number): RuleVerdict {
  const hit = isHit(terms, value)
  const last = hit ? memory.last + 1 : 0
  const warns = last >= terms.lastCycle
  const tells = warns && now >= memory.silentUntil
  return {
    isHit: hit,
    warns,
    tells,
    memory: {
      last: warns ? 0 : last,
      silentUntil: tells ? now + terms.silentCycle * MINUTE_MS : memory.silentUntil,
    },
  }
}

/** A value as people read it: at most two decimals, none that say nothing. */
export const valueText = (value: number): string => {
  const rounded = Number(value.toFixed(2))
  return Math.abs(rounded) < 1e21 ? String(rounded) : rounded.toFixed(0).slice(0, MOST_DECIMALS)
}

/** A rule in one line. */
export const ruleText = ({
  formula,
  item,
  operator,
  value,
}: Pick<RuleTerms, 'formula' | 'operator' | 'value'> & { item: string }) => `${formula} ${item} ${operator} ${value}`
