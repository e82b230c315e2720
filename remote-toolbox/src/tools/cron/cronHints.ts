import type { FieldName } from './cronFields.ts'
import { dayRule } from './cronRuns.ts'
import type { CronExpression } from './readCron.ts'
import { RANGES } from './readField.ts'

/** Something that surprises people about an expression; the key of a text below `cron.hint`. */
export interface CronHint {
  key: 'backwards' | 'both' | 'either' | 'large' | 'uneven'
  values?: Readonly<Record<string, number | string>>
}

/** Where a step begins again, and with which value. */
const CYCLES: Partial<Record<FieldName, number>> = { second: 60, minute: 60, hour: 24, day: 31, month: 12 }

function stepHint(name: FieldName, text: string): CronHint | undefined {
  const step = Number(/^\*\/(\d+)$/.exec(text)?.[1] ?? 1)
  const size = CYCLES[name]
  if (size === undefined || step === 1) return undefined
  const [least] = RANGES[name]
  if (step >= size) return { key: 'large', values: { name, step, value: least } }
  if (name !== 'day' && size % step === 0) return undefined
  const last = least + Math.floor((size - 1) / step) * step
  return { key: 'uneven', values: { name, last, value: least } }
}

const isBackwards = (text: string) =>
  text.split(',').some((piece) => {
    const [, from, to] = /^(\d+)-(\d+)(?:\/|$)/.exec(piece) ?? []
    return from !== undefined && Number(from) > Number(to)
  })

/** What people get wrong about expressions like this one. */
export function cronHints(expression: CronExpression): CronHint[] {
  const rule = dayRule(expression)
  return [
    ...(rule ? [{ key: rule }] : []),
    ...expression.fields.flatMap(({ name, text }) => stepHint(name, text) ?? []),
    ...(expression.fields.some(({ text }) => isBackwards(text)) ? [{ key: 'backwards' as const }] : []),
  ]
}
