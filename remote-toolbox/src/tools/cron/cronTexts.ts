import { toString as describe } from 'cronstrue'
import 'cronstrue/locales/zh_CN.js'
import { type CronExpression, type CronProblem, readCron } from './readCron.ts'

/** What an expression means, in words. */
export interface CronTexts {
  expression: CronExpression
  /** Specification 2: the description is in Simplified Chinese, whatever the language of the console. */
  chinese: string
  english: string
}

/** Says an expression in words, or where it is wrong. */
export function cronTexts(typed: string): CronTexts | CronProblem {
  const expression = readCron(typed)
  if ('key' in expression) return expression
  try {
    return {
      expression,
      chinese: describe(expression.text, { locale: 'zh_CN' }),
      english: describe(expression.text, { locale: 'en' }),
    }
  } catch (error) {
    // It throws texts and has rules of its own; whatever it says is more than nothing.
    const reason = String(error).replace(/^Error: /, '')
    return { key: 'describer', values: { reason }, start: 0, end: typed.length }
  }
}
