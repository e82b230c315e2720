import { useTranslation } from 'react-i18next'
import { useTexts } from '../i18n/i18n.ts'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'

const NAMESPACE = 'ui'

/** The texts of these pieces. Both languages travel along: they are short and needed with the first picture. */
export function useUiText() {
  const i18n = useTexts()
  // Not when the module loads: the texts' home exists only once the console has chosen its language.
  if (!i18n.hasResourceBundle('en', NAMESPACE)) {
    i18n.addResourceBundle('en', NAMESPACE, en)
    i18n.addResourceBundle('zh-cn', NAMESPACE, chinese)
  }
  return useTranslation(NAMESPACE)
}
