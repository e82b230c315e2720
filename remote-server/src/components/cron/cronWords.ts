import { toString as describe } from 'cronstrue'
import 'cronstrue/locales/zh_CN.js'
import type { LanguageCode } from '@windlass/shared-kit/i18n'

const LOCALES = { en: 'en', 'zh-cn': 'zh_CN' } as const satisfies Record<LanguageCode, string>

/** What an expression of five or six fields means, in words; "" for what cannot be read. */
export function cronWords(expression: string, language: LanguageCode): string {
  // A question mark is a star, which the describer knows for days only.
  const text = expression.trim().replaceAll('?', '*').toLowerCase()
  if (text === '') return ''
  try {
    return describe(text, { locale: LOCALES[language], use24HourTimeFormat: true, verbose: false })
  } catch {
    // Whoever asks says by himself what is wrong with the expression.
    return ''
  }
}
