import { describe, expect, it } from 'vitest'
import { cronWords } from './cronWords.ts'

describe('an expression in words', () => {
  it.each([
    ['0 */5 * * * *', 'Every 5 minutes', '每隔 5 分钟'],
    ['*/5 * * * *', 'Every 5 minutes', '每隔 5 分钟'],
    ['0 30 3 * * Mon-FRI', 'At 03:30, Monday through Friday', '在03:30, 星期一至星期五'],
    ['? 0 0 ? * ?', 'Every second, on the hour, between 00:00 and 00:00', '每秒'],
    ['@daily', 'At 00:00', '在00:00'],
  ])('%j is said in both languages', (expression, english, chinese) => {
    expect(cronWords(expression, 'en')).toContain(english)
    expect(cronWords(expression, 'zh-cn')).toContain(chinese)
  })

  it.each(['', 'nonsense', '* *', '61 * * * * *', '@never'])('%j has none', (expression) => {
    expect(cronWords(expression, 'en')).toBe('')
  })
})
