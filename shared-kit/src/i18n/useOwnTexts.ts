import { useTranslation } from 'react-i18next'
import { type LanguageCode, useTexts } from './i18n.ts'

/** The texts of a piece that brings both languages along, because they are short and needed with its first picture. */
export function useOwnTexts(namespace: string, texts: Readonly<Record<LanguageCode, object>>) {
  const i18n = useTexts()
  // Not when the module loads: the texts' home exists only once the console has chosen its language.
  for (const [language, own] of Object.entries(texts)) {
    if (!i18n.hasResourceBundle(language, namespace)) i18n.addResourceBundle(language, namespace, own)
  }
  return useTranslation(namespace)
}
