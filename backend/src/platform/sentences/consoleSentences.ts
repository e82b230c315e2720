import type { Sentences } from './translateSentence.ts'

const SAID =
  '{failures} of {tries} loads failed, for {failing} of {part}: {percent} %, while the rule allows less than {limit} %.'
const CHINESE =
  '{tries} 次加载中有 {failures} 次失败，涉及 {part}中的 {failing} 人：{percent} %，而规则要求低于 {limit} %。'

/** Why the console took something back by itself. */
export const CONSOLE_SENTENCES: Sentences = [
  [`${SAID} Whoever had it gets nothing.`, `${CHINESE}使用者不再有该区域。`],
  [`${SAID} Whoever had it gets {version}.`, `${CHINESE}使用者改用 {version}。`],
  ['{count} people', '{count} 人'],
  ['1 person', '1 人'],
]
